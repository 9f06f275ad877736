import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Holds a name until the transaction ends: of two at once, where there is no row yet that could be held, one waits. */
export async function holdName(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Several hold it so at once; whoever holds it alone waits for all of them, and they for them. */
export async function holdNameShared(tx: Tx, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}
