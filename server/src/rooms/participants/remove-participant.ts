import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import { refuseWhileHeld } from '#platform/jobs/records-held.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { refuseStale } from './change-participant.ts';
import * as queries from './queries.ts';
import { tellOfParticipant } from './tell.ts';

const erased =
  'Name, date of birth, email, phone, addresses, names on requests, addresses and words of messages, unsigned order forms of cancelled requests';

/**
 * Removes a deactivated participant for good (PRV-03): what says who it was goes, and the records of the trial stay under the subject
 * number. Nobody is removed while a shipment for them is under way.
 */
export async function removeParticipant(
  act: Act<Actor & Sight>,
  given: {
    participantId: number;
    reason?: string | undefined;
    version?: number | undefined;
    /** What other rooms take away of somebody who is removed. */
    forget: (reason: string) => Promise<void>;
  },
): Promise<void> {
  const { tx, viewer, now, record } = act;
  const { participantId } = given;
  const before = await queries.lockVisible(tx, viewer, participantId);
  if (!before) throw fail('not_found');
  await refuseStale(act, before, given.version);
  if (before.is_active) throw fail('participant.still_active');
  if (await queries.awaitsShipment(tx, participantId)) throw fail('participant.awaits_shipment');
  await refuseWhileHeld(tx);
  // P11-15: where nobody says why, the action is the reason.
  const reason = given.reason || 'Remove Participant';
  await given.forget(reason);
  await sql`select forget_participant(${participantId}, ${now()})`.execute(tx);
  await tx
    .updateTable('participant')
    .set({
      first_name: 'Removed',
      last_name: `participant ${participantId}`,
      // The year alone, which what was dispensed needs to be understood.
      born_on: sql<string>`date_trunc('year', born_on)::date`,
      email: null,
      phone: null,
      address_id: null,
      preferred_contact: 0,
      removed_at: now(),
      version: before.version + 1,
    })
    .where('participant_id', '=', participantId)
    .execute();
  await record({
    action: 'participant.removed',
    record: { kind: 'participant', id: participantId },
    changes: [...changesBetween({ removed: false }, { removed: true }), { field: 'erased', new: erased }],
    reason,
  });
  await tellOfParticipant(act, participantId, {
    siteIds: [before.site_id],
    subjectNumbers: [before.subject_number],
  });
}
