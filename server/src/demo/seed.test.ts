import { shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { demoAccounts } from './accounts.ts';
import { seedDemo } from './seed.ts';

test('P11-09 REL-02 a fresh installation starts with the demo data, made once and with its audit trail', async () => {
  const portal = await openPortal();
  const [first, second] = await Promise.all([seedDemo(portal.app), seedDemo(portal.app)]);
  expect([first, second].filter(Boolean)).toHaveLength(1);

  const companies = await portal.rows<{ company_id: number; name: string }>(
    'select company_id, name from company order by company_id',
  );
  expect(companies.map(({ name }) => name)).toEqual([
    'Meridian Trials',
    'Lakeside Care',
    'Harbour Discount',
    'Quay Nurses',
    'Plain',
  ]);
  const [{ accounts }] = (await portal.rows<{ accounts: number }>(
    'select count(*)::int as accounts from provider join identity_account using (email)',
  )) as [{ accounts: number }];
  expect(accounts).toBe(demoAccounts.length);

  const sites = await portal.rows(
    'select site.name, count(p.*)::int as people, count(*) filter (where not p.is_active)::int as gone from participant p join care_group site on site.care_group_id = p.site_id group by 1 order by 1',
  );
  expect(sites).toEqual([
    { name: 'Boston General', people: 12, gone: 2 },
    { name: 'Lyon Clinic', people: 8, gone: 1 },
  ]);
  const statuses = await portal.rows<{ status: string }>('select distinct status from shipment_request');
  expect(statuses.map(({ status }) => status).sort()).toEqual([...shipmentStatus.options].sort());
  const [oldest] = await portal.rows<{ days: number }>(
    'select extract(day from now() - min(created_at))::int as days from shipment_request',
  );
  expect(oldest?.days).toBeGreaterThan(300);

  // Every step of every request is in the audit trail, in the order it happened, by a person of the right side.
  const [missing] = await portal.rows<{ n: number }>(
    `select count(*)::int as n from shipment_status_change c where not exists (
       select 1 from audit_entry a where a.record_kind = 'shipment_request' and a.record_id = c.request_id::text and a.actor_id = c.provider_id)`,
  );
  expect(missing?.n).toBe(0);
  const [disorder] = await portal.rows<{ n: number }>(
    'select count(*)::int as n from (select at < lag(at) over (order by seq) as back from audit_entry) entries where back',
  );
  expect(disorder?.n).toBe(0);
  const [future] = await portal.rows<{ n: number }>('select count(*)::int as n from audit_entry where at > now()');
  expect(future?.n).toBe(0);
});
