/** What the screens say of a user. */
import type { UserType } from '@portal/contract/access.ts';
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { isReinvitedHere, stateOf, type UserState, type UserStatus } from '@portal/contract/providers/user-rules.ts';
import type { Person } from './person/person.ts';

/** What decides of those whose care groups do not: a Sponsor's sponsor, whose name may not be known yet. */
export const seesByType = (type: UserType, sponsor: string | null | undefined): string | undefined => {
  if (type === 'Admin') return 'An Admin sees the whole company, whatever is ticked.';
  return type === 'Sponsor'
    ? `A Sponsor sees all trials of ${sponsor ?? 'their sponsor'}, whatever is ticked.`
    : undefined;
};

/** Whoever has not registered yet has no name. */
export const nameOf = ({ name, email }: Pick<User, 'name' | 'email'>): string => name || email;

export const statusColours: Record<UserStatus, string> = {
  'Pending - Invite sent': 'yellow',
  'Has site access': 'green',
  'Has admin access': 'blue',
  'Deactivated - Site access revoked': 'gray',
};

/** As the access report says it. USR-04 fixes the word of the status, so this stands below it. */
export const unconfirmedWords = 'Email not confirmed';

export const userState = ({ status }: Pick<User, 'status'>): UserState => stateOf(status);

/** The link of the mail works no longer: somebody has to send another one. */
export const isExpired = ({ invitationExpiresAt }: Pick<User, 'invitationExpiresAt'>, now: Date): boolean =>
  invitationExpiresAt !== null && invitationExpiresAt <= now;

/** Why the link of an invitation lets nobody in although its day has not come, and the way on. */
export function deadLinkWords({ invitationState, type }: Pick<Person, 'invitationState' | 'type'>): string | undefined {
  const dead = 'The link of this invitation no longer works, because';
  if (invitationState === 'groups_gone')
    return `${dead} its care groups were deleted. Remove this user and invite them again.`;
  const why =
    invitationState === 'host_gone'
      ? 'the address of the portal that it leads to was given up.'
      : invitationState === 'inviter_gone' && 'the person who sent it may no longer invite this user.';
  if (!why) return undefined;
  return `${dead} ${why} ${
    isReinvitedHere(type)
      ? 'Re-invite to send a new one.'
      : 'A physician delegate is invited again in Physician User Management.'
  }`;
}

/** OPC-84. */
export const trainedWord = ({ trainingComplete }: Pick<User, 'trainingComplete'>): string =>
  trainingComplete ? 'Yes' : 'No';
