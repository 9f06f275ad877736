import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** Does the same work either way and undoes it where nothing may stay, so that the time of an answer tells nothing (SEC-07). */
export async function keepIf(tx: Tx, keep: boolean, work: () => Promise<void>): Promise<void> {
  await sql`savepoint kept`.execute(tx);
  await work();
  await (keep ? sql`release savepoint kept` : sql`rollback to savepoint kept`).execute(tx);
}
