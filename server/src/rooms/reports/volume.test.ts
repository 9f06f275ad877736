import * as api from '@portal/contract/reports/endpoints.ts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { touched } from '#test/plans.ts';
import { openPortal } from '#test/portal.ts';
import * as queries from './queries.ts';

const many = 30_000;
const few = 200;

/** A company whose one trial has very many participants, each sent one card, over a hundred months; and another trial with few. */
async function aLargeTrial() {
  const portal = await openPortal();
  portal.app.clock.set(new Date('2031-03-05T12:00:00Z'));
  const { companyId, trialId, siteId, admin } = await portal.aTrialAtWork();
  const smallTrial = await portal.aTrial(companyId);
  const smallSite = await portal.aSite(companyId, smallTrial);
  const enrolled = `timestamptz '2031-03-02Z' - n % 100 * interval '1 month'`;
  for (const [trial, site, count] of [
    [trialId, siteId, many],
    [smallTrial, smallSite, few],
  ] as const) {
    await portal.rows(
      `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, is_active, created_at)
       select $1, $2, $3, $3, 'Ada', 'Lovelace', '1980-03-05', 1, n::text, 1, n % 10 > 0, ${enrolled} from generate_series(1, $4::int) n`,
      [companyId, trial, site, count],
    );
    await portal.rows(
      `insert into card_outreach (company_id, trial_id, participant_id, channel, recipient, sender_id, sent_at)
       select company_id, trial_id, participant_id, 'email', 'ada@clinic.example', $1, created_at from participant where trial_id = $2`,
      [admin, trial],
    );
  }
  await portal.rows('vacuum analyze participant');
  await portal.rows('vacuum analyze card_outreach');
  return { portal, companyId, trialId, smallTrial, smallSite, admin };
}

test('API-17 API-18 API-19 beside 30,000 participants of another trial a count touches those of its own alone, and the large trial is counted whole', {
  timeout: 300_000,
}, async () => {
  const { portal, companyId, trialId, smallTrial, smallSite, admin } = await aLargeTrial();
  const [from, until] = [new Date('2031-03-01Z'), new Date('2031-04-01Z')];
  const trial = { trialId: smallTrial, siteId: null };
  const site = { trialId: smallTrial, siteId: smallSite };
  const everybody = { careGroupIds: null };
  const ofSite = { careGroupIds: [smallSite] };
  const looks: [string, Parameters<typeof touched>[2], number][] = [];
  for (const [who, viewer] of [
    ['an administrator', everybody],
    ['a site user', ofSite],
  ] as const)
    for (const part of [trial, site])
      looks.push(
        [`participants for ${who}`, (tx) => queries.participantCounts(tx, viewer, part), few],
        [`months for ${who}`, (tx) => queries.enrollmentCounts(tx, viewer, part), few],
        // Each card of the month leads to its participant, one by one or through those of the trial.
        [`cards for ${who}`, (tx) => queries.cardsSent(tx, viewer, part, from, until), 3 * few],
      );
  // Three hundred cards were sent of the large trial this month.
  const large = { trialId, siteId: null };
  looks.push(['cards of the large trial', (tx) => queries.cardsSent(tx, everybody, large, from, until), 750]);
  for (const [said, build, most] of looks) {
    const { ways, rows } = await touched(portal, companyId, build, { of: ['participant', 'card_outreach'] });
    expect({ said, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, ways: [] });
    expect({ said, rows, bounded: rows > 0 && rows <= most }).toEqual({ said, rows, bounded: true });
  }

  const caller = await portal.signedIn(admin);
  const query = { g_id: trialId };
  expect((await caller.call(api.countParticipants, { query })).body).toEqual({
    activeParticipants: 27_000,
    deactivatedParticipants: 3_000,
  });
  const { enrollments } = (await caller.call(api.countEnrollments, { query })).reply;
  expect([Object.keys(enrollments).length, enrollments['3|2031']]).toEqual([100, { numEnrollments: 300 }]);
  expect((await caller.call(api.countCardsSent, { query })).body).toEqual({ outreachCount: { totalSent: 300 } });
  await portal.aCard(companyId, trialId);
  // So many rows are refused, rather than cut short.
  const report = await caller.call(api.participantReport, { query });
  expect([report.status, report.code]).toEqual([400, 'report.too_long']);
});

test('API-21 TRP-08 REL-05 in a trial whose every site has a training form, where somebody works is not asked anew for each form', async () => {
  const portal = await openPortal();
  const { companyId, trialId, admin } = await portal.aTrialAtWork();
  const [sites, people] = [40, 200];
  await portal.rows(
    `insert into care_group (company_id, kind, parent_id, name, display_name, created_at)
     select $1, 'site', $2, 'Clinic ' || n, 'Clinic ' || n, now() from generate_series(1, $3::int) n`,
    [companyId, trialId, sites],
  );
  await portal.rows(
    `with person as (
       insert into provider (company_id, email, first_name, last_name, type, created_at)
       select $1, n || '@volume.example', 'Ada', n::text, 'Site User', now() from generate_series(1, $3::int) n
       returning provider_id, last_name::int as n)
     insert into care_group_member (company_id, care_group_id, provider_id)
     select $1, care_group_id, provider_id from person join care_group on name = 'Clinic ' || n % $4 + 1 where parent_id = $2`,
    [companyId, trialId, people, sites],
  );
  await portal.rows(
    `with file as (
       insert into stored_file (company_id, key, type, bytes, sha256, created_at)
       values ($1, 'a form', 'application/pdf', 1, repeat('0', 64), now()) returning file_id),
     form as (
       insert into document (company_id, file_id, filename, friendly_name, uploader_id, uploaded_at)
       select $1, file_id, 'form.pdf', 'Form', $3, now() from file returning document_id)
     insert into document_link (document_id, care_group_id, company_id, user_types, linked_at)
     select document_id, care_group_id, $1, array['Site User'], now() from form, care_group where parent_id = $2`,
    [companyId, trialId, admin],
  );
  await portal.rows('analyze');
  const { users, read } = await portal.app.database.asSystem(async (tx) => {
    const rows = await queries.usersOf(tx, { careGroupIds: null }, { trialId, siteId: null }).execute();
    const { rows: reads } = await sql<{ n: number }>`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where relname = 'care_group'`.execute(tx);
    return { users: rows.length, read: reads[0]?.n ?? 0 };
  });
  expect(users).toBeGreaterThanOrEqual(people);
  // The place of each form once for each person, and the groups of the report, which a plan may read more than once. Asked anew for each
  // form it would be as many times more as there are sites.
  expect(read).toBeLessThanOrEqual(2 * (sites + 2) * (users + 2));
});
