import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { replaceMedications } from './queries.ts';

/** Makes the medication list of the company and gives its number. Two at once: the unique index lets one in (REL-08). */
export async function addMedicationList(
  { tx, viewer, record, announce }: Act<Actor>,
  medications: readonly Medication[],
): Promise<number> {
  const { listId } = await tx
    .insertInto('medication_list')
    .values({ company_id: viewer.companyId })
    .returning('medication_list_id as listId')
    .executeTakeFirstOrThrow();
  await replaceMedications(tx, viewer.companyId, listId, medications);
  await record({
    action: 'medication_list.added',
    record: { kind: 'medication_list', id: listId },
    changes: created({ medications }),
  });
  await announce({ type: 'medication_list.changed', id: listId });
  return listId;
}
