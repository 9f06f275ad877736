/** SQL of the medication lists. A company has one at most, and all its people may read it. */
import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';

/** The company with its list, if it has made one. */
export const companyWithList = (tx: Tx, companyId: number) =>
  tx
    .selectFrom('company')
    .leftJoin('medication_list as list', 'list.company_id', 'company.company_id')
    .where('company.company_id', '=', companyId)
    .select(['company.name as companyName', 'list.medication_list_id as medListId', 'list.version'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('listed_medication as medication')
          .whereRef('medication.medication_list_id', '=', 'list.medication_list_id')
          .orderBy('medication.position')
          .select(['medication.name', 'medication.dosage', 'medication.information']),
      ).as('medList'),
    );

/** A list of the company, held until the transaction ends. */
export const lockList = (tx: Tx, listId: number) =>
  tx
    .selectFrom('medication_list')
    .select(['medication_list_id as listId', 'version'])
    .where('medication_list_id', '=', listId)
    .forUpdate()
    .executeTakeFirst();

export const medicationsOf = (tx: Tx, listId: number): Promise<Medication[]> =>
  tx
    .selectFrom('listed_medication')
    .select(['name', 'dosage', 'information'])
    .where('medication_list_id', '=', listId)
    .orderBy('position')
    .execute();

/** Puts these in the place of whatever is in the list. */
export async function replaceMedications(
  tx: Tx,
  companyId: number,
  listId: number,
  medications: readonly Medication[],
): Promise<void> {
  await tx.deleteFrom('listed_medication').where('medication_list_id', '=', listId).execute();
  if (medications.length === 0) return;
  const rows = medications.map(({ name, dosage, information }, position) => ({
    medication_list_id: listId,
    position,
    company_id: companyId,
    name,
    dosage,
    information,
  }));
  await insertRows(tx, 'listed_medication', rows).execute();
}
