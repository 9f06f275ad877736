/** What `unrecorded-changes.ts` refuses in the database of the tests, so that the test of every act proves that it is recorded. */
import { record } from '#platform/audit/record.ts';
import type { Tx } from '#platform/database/db.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openPortal } from './portal.ts';

/** Two documents and two sponsors of one company, and a way to record a change of one of them. */
async function twoOfEach() {
  const portal = await openPortal();
  const { app, aCompany, aPerson, aSponsor } = portal;
  const companyId = await aCompany();
  const uploader = await aPerson('Admin', { company_id: companyId });
  const [first, second] = [await aSponsor(companyId), await aSponsor(companyId)];
  const actor = {
    companyId,
    providerId: uploader,
    firstName: 'Ada',
    lastName: 'Admin',
    type: 'Admin',
    host: 'localhost',
    requestId: 'test',
  } as const;
  const tell = (tx: Tx, kind: 'sponsor' | 'company' | 'medication_list', id: number) =>
    record(tx, app.clock, actor, { action: 'sponsor.changed', record: { kind, id }, changes: [] });
  const rename = (tx: Tx, id: number) =>
    tx.updateTable('sponsor').set({ name: sql`'Renamed ' || name` }).where('sponsor_id', '=', id).execute();
  const { inCompany, asSystem } = app.database;
  return { ...portal, companyId, first, second, tell, rename, inCompany, asSystem };
}

const unrecorded = (table: string) => `An act changed ${table} without an entry in the audit trail of what changed`;

test('P11-09 a change without an entry of its record is refused, also beside an entry of another one, and as background work', async () => {
  const { companyId, first, second, tell, rename, inCompany, asSystem, rows } = await twoOfEach();
  await expect(inCompany(companyId, (tx) => rename(tx, first))).rejects.toThrow(unrecorded('sponsor'));
  await expect(asSystem((tx) => rename(tx, first))).rejects.toThrow(unrecorded('sponsor'));
  const beside = inCompany(companyId, async (tx) => {
    await tell(tx, 'sponsor', first);
    await rename(tx, first);
    await rename(tx, second);
  });
  await expect(beside).rejects.toThrow(unrecorded('sponsor'));
  const ofCompany = inCompany(companyId, async (tx) => {
    await tell(tx, 'company', companyId);
    await rename(tx, first);
  });
  await expect(ofCompany).rejects.toThrow(unrecorded('sponsor'));
  expect(await rows(`select from sponsor where company_id = $1 and name like 'Renamed%'`, [companyId])).toEqual([]);
});

test('P11-09 an entry of an earlier transaction stands for no later change', async () => {
  const { companyId, first, tell, rename, inCompany } = await twoOfEach();
  await inCompany(companyId, async (tx) => {
    await rename(tx, first);
    await tell(tx, 'sponsor', first);
  });
  await expect(inCompany(companyId, (tx) => rename(tx, first))).rejects.toThrow(unrecorded('sponsor'));
});

test('P11-09 what is no record by itself has its entry with the record that it belongs to', async () => {
  const { companyId, tell, inCompany, rows } = await twoOfEach();
  const listId = await inCompany(companyId, async (tx) => {
    const { id } = await tx
      .insertInto('medication_list')
      .values({ company_id: companyId })
      .returning('medication_list_id as id')
      .executeTakeFirstOrThrow();
    await tell(tx, 'medication_list', id);
    return id;
  });
  const add = (position: number, told: number) =>
    inCompany(companyId, async (tx) => {
      const line = { medication_list_id: listId, position, company_id: companyId };
      await tx
        .insertInto('listed_medication')
        .values({ ...line, name: 'Aspirin', dosage: '', information: '' })
        .execute();
      await tell(tx, 'medication_list', told);
    });
  await add(1, listId);
  await expect(add(2, listId + 1)).rejects.toThrow(unrecorded('listed_medication'));
  expect(await rows('select position from listed_medication where company_id = $1', [companyId])).toEqual([
    { position: 1 },
  ]);
});
