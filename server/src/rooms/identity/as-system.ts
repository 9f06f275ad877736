import { type Moment, momentOf } from '#platform/act/act.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Database } from '#platform/database/db.ts';

/** What most of the room works on. */
export interface Ground {
  database: Database;
  clock: Clock;
}

/** Accounts, challenges and sessions lie outside the fence of a company, and nobody may have signed in yet: the system works on them. */
export const asSystem = <T>({ database, clock }: Ground, work: (moment: Moment) => Promise<T>): Promise<T> =>
  database.asSystem((tx) => work(momentOf(tx, clock)));
