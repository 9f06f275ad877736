/** User management reports: who has access to a site, signed by an administrator and the sponsor (URP, UMR). */
import { z } from 'zod';
import { trialAdministrators as access } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { listedUser } from '../providers/user-endpoints.ts';
import { day, done, flag, recordId, text } from '../wire.ts';

/** Somebody of a group, as reports list them. */
export const reportedUser = listedUser;

/** URP-06: the people of groups; a list is written `g_id[]=1&g_id[]=2`. */
export const listPeopleOfGroups = endpoint({
  method: 'GET',
  path: '/care-groups/care-providers',
  summary: 'An administrator lists the people of care groups',
  access,
  // One, or a list: `g_id[]=1&g_id[]=2`.
  query: z.strictObject({ g_id: z.union([recordId('care_group'), z.array(recordId('care_group')).max(100)]) }),
  atMost: 5_000,
  reply: z.object({ careProviders: z.array(reportedUser) }),
  failure: 'A problem occurred while fetching the providers list.',
});

/** With what gave access, or changed it, besides the four flags of `listedUser`. */
const changedUser = reportedUser.extend({
  /** Taken into the group; so are the people of a partner that was connected, and of a sponsor that was given the trial. */
  recentlyAdded: flag,
  recentlyReactivated: flag,
  /** Made an administrator, or no longer one. */
  recentlyChangedRights: flag,
});

/** URP-06, OPC-91: those of them whose access changed on or after a day, removed ones too, with what changed. */
export const listChangedPeople = endpoint({
  method: 'GET',
  path: '/care-groups/care-providers/report',
  summary: 'An administrator lists the people of a group whose access changed',
  access,
  query: z.strictObject({ changes_since: day, g_id: recordId('care_group') }),
  atMost: 5_000,
  reply: z.object({ careProviders: z.array(changedUser) }),
  failure: 'A problem occurred while updating provider list.',
});

/** URP-15, OPC-91: newest first; the next may name no day before that of the first one that was not rejected. */
export const listUserReports = endpoint({
  method: 'GET',
  path: '/company/care-providers/report',
  summary: 'An administrator lists the user management reports of a group',
  access,
  query: z.strictObject({ companyId: recordId('company').optional(), g_id: recordId('care_group').optional() }),
  atMost: 500,
  reply: z.object({
    reports: z.array(
      z.object({
        document_ID: z.number(),
        g_id: z.number(),
        friendlyName: z.string(),
        changes_since_date: day,
        dateCreated: day,
        /** Null while it waits for signatures (OPC-91). */
        is_rejected: flag.nullable(),
      }),
    ),
  }),
});

/** URP-12: says that a saved document is a report; before it is added to its group and signatures are asked for. */
export const saveUserReport = endpoint({
  method: 'POST',
  path: '/company/care-providers/report',
  summary: 'An administrator saves a user management report',
  access,
  creates: true,
  body: z.strictObject({
    g_id: recordId('care_group'),
    document_ID: recordId('document'),
    changes_since_date: day,
    companyId: recordId('company'),
  }),
  reply: done,
  failure: 'A Problem occurred while saving the User Management Report',
});

/** URP-14, APD-10, UMR-06, UMR-07: 0 accepted, 1 rejected. */
export const decideUserReport = endpoint({
  method: 'PUT',
  path: '/company/care-providers/report',
  summary: 'A signer accepts or rejects a user management report',
  access: { module: 'TrialCard' },
  body: z.strictObject({
    document_ID: recordId('document'),
    is_rejected: flag,
    companyId: recordId('company'),
    reason: text(500).optional(),
  }),
  reply: done,
});
