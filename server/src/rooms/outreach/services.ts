/** By which ways patients are reached from this portal. */
import { type PreferredContact, waysWanted } from '@portal/contract/patients/rules.ts';
import { type Database, databaseOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { type Way, waysServed } from '#platform/jobs/services.ts';

const served = new WeakMap<Database, readonly Way[]>();

/** From here on it is known which services this portal has. */
export const knowServices = ({ database, env }: Pick<House, 'database' | 'env'>): void =>
  void served.set(database, waysServed(env));

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
