/** The assessments a care group's workflow gives to its patients (CGW-06 to CGW-20, APG-25 to APG-28). */
import { z } from 'zod';
import { clinicalAdministrators as access } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { done, recordId, requiredText, whole } from '../wire.ts';
import { assessmentTriggerTypes, longestTriggerDescription } from './rules.ts';

const companyId = recordId('company');
const gId = recordId('care_group');
const surveyId = recordId('survey');

/** OPS-91: one, or a list of one. What is kept of the hidden types is the seed's: a count, a list of counts, or start,every,end. */
const surveyActivity = z.strictObject({
  surveyId,
  triggerType: z.enum(assessmentTriggerTypes),
  triggerValue: requiredText(400),
  triggerDescription: requiredText(longestTriggerDescription),
});
const body = z.strictObject({
  gId,
  companyId,
  surveyActivity: z.union([surveyActivity, z.array(surveyActivity).length(1, 'must hold one activity')]),
});

/** APG-25: a bare list (OPS-20). */
export const listWorkflowAssessments = endpoint({
  method: 'GET',
  path: '/v2/care-groups/assessments',
  summary: 'An administrator lists the assessments of a workflow',
  access,
  query: z.strictObject({ companyId, gId }),
  atMost: 500,
  reply: z.array(
    z.object({
      surveyId: z.number(),
      surveyName: z.string(),
      triggerId: z.number(),
      triggerType: z.string(),
      triggerValue: z.string(),
      triggerDescription: z.string(),
      /** `survey|surveyId|gId` (CGW-19). */
      triggerIdentifier: z.string(),
      version: z.number(),
    }),
  ),
  failure: 'There was a problem loading the assessments of this group.',
});

export const addWorkflowAssessment = endpoint({
  method: 'POST',
  path: '/v2/care-groups/assessments',
  summary: 'An administrator adds an assessment to a workflow',
  access,
  creates: true,
  body,
  reply: z.object({ message: z.string(), triggerId: z.number() }),
});

export const changeWorkflowAssessment = endpoint({
  method: 'PUT',
  path: '/v2/care-groups/assessments',
  summary: 'An administrator changes what triggers an assessment of a workflow',
  access,
  body: body.extend({ version: whole.optional() }),
  reply: z.object({ message: z.string(), version: z.number() }),
});

export const removeWorkflowAssessment = endpoint({
  method: 'DELETE',
  path: '/v2/care-groups/assessments',
  summary: 'An administrator takes an assessment out of a workflow',
  access,
  query: z.strictObject({ companyId, gId, surveyId }),
  reply: done,
});
