import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import { expect, test } from 'vitest';
import { aCompanyWithAdministrators } from '#test/administrators.ts';
import { touched } from '#test/plans.ts';
import { openPortal } from '#test/portal.ts';
import * as queries from './queries.ts';

const [people, sites, groupsEach] = [2_000, 300, 5];

/** A company of 2,000 people in 300 groups, five of them each, beside one that is as large. */
async function aLargeCompany() {
  const portal = await openPortal();
  const company = await aCompanyWithAdministrators(portal);
  const other = await aCompanyWithAdministrators(portal);
  for (const { companyId, trial } of [company, other]) {
    await portal.rows(
      `insert into care_group (company_id, parent_id, kind, name, display_name, is_configured, created_at)
       select $1, $2, 'site', 'S ' || n, 'S ' || n, true, now() from generate_series(1, $3) n`,
      [companyId, trial, sites],
    );
    await portal.rows(
      `insert into provider (company_id, email, first_name, last_name, type, created_at)
       select $1::int, 'p' || n || '.' || $1::int || '@portal.example', 'Ada ' || n, 'Byron', 'Site User', now() from generate_series(1, $2) n`,
      [companyId, people],
    );
    await portal.rows(
      `insert into care_group_member (company_id, provider_id, care_group_id)
       select p.company_id, p.provider_id, g.care_group_id from provider p cross join generate_series(1, $2) k
       join care_group g on g.company_id = p.company_id and g.name = 'S ' || (1 + (p.provider_id * 7 + k * 31) % $3)
       where p.company_id = $1 and p.last_name = 'Byron' on conflict do nothing`,
      [companyId, groupsEach, sites],
    );
    await portal.rows(
      `insert into sign_in_day (provider_id, day, company_id, last_at)
       select provider_id, current_date - k, company_id, now() from provider cross join generate_series(1, 30) k where company_id = $1`,
      [companyId],
    );
    await portal.rows(
      `insert into invitation (company_id, code_hash, brand_key, type, email, created_at, expires_at)
       select $1::int, sha256(convert_to($1::int || 'i' || n, 'UTF8')), 'default', 'Site User', 'i' || n || '@portal.example', now(), now() + interval '9 days'
       from generate_series(1, 100) n`,
      [companyId],
    );
    await portal.rows(
      `insert into audit_entry (company_id, at, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
       select $1::int, now(), 'System', 'System', coalesce((array['account.created', 'account.state_changed'])[n], 'account.mfa_replaced'), 'account',
         provider_id::text, case n when 2 then '[{"field": "state", "old": "confirmed", "new": "unconfirmed"}]' else '[]' end::jsonb, 'portal', 'r'
       from generate_series(1, 10) n cross join provider where company_id = $1 and last_name = 'Byron' order by n`,
      [companyId],
    );
  }
  await portal.rows('vacuum analyze');
  return { portal, company };
}

test('USR-02 CAG-02 REL-05 2,000 people with their groups are listed without a look at another company’s, for the whole company and for one site', {
  timeout: 300_000,
}, async () => {
  const { portal, company } = await aLargeCompany();
  const { companyId, people: known, site } = company;
  const whole = {
    companyId,
    providerId: known.admin,
    adminRights: true,
    careGroupIds: null,
    seesWholeCompany: true,
    inEmergency: false,
  };
  const ofSite = {
    ...whole,
    providerId: known.ofSite,
    careGroupIds: [site],
    seesWholeCompany: false,
    inEmergency: false,
  };
  const all = (reader: queries.Reader, search?: string) =>
    touched(portal, companyId, (tx) => queries.people(tx, reader, { status: 'all', search }), {
      of: ['provider', 'care_group_member', 'invitation', 'sign_in_day', 'training_acknowledgement'],
    });
  // Each person once, with their groups and their last sign-in; not the days before it.
  const everybody = await all(whole);
  expect(everybody.rows).toBeLessThan(people * (1 + groupsEach + 1) * 1.3 + 2_500);
  expect(everybody.ways.filter((way) => way === 'Seq Scan').length).toBeLessThanOrEqual(2);
  // Whether they confirmed their address is read from what set the state of their accounts, once for all, not from the rest beside it.
  const states = await touched(portal, companyId, (tx) => queries.people(tx, whole, { status: 'all' }), {
    of: ['audit_entry'],
  });
  expect(states).toEqual({ ways: [expect.stringMatching(/Index|Bitmap/)], rows: people * 2 });
  const few = await all(ofSite);
  expect(few.rows).toBeLessThan(people * 2.5);
  const found = await all(whole, 'ada 17 byron');
  expect(found.rows).toBeLessThan(people * 2.5 + 200);
  // One person is found without the others.
  const one = await touched(
    portal,
    companyId,
    (tx) => queries.people(tx, ofSite, { status: 'all', only: known.atSite }),
    {
      of: ['provider', 'care_group_member', 'sign_in_day', 'audit_entry'],
    },
  );
  expect(one.rows).toBeLessThan(60);

  const admin = await portal.signedIn(known.admin);
  const { reply } = await admin.call(listUsers, { query: { companyId, status: 'all' } });
  expect(reply.careProviders).toHaveLength(people + 100 + Object.keys(known).length);
});
