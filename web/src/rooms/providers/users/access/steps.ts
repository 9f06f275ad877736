/** What each step says of itself: before it is done, once it is done, and where it failed (USR-27 to USR-29). */
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { messages, type UserStep } from '@portal/contract/providers/user-rules.ts';
import { nameOf, userState } from '../words.ts';

/** What somebody has open that a step touches; unknown until it is read. */
export interface Touched {
  sessions: number;
  waitingSignatures: number;
  openInvitations: number;
  /** Requests under way that nobody else has access to, of the partner. */
  requestsLeft: number;
  partner: string | null;
}

interface Words {
  title: string;
  /** CLN-19 for the removal. */
  cancel: string;
  says: (user: User, touched: Touched | undefined) => string[];
  failed: string;
  done: (user: User) => string;
}

const isDelegate = ({ type }: User): boolean => type === 'physician';

const several = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${many}`;

/** Said of an active person alone: nobody else has any. */
function endsNow({ sessions, waitingSignatures, openInvitations, requestsLeft, partner }: Touched): string[] {
  return [
    sessions > 0
      ? `${several(sessions, 'open session ends', 'open sessions end')} at once.`
      : 'There is no open session.',
    ...(waitingSignatures > 0
      ? [
          `${several(waitingSignatures, 'document that waits for this person’s signature stays', 'documents that wait for this person’s signature stay')} unsigned.`,
        ]
      : []),
    ...(openInvitations > 0 ? [invitationsStop(openInvitations)] : []),
    ...(requestsLeft > 0
      ? [
          `${partner ?? 'The partner'} has no other user: ${several(requestsLeft, 'request under way waits', 'requests under way wait')} until it has one.`,
        ]
      : []),
  ];
}

export const invitationsStop = (count: number): string =>
  `${several(count, 'open invitation that they sent stops', 'open invitations that they sent stop')} working.`;

export const steps: Record<UserStep, Words> = {
  deactivate: {
    title: 'Revoke Access',
    cancel: 'Cancel',
    says: (user, touched) => [
      `${nameOf(user)} can no longer sign in.`,
      ...(touched ? endsNow(touched) : ['Open sessions end at once.']),
      `${isDelegate(user) ? 'The physicians they act for' : 'Their care groups'} are kept in case access is allowed again.`,
    ],
    failed: 'There was a problem revoking access.',
    done: (user) => `Access of ${nameOf(user)} is revoked.`,
  },
  reactivate: {
    title: 'Allow Access',
    cancel: 'Cancel',
    says: (user) => [
      `${nameOf(user)} can sign in again, with the same password and second factor.`,
      isDelegate(user) ? 'They act for the same physicians again.' : 'They get their earlier care groups back.',
    ],
    failed: 'There was a problem allowing access.',
    done: (user) => `${nameOf(user)} has access again.`,
  },
  remove: {
    title: 'Remove User',
    cancel: 'Close',
    says: (user) => [
      ...(userState(user) === 'pending'
        ? [`The invitation of ${user.email} no longer works.`]
        : [
            `${nameOf(user)} leaves the list and cannot be given access again.`,
            'What they did and signed stays on record.',
          ]),
      `The email ${user.email} is free for another invitation.`,
    ],
    failed: 'There was a problem removing user.',
    done: (user) => `${nameOf(user)} is removed.`,
  },
  're-invite': {
    title: 'Re-invite User',
    cancel: 'Cancel',
    says: (user) => [`${user.email} gets a new link to register.`, 'The link sent before no longer works.'],
    failed: 'There was a problem re-inviting user.',
    done: () => messages.reinvited,
  },
};
