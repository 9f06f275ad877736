import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { peopleOfGroups } from '#rooms/providers/door.ts';
import { openPortal } from '#test/portal.ts';

const [people, sites] = [400, 5];

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Step[];
}
/** The rows that all steps of a plan look at, those of what it keeps in memory included. */
const lookedAt = (step: Step): number =>
  (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Join Filter'] ?? 0)) *
    step['Actual Loops'] +
  (step.Plans ?? []).reduce((sum, one) => sum + lookedAt(one), 0);

test('URP-06 OPC-91 of a trial with many people, all of whom came to several of its sites, the report looks at each entry once, and not once for each person', async () => {
  const portal = await openPortal();
  const { companyId, trialId, siteId } = await portal.aTrialAtWork();
  await portal.rows(
    `insert into care_group (company_id, kind, parent_id, name, display_name, created_at)
     select $1, 'site', $2, 'Clinic ' || n, 'Clinic ' || n, now() from generate_series(2, $3::int) n`,
    [companyId, trialId, sites],
  );
  await portal.rows(
    `with person as (
       insert into provider (company_id, email, first_name, last_name, type, created_at)
       select $1, n || '@volume.example', 'Ada', n::text, 'Site User', now() - interval '400 days' from generate_series(1, $3::int) n
       returning provider_id),
     member as (
       insert into care_group_member (company_id, care_group_id, provider_id) select $1, $2, provider_id from person)
     insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select $1, now(), 'System', 'System', 'care_group.member_added', 'care_group', care_group_id::text,
       jsonb_build_array(jsonb_build_object('field', 'provider_id', 'new', provider_id)), '', ''
     from person, care_group where parent_id = $4`,
    [companyId, siteId, people, trialId],
  );
  await portal.rows('analyze');
  const plan = await portal.app.database.readInCompany(companyId, async (tx) => {
    const query = peopleOfGroups(tx, [trialId], { since: new Date('2020-01-01') }).compile();
    const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Step }] }>({
      ...query,
      sql: `explain (analyze, timing off, format json) ${query.sql}`,
    } as CompiledQuery<{ 'QUERY PLAN': [{ Plan: Step }] }>);
    return rows[0]?.['QUERY PLAN'][0].Plan as Step;
  });
  expect(plan['Actual Rows']).toBeGreaterThanOrEqual(people);
  expect(lookedAt(plan)).toBeLessThanOrEqual(30 * people * (sites + 1));
});
