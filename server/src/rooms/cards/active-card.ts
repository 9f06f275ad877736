import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { cardOf, type CardRow, isCardholder } from './queries.ts';

/** The card of an active participant of this site or trial (PAR-06). One that nobody has set up yet is refused in words (OPS-27). */
export async function activeCard(tx: Tx, viewer: Sight, careGroupId: number, participantId: number): Promise<CardRow> {
  const row = await cardOf(tx, viewer, careGroupId, participantId);
  if (!row)
    throw fail((await isCardholder(tx, viewer, careGroupId, participantId)) ? 'card.not_configured' : 'not_found');
  if (!row.isActive) throw fail('participant.not_active');
  return row;
}
