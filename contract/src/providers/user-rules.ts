/** What the people of a company may become, and what may happen to them (USR-03 to USR-21, and decisions, "People"). */
import { isPartner, type ModuleName, type UserType } from '../access.ts';

/** USR-02, USR-04: letter by letter. */
export const userStatuses = [
  'Pending - Invite sent',
  'Has site access',
  'Has admin access',
  'Deactivated - Site access revoked',
] as const;
export type UserStatus = (typeof userStatuses)[number];

/** Where a person stands: invited, working, or revoked. Who was removed is in no list. */
export const userStates = ['pending', 'active', 'deactivated'] as const;
export type UserState = (typeof userStates)[number];

export const stateOf = (status: UserStatus): UserState =>
  status === 'Pending - Invite sent' ? 'pending' : status.startsWith('Deactivated') ? 'deactivated' : 'active';

export const statusOf = (state: UserState, adminRights: boolean): UserStatus =>
  state === 'pending'
    ? 'Pending - Invite sent'
    : state === 'deactivated'
      ? 'Deactivated - Site access revoked'
      : adminRights
        ? 'Has admin access'
        : 'Has site access';

/** Whether the link of who is invited still lets them in, and if not, what became of it (SEC-06, SEC-16). */
export const invitationStates = ['open', 'expired', 'host_gone', 'inviter_gone', 'groups_gone'] as const;
export type InvitationState = (typeof invitationStates)[number];

export type UserStep = 'deactivate' | 'remove' | 'reactivate' | 're-invite';
const steps: Record<UserState, readonly UserStep[]> = {
  pending: ['re-invite', 'remove'],
  active: ['deactivate'],
  deactivated: ['reactivate', 'remove'],
};
/** USR-05 to USR-07, P11-20; anything else is a 409. */
export const mayStep = (state: UserState, step: UserStep): boolean => steps[state].includes(step);

/** CLN-22: the roles of a clinic, and those that a company with trials has besides. */
const standardTypes = ['Pharmacist', 'Technician', 'Doctor', 'Nurse', 'Other'] as const satisfies UserType[];
const trialTypes = ['Admin', 'Site User', 'Sponsor'] as const satisfies UserType[];
export const invitedTypes = [...standardTypes, ...trialTypes] as const;
export type InvitedType = (typeof invitedTypes)[number];

const isStandardType = (type: UserType): boolean => (standardTypes as readonly UserType[]).includes(type);

/** Which roles somebody of a company with these modules may be invited to. */
export const typesFor = (modules: readonly ModuleName[]): readonly InvitedType[] =>
  modules.includes('TrialCard') ? invitedTypes : standardTypes;

/** OPC-87: only an Admin is given groups that are not configured yet, where the company has trials. */
export const wantsConfiguredGroups = (type: UserType, modules: readonly ModuleName[]): boolean =>
  modules.includes('TrialCard') && type !== 'Admin';

/** OPC-86: whether patients can see the person, as a new one starts. */
export const startsListed = (type: UserType): boolean => isStandardType(type);

/** OPC-85: Admin always, a clinic's people by choice; a Site User gets them later. */
export const mayStartWithAdminRights = (type: UserType): boolean => type === 'Admin' || isStandardType(type);

/** Who may be made an administrator later, or no longer be one: an Admin always is. */
export const mayChangeAdminRights = (type: UserType): boolean => type === 'Site User' || isStandardType(type);

/** USR-09: whose groups are edited here. Physician delegates have none. */
export const hasOwnGroups = (type: UserType): boolean => !isPartner(type) && type !== 'physician';
/** Whose invitation is sent again here: that of delegates is sent from their own list (PHY-17). */
export const isReinvitedHere = (type: UserType): boolean => type !== 'physician';

/** USR-24: without a group an Admin still sees the company, and a Sponsor the trials of the sponsor. */
export const seesByGroups = (type: UserType): boolean => hasOwnGroups(type) && type !== 'Admin' && type !== 'Sponsor';

/** A Sponsor sees the trials of their own sponsor, whatever groups they are in, so they are given none of another's. */
export const isOfAnotherSponsor = (
  person: { type: UserType; sponsorId: number | null },
  group: { sponsorId: number | null },
): boolean =>
  person.type === 'Sponsor' &&
  person.sponsorId !== null &&
  group.sponsorId !== null &&
  group.sponsorId !== person.sponsorId;

/** So many groups one invitation names (SEC-27); an Admin is given all groups, however many are named. */
export const mostGroupsNamed = 1_000;

/** Rows of one file of invitations. */
export const mostInvitations = 200;

/** The sentences of the screens. */
export const messages = {
  invited: 'Invitation sent.',
  reinvited: 'Email re-invite sent successfully.',
  noGroups: 'Please add care provider to at least 1 care group. Otherwise provider has no access.',
} as const;
