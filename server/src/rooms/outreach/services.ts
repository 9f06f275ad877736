/** By which ways anything leaves the portal. */
import { type PreferredContact, waysWanted } from '@portal/contract/patients/rules.ts';
import { type Database, databaseOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { isTrial } from '#src/env.ts';

export type Way = 'Email' | 'Text';

const served = new WeakMap<Database, readonly Way[]>();

/**
 * From here on it is known which services this portal has. In development and tests what no service takes is caught, as if it had been
 * sent; elsewhere it would lie in the outbox until it is given up.
 */
export function knowServices({ database, env }: Pick<House, 'database' | 'env'>): void {
  const isCaught = isTrial(env.mode);
  const has = { Email: isCaught || env.smtpUrl !== undefined, Text: isCaught || env.sms !== undefined };
  served.set(
    database,
    (['Email', 'Text'] as const).filter((way) => has[way]),
  );
}

export function waysWithService(tx: Tx): readonly Way[] {
  const ways = served.get(databaseOf(tx));
  if (!ways) throw new Error('patients are reached on a database of which it is known what leaves the portal');
  return ways;
}

/** Whether a patient wants to be reached by ways alone for which there is no service. */
export function lacksService(tx: Tx, preferredContact: number): boolean {
  const wanted = waysWanted[preferredContact as PreferredContact];
  return wanted.length > 0 && !wanted.some((way) => waysWithService(tx).includes(way));
}
