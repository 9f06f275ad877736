/** Users in bulk, made by the database itself. */
import type { World } from './world.ts';

export const manyUsers = 2_000;

/** A company of so many people at three hundred sites, five of them each, who have signed in; gives the company and who administers it. */
export async function aCompanyOfPeople(world: World): Promise<{ companyId: number; adminId: number }> {
  const companyId = await world.aCompany(['TrialCard', 'ClinicalManagement']);
  const trialId = await world.aTrial(companyId);
  const adminId = await world.aPerson('Admin', { company_id: companyId });
  await world.rows(
    `with site as (
       insert into care_group (company_id, parent_id, kind, name, display_name, is_configured, created_at)
       select $1::int, $2::int, 'site', 'People ' || $1::int || ' ' || n, 'People ' || n, true, now() from generate_series(0, 299) n
       returning care_group_id),
     person as (
       insert into provider (company_id, email, first_name, last_name, type, created_at)
       select $1::int, 'person' || n || '.' || $1::int || '@portal.example', 'Nora', 'Quill ' || n, 'Site User', now() - interval '1 year'
       from generate_series(2, ${manyUsers}) n returning provider_id),
     signed_in as (
       insert into sign_in_day (provider_id, day, company_id, last_at)
       select provider_id, current_date - k, $1::int, now() - k * interval '1 day' from person, generate_series(1, 30) k)
     insert into care_group_member (company_id, provider_id, care_group_id)
     select $1::int, provider_id, care_group_id from person cross join generate_series(0, 4) k
       join (select care_group_id, row_number() over () as nth from site) at on at.nth = 1 + (provider_id * 7 + k * 31) % 300`,
    [companyId, trialId],
  );
  return { companyId, adminId };
}
