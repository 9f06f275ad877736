/**
 * Who hears of a trial by its sites. Whoever has sites alone sees much of their trial, and hears of it as people, since the group of the
 * trial is not theirs.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';

type Ground = Pick<Act<Actor>, 'tx' | 'now'>;

/** Who belongs to one of these sites, chosen as `site_id`, or is let into one in an emergency. Sponsors and partners see what is theirs, whatever groups they are in. */
export async function peopleOfSites({ tx, now }: Ground, sites: RawBuilder<{ site_id: number }>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with named as materialized (${sites}),
      site as materialized (select care_group_id from care_group where removed_at is null and care_group_id in (select site_id from named))
    select provider_id as id from provider
    where type not in ('Sponsor', 'Pharmacy User', 'Wholesaler User') and provider_id in (
      select member.provider_id from site join care_group_member member using (care_group_id)
      union select access.provider_id from site join emergency_access access using (care_group_id)
        where access.ended_at is null and access.ends_at > ${now()})
    order by provider_id`.execute(tx);
  return rows.map(({ id }) => id);
}

export const peopleOfTrial = (act: Ground, trialId: number): Promise<number[]> =>
  peopleOfSites(
    act,
    sql`select below.care_group_id as site_id from care_group below where below.parent_id = ${trialId} and below.kind = 'site'`,
  );
