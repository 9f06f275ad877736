import { expect, test } from 'vitest';
import type { Viewer } from '#platform/security/viewer.ts';
import { touched } from '#test/plans.ts';
import { openShipments } from '#test/shipments.ts';
import { lateShipments, needsOf } from './queries.ts';

const days = { today: '2026-03-05', portalToday: '2026-03-05', now: new Date('2026-03-05T12:00:00Z') };

test('REL-05 what waits for a person is counted by indexes beside 8,000 shipments, lots and invitations of before, and unread comments in the 200 newest shipments of a list that ended, also once what was shipped is supplied no longer', {
  timeout: 300_000,
}, async () => {
  const s = await openShipments();
  await s.rows(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id, requester_id,
       required_on, status_changed_on, reminder_on, submission, created_at)
     select $1, $2, case n % 2 when 0 then $3::int else $4::int end, case n % 2 when 0 then $5::int else $6::int end, 'pharmacy',
       case n % 80 when 0 then 'shipped' when 1 then 'processing' else 'received' end, false, (select min(address_id) from address), $7,
       '2026-01-01', '2026-01-01', case n % 80 when 3 then '2026-02-01'::date end, gen_random_uuid(),
       '2026-01-01Z'::timestamptz + n * interval '1 minute'
     from generate_series(1, 8000) n`,
    [s.companyId, s.trialId, s.siteId, s.otherSiteId, s.pharmacyId, s.otherPharmacyId, s.siteUser],
  );
  await s.rows(
    `insert into shipment_line (company_id, request_id, product_id, quantity, days_of_supply, directions)
     select company_id, request_id, $1, 1, 30, 'N/A' from shipment_request`,
    [s.tablet],
  );
  await s.rows(
    `insert into shipment_comment (company_id, request_id, author_id, text, created_at)
     select company_id, request_id, $1, 'Hello', created_at from shipment_request`,
    [s.pharmacist],
  );
  await s.rows(
    `insert into shipment_comment_read (comment_id, provider_id, company_id, read_at)
     select comment_id, $1, company_id, created_at from shipment_comment`,
    [s.wholesaler],
  );
  await s.rows(
    `insert into lot (company_id, product_id, lot_number, number_key, expires_on, created_at)
     select $1, $2, 'L' || n, name_key('L' || n), '2026-03-05'::date + (n % 800 - 400), now() from generate_series(1, 8000) n`,
    [s.companyId, s.tablet],
  );
  await s.rows(
    `insert into invitation (company_id, code_hash, brand_key, email, type, partner_id, inviter_id, created_at, expires_at, used_at)
     select $1, int4send(n), 'default', 'person' || n || '@portal.example', 'Pharmacy User', $2, $3, now(), now(),
       case n % 80 when 0 then null else now() end
     from generate_series(1, 8000) n`,
    [s.companyId, s.pharmacyId, s.admin],
  );
  const tables = [
    'shipment_request',
    'shipment_line',
    'shipment_comment',
    'shipment_comment_read',
    'lot',
    'invitation',
  ];
  for (const table of tables) await s.rows(`vacuum analyze ${table}`);
  const viewer = (more: Partial<Viewer>) =>
    ({
      providerId: s.siteUser,
      companyId: s.companyId,
      adminRights: false,
      seesWholeCompany: false,
      modules: ['TrialCard'],
      careGroupIds: [s.siteId],
      partner: null,
      ...more,
    }) as Viewer;
  // Each with its comment and a mark of who has read it.
  const ended = 3 * 200;
  const looks: [string, Viewer, number][] = [
    // A hundred of each site are on their way, each with a comment, and a hundred are to be ordered again.
    ['a site', viewer({ type: 'Site User' }), ended + 600],
    [
      'a pharmacy',
      viewer({ type: 'Pharmacy User', careGroupIds: [], partner: { kind: 'pharmacy', id: s.pharmacyId } }),
      ended + 400,
    ],
    ['a sponsor', viewer({ type: 'Sponsor', careGroupIds: [s.trialId, s.siteId, s.otherSiteId] }), 500],
    // Six hundred lots expire, and a hundred invitations wait.
    [
      'an administrator',
      viewer({ type: 'Admin', careGroupIds: null, adminRights: true, seesWholeCompany: true }),
      1_500,
    ],
  ];
  for (const [said, who, most] of looks) {
    const { ways, rows } = await touched(s, s.companyId, (tx) => needsOf(tx, who, days)!, { of: tables });
    expect({ said, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ said, ways: [] });
    expect({ said, rows, few: rows > 0 && rows <= most }).toEqual({ said, rows, few: true });
  }
  // What was shipped for years is not looked through for prices once its partner supplies it no longer.
  await s.rows('update product_supply set removed_at = now() where product_id = $1', [s.tablet]);
  const [said, admin, most] = looks.at(-1)!;
  const after = await touched(s, s.companyId, (tx) => needsOf(tx, admin, days)!, { of: tables });
  expect({ said, rows: after.rows, few: after.rows <= most }).toEqual({ said, rows: after.rows, few: true });
  const list = await touched(
    s,
    s.companyId,
    (tx) =>
      lateShipments(tx, viewer({ careGroupIds: [s.siteId] }), days.today, { trialId: s.trialId, siteId: s.siteId }),
    { of: tables },
  );
  expect(list.rows).toBeLessThanOrEqual(500);
});
