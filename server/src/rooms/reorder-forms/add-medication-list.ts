import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import { announce } from '#platform/events/announce.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { created, record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { replaceMedications } from './queries.ts';

/** Makes the medication list of the company and gives its number. Two at once: the unique index lets one in (REL-08). */
export async function addMedicationList(
  tx: Tx,
  clock: Clock,
  viewer: Actor,
  medications: readonly Medication[],
): Promise<number> {
  const { listId } = await tx
    .insertInto('medication_list')
    .values({ company_id: viewer.companyId })
    .returning('medication_list_id as listId')
    .executeTakeFirstOrThrow();
  await replaceMedications(tx, viewer.companyId, listId, medications);
  await record(tx, clock, viewer, {
    action: 'medication_list.added',
    record: { kind: 'medication_list', id: listId },
    changes: created({ medications }),
  });
  await announce(tx, clock, viewer.companyId, { type: 'medication_list.changed', id: listId });
  return listId;
}
