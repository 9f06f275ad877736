import { type Failed, failStale } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { lastRecallOf, type lockLot } from './queries.ts';

type Held = NonNullable<Awaited<ReturnType<typeof lockLot>>>;

/** What an older version of a lot is refused with: its day, and whether it is recalled, with what was said of that last. */
export const staleLot = async (tx: Tx, { lotId, expiresOn, recalledAt, version }: Held): Promise<Failed> =>
  failStale({
    expirationDate: expiresOn,
    recalledAt,
    lastRecall: (await lastRecallOf(tx, lotId)) ?? null,
    version,
  });
