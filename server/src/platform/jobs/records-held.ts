/** A legal hold: until it ends nothing on record is erased, neither because of its age nor by anybody (PRV-10). */
import { sql } from 'kysely';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';

/** It stays so until the transaction ends: a hold that begins meanwhile waits. */
export async function areRecordsHeld(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select records_are_held() as held`.execute(tx);
  return rows[0]?.held ?? false;
}

/** For whoever is about to erase something. */
export async function refuseWhileHeld(tx: Tx): Promise<void> {
  if (await areRecordsHeld(tx)) throw fail('records_held');
}
