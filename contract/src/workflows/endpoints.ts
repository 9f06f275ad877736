/** The documents a care group's workflow gives to its patients, each with what triggers it (CGW-06 to CGW-20, APG-21 to APG-24). */
import { z } from 'zod';
import { clinicalAdministrators as access } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { done, recordId, requiredText, whole } from '../wire.ts';
import { longestTriggerDescription, triggerTypes, triggerValue } from './rules.ts';

const companyId = recordId('company');
const gId = recordId('care_group');
const docId = recordId('document');

/** OPS-91: one, or a list of one. */
const docActivity = z.strictObject({
  docId,
  triggerType: z.enum(triggerTypes),
  triggerValue,
  triggerDescription: requiredText(longestTriggerDescription),
});
const body = z.strictObject({
  gId,
  companyId,
  docActivity: z.union([docActivity, z.array(docActivity).length(1, 'must hold one activity')]),
});

/** APG-21: a bare list (OPS-20). */
export const listWorkflowDocuments = endpoint({
  method: 'GET',
  path: '/v2/care-groups/documents',
  summary: 'An administrator lists the documents of a workflow',
  access,
  query: z.strictObject({ companyId, gId }),
  atMost: 500,
  reply: z.array(
    z.object({
      docId: z.number(),
      friendlyName: z.string(),
      triggerId: z.number(),
      triggerType: z.enum(triggerTypes),
      triggerValue: z.string(),
      triggerDescription: z.string(),
      /** `doc|docId|gId` (CGW-19). */
      triggerIdentifier: z.string(),
      version: z.number(),
    }),
  ),
  failure: 'There was a problem loading the documents of this group.',
});

export const addWorkflowDocument = endpoint({
  method: 'POST',
  path: '/v2/care-groups/documents',
  summary: 'An administrator adds a document to a workflow',
  access,
  creates: true,
  body,
  reply: z.object({ message: z.string(), triggerId: z.number() }),
});

export const changeWorkflowDocument = endpoint({
  method: 'PUT',
  path: '/v2/care-groups/documents',
  summary: 'An administrator changes what triggers a document of a workflow',
  access,
  body: body.extend({ version: whole.optional() }),
  reply: z.object({ message: z.string(), version: z.number() }),
});

export const removeWorkflowDocument = endpoint({
  method: 'DELETE',
  path: '/v2/care-groups/documents',
  summary: 'An administrator takes a document out of a workflow',
  access,
  query: z.strictObject({ companyId, gId, docId }),
  reply: done,
});
