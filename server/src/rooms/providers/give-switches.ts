/** Everybody has a switch of each notice (ACC-02): with their record, or of one that is newer than they are by and by. */
import type { UserType } from '@portal/contract/access.ts';
import { allNotices, type Notice } from '@portal/contract/providers/rules.ts';
import { sql } from 'kysely';
import { actOf } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { House } from '#platform/http/calls.ts';
import { companyByCompany } from '#platform/jobs/company-by-company.ts';
import { job } from '#platform/jobs/job.ts';
import { byItself } from './by-itself.ts';

interface Owner {
  companyId: number;
  providerId: number;
  type: UserType;
}

export const switchOf = ({ name, description, offFor }: Notice, { companyId, providerId, type }: Owner) => ({
  company_id: companyId,
  provider_id: providerId,
  name,
  description,
  enabled: !offFor.includes(type),
});

/** A server of the release before goes on adding people without a switch that it does not know. */
export const giveSwitches = job({ name: 'give-switches', at: '37 * * * *' });

const portion = 500;

/** Several processes at once give each switch once. */
export async function giveSwitchesDue({
  database,
  clock,
  log,
}: Pick<House, 'database' | 'clock' | 'log'>): Promise<null> {
  const companies = await database.asSystem((tx) =>
    lacking(tx).select('person.company_id as id').distinct().orderBy('id').execute(),
  );
  const giveNext = (companyId: number) =>
    database.inCompany(companyId, async (tx) => {
      const found = await lacking(tx)
        .select(['person.provider_id as providerId', 'person.type', 'notice.name'])
        .$narrowType<{ type: UserType }>()
        .orderBy('person.provider_id')
        .orderBy('notice.name')
        .limit(portion)
        .execute();
      const switches = found.flatMap((owner) =>
        allNotices.filter(({ name }) => name === owner.name).map((notice) => switchOf(notice, { ...owner, companyId })),
      );
      if (switches.length > 0) await give(tx, companyId, switches);
      return found.length === portion;
    });
  const give = async (tx: Tx, companyId: number, switches: ReturnType<typeof switchOf>[]) => {
    const given = await insertRows(tx, 'notification_preference', switches)
      .onConflict((conflict) => conflict.columns(['provider_id', 'name']).doNothing())
      .returning(['notification_id as id', 'provider_id', 'name', 'enabled'])
      .execute();
    await actOf(tx, clock, { ...byItself, companyId, requestId: giveSwitches.name }).record(
      ...given.map(({ id, ...fields }) => ({
        action: 'notification.given' as const,
        record: { kind: 'notification_preference' as const, id },
        changes: created(fields),
      })),
    );
  };
  await companyByCompany(
    { log, job: giveSwitches },
    companies.map(({ id }) => id),
    async (companyId) => {
      while (await giveNext(companyId));
    },
  );
  return null;
}

/** People and the notices that they have no switch of. */
const lacking = (tx: Tx) =>
  tx
    .selectFrom('provider as person')
    .innerJoin(
      sql<{ name: string }>`unnest(${allNotices.map(({ name }) => name)}::text[])`.as<'notice'>(sql`notice(name)`),
      (join) => join.onTrue(),
    )
    .where('person.removed_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('notification_preference as own')
            .select('own.notification_id')
            .whereRef('own.provider_id', '=', 'person.provider_id')
            .whereRef('own.name', '=', 'notice.name'),
        ),
      ),
    );
