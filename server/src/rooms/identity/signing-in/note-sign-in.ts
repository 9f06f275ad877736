import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Person } from '../people.ts';

/** Keeps when somebody last signed in on this UTC day, for the report of accounts that nobody uses (P11-16). */
export async function noteSignIn(
  tx: Tx,
  clock: Clock,
  person: Pick<Person, 'providerId' | 'companyId'>,
): Promise<void> {
  const now = clock.now();
  await tx
    .insertInto('sign_in_day')
    .values({ provider_id: person.providerId, day: clock.today(), company_id: person.companyId, last_at: now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'day']).doUpdateSet({ last_at: now }))
    .execute();
}
