import type { Moment } from '#platform/act/act.ts';
import type { Person } from '../people.ts';

/** Keeps when somebody last signed in on this UTC day, for the report of accounts that nobody uses (P11-16). */
export async function noteSignIn(moment: Moment, person: Pick<Person, 'providerId' | 'companyId'>): Promise<void> {
  const now = moment.now();
  await moment.tx
    .insertInto('sign_in_day')
    .values({ provider_id: person.providerId, day: moment.today(), company_id: person.companyId, last_at: now })
    .onConflict((conflict) => conflict.columns(['provider_id', 'day']).doUpdateSet({ last_at: now }))
    .execute();
}
