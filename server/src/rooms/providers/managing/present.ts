import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { statusOf } from '@portal/contract/providers/user-rules.ts';
import type { PersonRow, Reader } from './queries.ts';

const nothingRecent = {
  recentlyDeactivated: false,
  recentlyInvited: false,
  recentlyRegistered: false,
  recentlyRemoved: false,
};

/** USR-02. Those without admin rights learn of their colleagues who they are, and no more. */
export function present(reader: Reader, { state, isWithin, trainingDocId, ...row }: PersonRow): User {
  const seen = {
    ...row,
    ...nothingRecent,
    status: statusOf(state, row.adminRights),
    trainingComplete: trainingDocId !== null,
  };
  return reader.adminRights
    ? { ...seen, trainingDocId, mayManage: isWithin && row.cpID !== reader.providerId }
    : {
        ...seen,
        trainingDocId: null,
        mayManage: false,
        invitationExpiresAt: null,
        lastSignInAt: null,
        isUnconfirmed: false,
        version: 0,
      };
}
