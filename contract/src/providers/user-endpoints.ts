/** The people of a company: invited, given groups and rights, revoked, let back in and removed (USR, CAG-02, CAG-07 to CAG-14). */
import { z } from 'zod';
import { partnerTypes } from '../access.ts';
import { reachableEmail } from '../email.ts';
import { endpoint } from '../endpoint.ts';
import { done, flag, givenType, instant, recordId, requiredText, text, userType, whole } from '../wire.ts';
import { invitationStates, invitedTypes, mostGroupsNamed, mostInvitations, userStatuses } from './user-rules.ts';

/** CLN-21, OPC-08. What a company decides for all of its people wants sight of all of it, which the acts ask person by person. */
export const userAdministrators = { adminRights: true, reach: 'groups', except: ['Sponsor', ...partnerTypes] } as const;

/** USR-02. */
export const listedUser = z.object({
  /** One number from the invitation on, for good (P11-17). */
  cpID: z.number(),
  /** Empty while they are invited. */
  name: z.string(),
  email: z.string(),
  type: userType,
  status: z.enum(userStatuses),
  prescriber: flag,
  trainingComplete: flag,
  trainingDocId: z.number().nullable(),
  gIds: z.array(z.number()),
  recentlyDeactivated: flag,
  recentlyInvited: flag,
  recentlyRegistered: flag,
  recentlyRemoved: flag,
});

/** What the screen shows besides. Those without admin rights learn of their colleagues no more than `listedUser`, without `trainingDocId`. */
const user = listedUser.extend({
  adminRights: flag,
  /** Whether the caller may act on them at all: not on themselves, nor on somebody whose groups or rights reach beyond the caller's. */
  mayManage: flag,
  /** Of who is invited; past is an invitation that has to be sent again. */
  invitationExpiresAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  /** Of who has access but cannot sign in, because their address is not confirmed. */
  isUnconfirmed: flag,
  version: z.number(),
});
export type User = z.output<typeof user>;

/**
 * CAG-02, OPC-89. Administrators see the people of their groups; others, of active people alone, those who share a group with them.
 * `status=all` is for administrators (403). By name, who is invited first.
 */
export const listUsers = endpoint({
  method: 'GET',
  path: '/company/care-providers',
  summary: 'A person lists the people of their company',
  access: { except: partnerTypes },
  query: z.strictObject({
    companyId: recordId('company'),
    status: z.enum(['active', 'all'], 'must be active or all'),
    /** In name or e-mail. */
    search: text(100).optional(),
  }),
  atMost: 5_000,
  reply: z.object({ careProviders: z.array(user) }),
  failure: 'There was a problem retrieving care providers.',
});

const person = { companyId: recordId('company'), cpId: recordId('provider') };
const providerGroup = z.object({ gId: z.number(), public: flag });

/** CAG-07. */
export const listGroupsOfUser = endpoint({
  method: 'GET',
  path: '/care-provider/care-groups',
  summary: 'An administrator lists the care groups of a person',
  access: userAdministrators,
  query: z.strictObject({ company_id: recordId('company'), cp_id: recordId('provider') }),
  reply: z.object({ providerGroups: z.array(providerGroup) }),
  failure: 'There was an issue loading care groups.',
});

/** CAG-08, USR-25: one that the person has already adds none of them, and is a 500. */
export const addGroupsOfUser = endpoint({
  method: 'POST',
  path: '/care-provider/care-groups',
  summary: 'An administrator adds care groups to a person',
  access: userAdministrators,
  creates: true,
  body: z.strictObject({
    cp_id: recordId('provider'),
    companyId: recordId('company'),
    groupsToAdd: z
      .array(z.strictObject({ gId: recordId('care_group'), public: flag }))
      .min(1, 'is required')
      .max(100),
  }),
  reply: done,
  failure: 'There was a problem adding care groups.',
});

/** OPC-86: whether patients see the person in groups that they have, of all of the groups or of none. */
export const showInGroupsOfUser = endpoint({
  method: 'PUT',
  path: '/care-provider/care-groups',
  summary: 'An administrator decides in which of their groups patients see a person',
  access: userAdministrators,
  body: z.strictObject({
    cp_id: recordId('provider'),
    companyId: recordId('company'),
    groupsToShow: z
      .array(z.strictObject({ gId: recordId('care_group'), public: flag }))
      .min(1, 'is required')
      .max(100),
  }),
  reply: done,
  failure: 'There was a problem changing care groups.',
});

/** CAG-09. The last one may be taken away (USR-24). */
export const removeGroupsOfUser = endpoint({
  method: 'DELETE',
  path: '/care-provider/care-groups',
  summary: 'An administrator takes care groups from a person',
  access: userAdministrators,
  query: z.strictObject({
    company_id: recordId('company'),
    cp_id: recordId('provider'),
    g_id: z.union([recordId('care_group'), z.array(recordId('care_group')).max(100)]),
  }),
  reply: done,
  failure: 'There was a problem removing care groups.',
});

const groupsOfInvited = z.array(recordId('care_group')).min(1, 'Choose at least one care group.').max(mostGroupsNamed);

/** CAG-10, USR-12 to USR-21, OPC-85 to OPC-88. An Admin is given all care groups, whichever of them are named. */
export const inviteUser = endpoint({
  method: 'POST',
  path: '/care-providers',
  summary: 'An administrator invites somebody to the company',
  access: userAdministrators,
  creates: true,
  isCostly: true,
  body: z.strictObject({
    companyId: recordId('company'),
    gIds: groupsOfInvited,
    email: reachableEmail(64),
    providerType: givenType(invitedTypes, 'must be a role that people are invited to'),
    defaultListing: flag,
    adminRights: flag,
    prescriber: flag,
    sponsorId: recordId('sponsor').nullable(),
  }),
  reply: z.object({ message: z.string(), cpID: z.number() }),
  failure: 'There was a problem inviting the user.',
});

