/** Care groups: making, changing, removing and copying them, and which brand they have. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { done, flag, name, recordId, requiredName, requiredText, text, whole } from '../wire.ts';
import { careGroup, groupLabel } from './endpoints.ts';
import { clinicalAdministrators, groupAdministrators } from './access.ts';
import { groupTypes, longestDescription, longestGroupName } from './rules.ts';

const given = {
  parentId: recordId('care_group').nullish(),
  groupName: requiredName(longestGroupName),
  /** Without one a new group goes by its name, and one that is changed keeps what it has; an empty one is its name. */
  displayName: name(longestGroupName).optional(),
  description: requiredText(longestDescription),
  groupType: groupLabel.optional(),
  companyId: recordId('company').optional(),
};

/** What else is read of a group. Other calls set it, or it follows from others: it is taken where it says what is (SEC-25). */
const { shape } = careGroup;
const settled = {
  sponsorId: recordId('sponsor').nullish(),
  sponsorName: text(200).nullish(),
  hasCard: shape.hasCard.nullish(),
  hasShippingRequest: shape.hasShippingRequest.nullish(),
  outreachPreference: shape.outreachPreference.nullish(),
  subjectNumberMask: text(30).nullish(),
  orderFormTemplate: whole.nullish(),
  trialSiteCount: whole.nullish(),
  trialConfigured: shape.trialConfigured.nullish(),
  siteConfigured: shape.siteConfigured.nullish(),
  cardConfigured: shape.cardConfigured.nullish(),
  shippingConfigured: shape.shippingConfigured.nullish(),
  groupConfigMode: shape.groupConfigMode.nullish(),
  cardConfigMode: shape.cardConfigMode.nullish(),
  brandId: recordId('company_brand').nullish(),
};

/** CGP-16, APG-17. A new group has the number 0; its contact and company are those of who makes it (ROL-37). */
export const addCareGroup = endpoint({
  method: 'POST',
  path: '/care-groups',
  summary: 'An administrator makes a trial, a trial site or a care group',
  access: groupAdministrators,
  creates: true,
  body: z.strictObject({
    ...settled,
    ...given,
    gId: z.literal([0, '0']).optional(),
    type: z.enum(groupTypes),
    primaryContact: recordId('provider').nullish(),
  }),
  reply: z.object({ message: z.string(), gId: z.number(), version: z.number() }),
  failure: 'Unable to add the care group',
});

/** CGP-24, APG-18. The group is sent as it was read; only its names and description are changed here. */
export const changeCareGroup = endpoint({
  method: 'PUT',
  path: '/care-groups',
  summary: 'An administrator changes the names and the description of a care group',
  access: groupAdministrators,
  body: z
    .strictObject({
      ...settled,
      ...given,
      g_id: recordId('care_group').optional(),
      gId: recordId('care_group').optional(),
      type: z.enum(groupTypes).optional(),
      primaryContact: whole.nullish(),
      version: whole.optional(),
    })
    .superRefine(namesGroup),
  reply: z.object({ message: z.string(), gId: z.number(), version: z.number() }),
  failure: 'Unable to change the care group',
});

/** CGP-25, APG-19. Its failure completes a sentence (OPS-28). */
export const removeCareGroup = endpoint({
  method: 'DELETE',
  path: '/care-groups',
  summary: 'An administrator removes a care group that nothing depends on',
  access: groupAdministrators,
  query: z
    .strictObject({ g_id: recordId('care_group').optional(), gId: recordId('care_group').optional() })
    .superRefine(namesGroup),
  reply: done,
});

/** What the removal of a group takes along, which nobody brings back: for the question that is asked before it. */
export const readRemoval = endpoint({
  method: 'GET',
  path: '/care-groups/removal',
  summary: 'An administrator reads what the removal of a care group would do',
  access: groupAdministrators,
  query: z.strictObject({ g_id: recordId('care_group') }),
  reply: z.object({
    /** Those who are in it, and leave it. */
    patients: z.number(),
    /** Those of them who are in no other group, so that afterwards only root access shows them. */
    patientsWithoutOther: z.number(),
    /** What of these last still waits for somebody: flagged answers that are open, and follow-ups that are not completed. */
    openFlags: z.number().optional(),
    plannedFollowUps: z.number().optional(),
    /** What is in it leaves it, too, and some of that waits for signatures. */
    documents: z.number().optional(),
    documentsToSign: z.number().optional(),
  }),
  failure: 'Unable to read what is in the care group',
});

/** APG-20, OPS-30: the group alone, or all that stands below it. */
export const copyCareGroups = endpoint({
  method: 'POST',
  path: '/care-groups/copy',
  summary: 'An administrator copies a care group, or what is below it, to another place',
  access: groupAdministrators,
  creates: true,
  isCostly: true,
  body: z.strictObject({
    companyId: recordId('company'),
    gId: recordId('care_group'),
    parentId: recordId('care_group').nullable(),
    copyAllSubgroups: z.union([z.boolean(), flag]),
  }),
  reply: z.object({ message: z.string(), gId: z.number(), gIds: z.array(z.number()) }),
  failure: 'Unable to copy the care group',
});

/** CGW-23, APG-29: null takes the brand away. */
export const assignBrand = endpoint({
  method: 'PUT',
  path: '/v2/care-groups/brands',
  summary: 'An administrator gives a care group a brand, or takes it away',
  access: clinicalAdministrators,
  body: z.strictObject({
    companyId: recordId('company'),
    gId: recordId('care_group'),
    brandId: recordId('company_brand').nullable(),
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'Unable to update the brand',
});

/** OPS-19: both spellings, and never two groups. */
function namesGroup(asked: { g_id?: number | undefined; gId?: number | undefined }, context: z.RefinementCtx): void {
  const { g_id: one, gId: other } = asked;
  if (one === undefined && other === undefined)
    context.addIssue({ code: 'custom', path: ['g_id'], message: 'is required' });
  else if (one !== undefined && other !== undefined && one !== other)
    context.addIssue({ code: 'custom', path: ['gId'], message: 'names another group than g_id' });
}
