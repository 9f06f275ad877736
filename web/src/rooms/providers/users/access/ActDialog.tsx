import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import type { UserAct } from '../actions.ts';
import { RightsDialog } from './RightsDialog.tsx';
import { StepDialog } from './StepDialog.tsx';

const EditAccessDialog = lazyDialog(() => import('./EditAccessDialog.tsx'), 'EditAccessDialog');

/** One thing that is done with one user. */
export function ActDialog({ act, user, onClose }: { act: UserAct; user: User; onClose: () => void }) {
  if (act === 'groups') return <EditAccessDialog user={user} onClose={onClose} />;
  if (act === 'prescriber' || act === 'admin-rights') return <RightsDialog right={act} user={user} onClose={onClose} />;
  return <StepDialog step={act} user={user} onClose={onClose} />;
}
