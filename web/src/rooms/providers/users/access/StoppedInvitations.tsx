import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { Notice } from '#kit/Notice.tsx';
import { usePerson } from '../queries.ts';

/** Says that open invitations end with a right or a group of whoever sent them. How many there are is read when it is asked. */
export function StoppedInvitations({ user, says }: { user: User; says: (count: number) => string }) {
  const { data } = usePerson(user.cpID);
  const count = data?.openInvitations ?? 0;
  return count > 0 && <Notice tone="warning">{says(count)}</Notice>;
}
