/** Lists of requests that are longer than one answer. */
import * as api from '@portal/contract/shipments/endpoints.ts';
import { expect, test } from 'vitest';
import { touched } from '#test/plans.ts';
import type { Caller } from '#test/portal.ts';
import { openShipments } from '#test/shipments.ts';
import { newestRequests, requestsBefore } from './queries.ts';

type Shipments = Awaited<ReturnType<typeof openShipments>>;

/** Requests of the first site and pharmacy, a minute apart; their numbers, the earliest first. */
const aHistory = async (s: Shipments, many: number, statusOf = `'received'`) => {
  const rows = await s.rows<{ id: number }>(
    `insert into shipment_request (company_id, trial_id, site_id, partner_id, shipment_type, status, to_participant, address_id,
       requester_id, required_on, status_changed_on, submission, created_at)
     select $1, $2, $3, $4, 'pharmacy', ${statusOf}, false, (select min(address_id) from address), $5, '2026-01-01', '2026-01-01',
       gen_random_uuid(), '2026-01-01Z'::timestamptz + n * interval '1 minute'
     from generate_series(1, $6::int) n order by n returning request_id as id`,
    [s.companyId, s.trialId, s.siteId, s.pharmacyId, s.siteUser, many],
  );
  return rows.map(({ id }) => id);
};
const idsOf = ({ reply }: { reply: { requests: readonly { srId: number }[] } }) =>
  reply.requests.map(({ srId }) => srId);

test('OPS-23 APS-22 of a long history the newest 5,000 that have ended come, with all that waits whatever its age; older ones come portion by portion', async () => {
  const s = await openShipments();
  const ids = await aHistory(
    s,
    5_004,
    `case n when 2 then 'preprocessing' when 5000 then 'shipped' else 'received' end`,
  );
  const ask = (after?: number) =>
    s.people.pharmacist.call(api.listForPharmacy, { query: { ppId: s.pharmacyId, ...(after ? { after } : {}) } });
  const first = await ask();
  const [oldest, waiting, next, shown] = ids as [number, number, number, number];
  expect(idsOf(first)).toEqual([...ids.slice(3).reverse(), waiting].filter((id) => id !== next));
  expect(idsOf(first)).toHaveLength(5_002);
  expect(first.headers['x-more']).toBe(String(shown));
  const older = await ask(shown);
  expect([idsOf(older), older.headers['x-more']]).toEqual([[next, waiting, oldest], undefined]);
  expect(idsOf(await ask(oldest))).toEqual([]);
});

test('OPS-23 APS-08 APS-30 each side goes on from a request of its own: from another one, known or not, it is a 404', async () => {
  const s = await openShipments();
  const [first, second] = (await aHistory(s, 2)) as [number, number];
  const { siteUser, wholesaler, siteUserElsewhere, pharmacistElsewhere } = s.people;
  const after = (caller: Caller, endpoint: typeof api.listForSite | typeof api.listForPharmacy, query: object) =>
    caller.call(endpoint, { query: { ...query, after: second } });
  const here = await after(siteUser, api.listForSite, { gId: s.siteId });
  expect(idsOf(here)).toEqual([first]);
  const others = await Promise.all([
    after(siteUserElsewhere, api.listForSite, { gId: s.otherSiteId }),
    after(pharmacistElsewhere, api.listForPharmacy, { ppId: s.otherPharmacyId }),
    wholesaler.call(api.listForWholesaler, { query: { wpId: s.wholesalerId, after: second } }),
    siteUser.call(api.listForSite, { query: { gId: s.siteId, after: 999_999 } }),
  ]);
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
});

test('OPS-23 REL-16 beside 6,000 that have ended, what is listed is found by its indexes: all that waits, and one portion of the rest', async () => {
  const s = await openShipments();
  const ids = await aHistory(s, 6_000, `case when n % 500 = 1 then 'processing' else 'received' end`);
  await s.rows('vacuum analyze shipment_request');
  const of = ['shipment_request'];
  const person = (type: 'Pharmacy User' | 'Admin') => ({
    type,
    providerId: s.admin,
    companyId: s.companyId,
    firstName: '',
    lastName: '',
    careGroupIds: null,
    partner: { kind: 'pharmacy' as const, id: s.pharmacyId },
    host: '',
    requestId: '',
  });
  for (const [who, siteId] of [
    ['Pharmacy User', undefined],
    ['Admin', s.siteId],
  ] as const) {
    const list = await touched(
      s,
      s.companyId,
      (tx) => newestRequests(tx, person(who), siteId, { active: 100, ended: 50 }),
      { of },
    );
    const older = await touched(
      s,
      s.companyId,
      (tx) => requestsBefore(tx, person(who), siteId, ids[3_000]!).limit(50),
      {
        of,
      },
    );
    expect({ who, ways: [...list.ways, ...older.ways].filter((way) => way === 'Seq Scan') }).toEqual({ who, ways: [] });
    // Twelve that wait and fifty that have ended; of the older ones fifty, and the one that they come after.
    const [few, fewer] = [list.rows <= 100, older.rows <= 80];
    expect({ who, few, fewer, rows: [list.rows, older.rows] }).toMatchObject({ few: true, fewer: true });
  }
});
