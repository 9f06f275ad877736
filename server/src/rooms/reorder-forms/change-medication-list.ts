import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockList, medicationsOf, replaceMedications } from './queries.ts';

export interface ListChange {
  listId: number;
  medications: readonly Medication[];
  version?: number | undefined;
}

/** Changes the medication list of the company as a whole and gives its new version. */
export async function changeMedicationList(
  { tx, viewer, record, announce }: Act<Actor>,
  given: ListChange,
): Promise<number> {
  const { listId, medications } = given;
  const list = await lockList(tx, listId);
  if (!list) throw fail('not_found');
  // Read once the list is held: whoever held it before has put others in.
  const before = await medicationsOf(tx, listId);
  if (given.version !== undefined && given.version !== list.version)
    throw failStale({ medListId: listId, medList: before, version: list.version });
  const changes = changesBetween({ medications: before }, { medications: medications.map(plain) });
  if (changes.length === 0) return list.version;
  const version = list.version + 1;
  await tx.updateTable('medication_list').set({ version }).where('medication_list_id', '=', listId).execute();
  await replaceMedications(tx, viewer.companyId, listId, medications);
  await record({
    action: 'medication_list.changed',
    record: { kind: 'medication_list', id: listId },
    changes,
  });
  await announce({ type: 'medication_list.changed', id: listId });
  return version;
}

/** With its fields in the order of the table, whatever order they were sent in: that is no change. */
const plain = ({ name, dosage, information }: Medication): Medication => ({ name, dosage, information });
