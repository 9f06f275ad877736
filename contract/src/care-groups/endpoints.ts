/** Care groups: trials, their sites, and the groups of a clinic. Reading. */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { address } from '../addresses/rules.ts';
import { endpoint } from '../endpoint.ts';
import { flag, recordId } from '../wire.ts';
import { groupLabels, groupTypes, mostGroups } from './rules.ts';

export const groupLabel = z.enum(Object.values(groupLabels));
const configured = z.enum(['configured', 'not configured']);

/** DAT-07 and the care group of the supply seed. `type` and `groupType` say the same in two vocabularies (OPN-91). */
export const careGroup = z.object({
  gId: z.number(),
  parentId: z.number().nullable(),
  groupName: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: z.enum(groupTypes),
  groupType: groupLabel,
  sponsorId: z.number().nullable(),
  sponsorName: z.string().nullable(),
  hasCard: flag,
  hasShippingRequest: flag,
  outreachPreference: flag,
  subjectNumberMask: z.string().nullable(),
  orderFormTemplate: z.number().nullable(),
  trialSiteCount: z.number(),
  trialConfigured: configured,
  siteConfigured: configured,
  cardConfigured: configured,
  shippingConfigured: configured,
  groupConfigMode: z.enum(['Create', 'Edit']),
  cardConfigMode: z.enum(['Create', 'Edit']),
  primaryContact: z.number().nullable(),
  companyId: z.number(),
  brandId: z.number().nullable(),
  version: z.number(),
});
export type CareGroup = z.output<typeof careGroup>;

/** API-32, SES-17: null means none. */
export const listCareGroups = endpoint({
  method: 'GET',
  path: '/care-groups',
  summary: 'A person lists the care groups they belong to, and those below',
  access: {},
  atMost: mostGroups,
  reply: z.object({ groups: z.array(careGroup).nullable() }),
  failure: 'There was a problem loading care groups',
});

/** API-31, OPN-47; `status=fully_configured` keeps what is ready for the pickers (OPS-27). */
export const listTrials = endpoint({
  method: 'GET',
  path: '/trials',
  summary: 'A person lists the trials they may see, with their sites',
  access: { module: 'TrialCard', except: ['Pharmacy User', 'Wholesaler User'] },
  query: z.strictObject({ status: z.enum(['fully_configured']).optional() }),
  atMost: mostGroups,
  reply: z.object({ groups: z.array(careGroup) }),
  failure: 'There was a problem loading care groups',
});

/** `version` is the trial's own, as in the list of groups (REL-07). */
export const trialInfo = z.object({
  subjectNumberMask: z.string().nullable(),
  subjectNumberLength: z.number().nullable(),
  outreachPreference: flag,
  hasCard: flag,
  hasShippingRequest: flag,
  sponsorId: z.number().nullable(),
  sponsorName: z.string().nullable(),
  pdmiGroupNumber: z.string().nullable(),
  status: z.number(),
  version: z.number(),
});

/** APG-02, OPS-24. */
export const readTrial = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial',
  summary: 'A person reads the configuration of a trial',
  access: { module: 'TrialCard', except: ['Pharmacy User', 'Wholesaler User'] },
  query: z.strictObject({ g_id: recordId('care_group') }),
  reply: z.object({
    trialInfo,
  }),
});

export const siteInfo = z.object({
  address,
  phone: z.string().nullable(),
  extension: z.string().nullable(),
  studyContact: z.string().nullable(),
  studyContactEmail: z.string().nullable(),
  notes: z.string().nullable(),
  pharmacyPartners: z.array(z.number()),
  version: z.number(),
});

/** APG-05; null while the site is not configured (OPS-24). Its version stands beside it too, for the first configuration (REL-07). */
export const readSite = endpoint({
  method: 'GET',
  path: '/care-groups/trial-site',
  summary: 'A person reads the configuration of a trial site',
  access: { module: 'TrialCard', types: siteSide },
  query: z.strictObject({ g_id: recordId('care_group') }),
  reply: z.object({ siteInfo: siteInfo.nullable(), version: z.number() }),
});

/** APG-08: people of the site; `prescriber=true` keeps those who may prescribe. */
export const listSiteUsers = endpoint({
  method: 'GET',
  path: '/care-groups/trial-site/users',
  summary: 'A person lists the people of a trial site',
  access: { module: 'TrialCard', types: siteSide },
  query: z.strictObject({ g_id: recordId('care_group'), prescriber: z.enum(['true', 'false']).optional() }),
  atMost: 5_000,
  reply: z.object({
    users: z.array(
      z.object({ cpId: z.number(), fName: z.string(), lName: z.string(), email: z.string(), prescriber: flag }),
    ),
  }),
});
