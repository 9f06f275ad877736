import { sql } from 'kysely';
import type { Tx } from './db.ts';

/** Asked first in a transaction: all its statements see the rows as they stood at one time, whatever is committed meanwhile. */
export const inOneSnapshot = (tx: Tx): Promise<unknown> =>
  sql`set transaction isolation level repeatable read`.execute(tx);
