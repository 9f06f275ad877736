import * as api from '@portal/contract/audit/endpoints.ts';
import { expect, test } from 'vitest';
import { aCompanyWithAdministrators } from '#test/administrators.ts';
import { haveYear } from '#test/months.ts';
import { touched } from '#test/plans.ts';
import { openPortal } from '#test/portal.ts';
import * as queries from './queries.ts';
import * as security from './security-queries.ts';

const many = 20_000;
/** What lies in the site: of so many participants five entries each, and of two people so many events. */
const [participants, events] = [200, 150];

/** One site with little on record beside another with much, and an administrator of the first. */
async function aSmallSite() {
  const portal = await openPortal();
  const { companyId, trial, otherTrial, site, otherSite, people } = await aCompanyWithAdministrators(portal);
  await portal.rows(
    `insert into participant (company_id, trial_id, site_id, enrolled_site_id, first_name, last_name, born_on, gender, subject_number, preferred_contact, created_at)
     select $1::int, case when n <= $6 then $2::int else $3::int end, case when n <= $6 then $4::int else $5::int end, 
       case when n <= $6 then $4::int else $5::int end, 'Ada', 'Byron',
       '1980-01-01', 1, 'S-' || n, 1, now()
     from generate_series(1, $6::int + 2000) n`,
    [companyId, trial, otherTrial, site, otherSite, participants],
  );
  const entry = `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select $1::int, '2026-01-01Z'::timestamptz + n * interval '1 minute', 1, 'Somebody', 'Site User', 'participant.changed', 'participant',
       ($2::int + n % $3::int)::text, '[]', 'localhost', 'request' from generate_series(1, $4::int) n`;
  const [{ first } = { first: 1 }] = await portal.rows<{ first: number }>(
    'select min(participant_id) as first from participant',
  );
  await portal.rows(entry, [companyId, first, participants, 5 * participants]);
  await portal.rows(entry, [companyId, first + participants, 2_000, many]);
  await haveYear(portal, 2026);
  const event = `insert into security_event (entry, company_id, at, event, outcome, provider_id, host, address, request_id)
     select gen_random_uuid(), $1::int, '2026-01-01Z'::timestamptz + n * interval '1 minute', 'sign_in', 'done', $2::int, '', '', ''
     from generate_series(1, $3::int) n`;
  await portal.rows(event, [companyId, people.atSite, events]);
  await portal.rows(event, [companyId, people.ofSite, events]);
  await portal.rows(event, [companyId, people.elsewhere, many]);
  for (const table of ['participant', 'audit_entry', 'security_event']) await portal.rows(`vacuum analyze ${table}`);
  const { places } = portal.app.duties;
  const viewer = { companyId, providerId: people.ofSite, careGroupIds: [site], seesWholeCompany: false, places };
  return { portal, companyId, viewer, reviewer: await portal.signedIn(people.ofSite), first };
}

test('P11-14 SEC-23 SEC-39 a reviewer of one site touches what lies in it alone, however much the company has, in pages, counts and exports', {
  timeout: 300_000,
}, async () => {
  const { portal, companyId, viewer, reviewer, first } = await aSmallSite();
  const at = { page: 1, size: 25 };
  const all = 5 * participants;
  const filters: [queries.Filter, number][] = [
    [{}, all],
    [{ recordKind: 'participant', recordId: String(first) }, 5],
    [{ recordKind: 'participant', recordId: String(first + participants) }, 0],
    [{ kind: 'participant.changed', from: '2026-01-01', to: '2026-12-31' }, all],
  ];
  const found = [];
  for (const [filter, most] of filters)
    for (const query of [
      () => touched(portal, companyId, (tx) => queries.page(tx, viewer, filter, at), { of: ['audit_entry'] }),
      () => touched(portal, companyId, (tx) => queries.counted(tx, viewer, filter), { of: ['audit_entry'] }),
      () =>
        touched(portal, companyId, (tx) => queries.portion(tx, viewer, filter, { before: undefined, size: 2_000 }), {
          of: ['audit_entry'],
        }),
    ]) {
      const { ways, rows } = await query();
      // The database tells an average of all look-ups, rounded.
      found.push({ filter, rows, isFew: Math.floor(rows) <= most, walks: ways.filter((way) => way === 'Seq Scan') });
    }
  const logs = { of: ['security_event', 'access_entry'] };
  for (const query of [security.page(viewer, {}, at), security.counted(viewer, {})]) {
    // Of the logs; the people and groups that they are found by are few enough to be read as a whole.
    const { rows } = await touched(portal, companyId, () => query, logs);
    found.push({ filter: 'events', rows, isFew: rows <= 2 * events, walks: [] });
  }
  expect(found.filter(({ isFew, walks }) => !isFew || walks.length > 0)).toEqual([]);
  const { reply } = await reviewer.call(api.readAudit);
  expect([reply.total, reply.more, reply.entries.length]).toEqual([all, false, 25]);
});
