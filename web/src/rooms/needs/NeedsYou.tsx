import { isPartner } from '@portal/contract/access.ts';
import { useViewer } from '#api/viewer.ts';
import { Needs } from './Needs.tsx';

/** On top of each person's first page: what waits for them. Its place is kept until that is known. */
export function NeedsYou() {
  const { type, gIds, modules } = useViewer();
  const namesSites = !(type === 'Admin' || isPartner(type) || (type === 'Site User' && gIds.length === 1));
  // In one row of a wide window, by twos in a narrow one. Who has one site can be told of three things.
  // Without trials, of four, in three lines: flagged answers that are overdue and open, follow-ups, and their conversations.
  const hasTrials = modules.includes('TrialCard');
  const most = !hasTrials ? 4 : type === 'Site User' && !namesSites ? 4 : 6;
  const [heading, gap, height] = [32, 8, namesSites || !hasTrials ? 64 : 48];
  const room = { base: heading + (most / 2) * (height + gap) - gap, md: heading + height };
  return <Needs most={most} height={height} room={room} />;
}