/** One row of a file, as it was read: every value is text, so that each problem can be named beside it. */
const invitationRow = z.strictObject({
  email: text(200),
  providerType: text(50),
  /** Names of care groups as the tree shows them, by semicolons; a site as `Trial > Site` where its name is not the only one. */
  careGroups: text(5_000),
  adminRights: text(10),
  prescriber: text(10),
  sponsor: text(200),
});
export type InvitationRow = z.output<typeof invitationRow>;

/**
 * Invites everybody of a file, or nobody: `problems` names what is wrong with which row (the first is 1), and nothing is sent
 * while there is one, nor on a dry run. A dry run knows of the used e-mails only those of people whom the caller may know of.
 */
export const inviteUsers = endpoint({
  method: 'POST',
  path: '/care-providers/invitations',
  summary: 'An administrator invites the people of a file',
  access: userAdministrators,
  creates: true,
  isCostly: true,
  body: z.strictObject({
    companyId: recordId('company'),
    isDryRun: flag,
    rows: z
      .array(invitationRow)
      .min(1, 'is required')
      .max(mostInvitations, `must have at most ${mostInvitations} rows`),
  }),
  reply: z.object({
    message: z.string(),
    invited: z.number(),
    problems: z.array(z.object({ row: z.number(), field: z.string(), message: z.string() })),
  }),
  failure: 'There was a problem inviting the users.',
});

/**
 * CAG-11, OPC-90: `prescriber` of a Site User, and `adminRights` of whom they may be given to later; each "0" or "1". Other names and
 * two of one name are refused.
 */
export const changeUser = endpoint({
  method: 'PUT',
  path: '/care-providers',
  summary: 'An administrator changes what a person may do',
  access: userAdministrators,
  /** It is done before the call's own transaction, where a key is looked at. */
  keyless: true,
  body: z.strictObject({
    ...person,
    careProviderData: z
      .array(
        z.strictObject({
          Name: z.enum(['prescriber', 'adminRights'], 'must be prescriber or adminRights'),
          Value: flag,
        }),
      )
      .min(1, 'is required')
      .max(2),
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), version: z.number() }),
  failure: 'There was a problem editing prescriber.',
});

/** CAG-12. The reason is kept with the act (P11-15); without one the act itself is. */
export const removeUser = endpoint({
  method: 'DELETE',
  path: '/care-providers',
  summary: 'An administrator revokes the access of a person, or removes them',
  access: userAdministrators,
  query: z.strictObject({
    cp_id: recordId('provider'),
    removal_type: z.enum(['deactivate', 'remove'], 'must be deactivate or remove'),
    reason: text(500).optional(),
  }),
  reply: done,
  failure: 'There was a problem removing user.',
});

/** CAG-13. */
export const reactivateUser = endpoint({
  method: 'PUT',
  path: '/care-providers/reactivate',
  summary: 'An administrator allows somebody access again',
  access: userAdministrators,
  body: z.strictObject({ cp_id: recordId('provider') }),
  reply: done,
  failure: 'There was a problem allowing access.',
});

/** CAG-14: the code of before is void. */
export const reinviteUser = endpoint({
  method: 'POST',
  path: '/care-providers/re-invite',
  summary: 'An administrator sends an invitation again',
  access: userAdministrators,
  creates: true,
  isCostly: true,
  body: z.strictObject({ company_id: recordId('company'), cp_id: recordId('provider') }),
  reply: done,
  failure: 'There was a problem re-inviting user.',
});

/** One person's page, for who may manage them: facts, and what an end of their access would do. */
export const readUser = endpoint({
  method: 'GET',
  path: '/care-providers/person',
  summary: 'An administrator opens the page of a person',
  access: userAdministrators,
  query: z.strictObject({ cp_id: recordId('provider') }),
  reply: z.object({
    person: user.extend({
      phone: z.string().nullable(),
      createdAt: instant,
      invitedBy: z.string().nullable(),
      groups: z.array(z.object({ gId: z.number(), name: z.string(), public: flag })),
      partner: z.string().nullable(),
      sponsor: z.string().nullable(),
      /** Of the second factor; `required` is set up at the next sign-in. */
      factor: z.enum(['app', 'text', 'required', 'none']),
      sessions: z.array(
        z.object({
          sessionId: z.number(),
          device: z.string(),
          host: z.string(),
          address: z.string(),
          createdAt: instant,
          lastInputAt: instant,
        }),
      ),
      /** Documents that wait for this person's signature. */
      waitingSignatures: z.number(),
      /** Of who is invited. */
      invitationState: z.enum(invitationStates).optional(),
      /** The mail with it does not arrive. */
      isInvitationUndelivered: z.boolean().optional(),
      /** Invitations that this person sent, by which somebody can still come. */
      openInvitations: z.number().optional(),
      /** Requests under way of the partner that this person works for, where nobody else there has access. */
      requestsLeft: z.number().optional(),
    }),
  }),
  failure: 'There was a problem opening the person.',
});

/** All of them, so that somebody whose computer was stolen has to sign in anew. */
export const endSessionsOfUser = endpoint({
  method: 'POST',
  path: '/care-providers/person/sessions/end',
  summary: 'An administrator ends the sessions of a person',
  access: userAdministrators,
  body: z.strictObject({ cp_id: recordId('provider'), reason: requiredText(500) }),
  reply: done,
  failure: 'There was a problem ending the sessions.',
});
