import * as participants from '@portal/contract/participants/endpoints.ts';
import * as api from '@portal/contract/audit/security-endpoints.ts';
import { expect, test } from 'vitest';
import { wholeSight } from '#test/administrators.ts';
import { haveYear } from '#test/months.ts';
import { touched } from '#test/plans.ts';
import { type Portal, onItsOwn, openPortal } from '#test/portal.ts';
import * as queries from './security-queries.ts';

type Row = Partial<Record<'event' | 'outcome' | 'factor' | 'email_hash' | 'address', string | null>> & {
  at?: string;
  provider_id?: number | null;
};

/** Entries laid down as the log would write them, one a minute, the first one the oldest. */
async function lay(portal: Portal, companyId: number | null, rows: readonly Row[]) {
  await haveYear(portal, 2026);
  for (const [n, row] of rows.entries())
    await portal.rows(
      `insert into security_event (entry, company_id, at, event, outcome, factor, provider_id, email_hash, host, address, request_id)
       values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, 'portal.example', $8, 'request')`,
      [
        companyId,
        row.at ?? new Date(Date.UTC(2026, 2, 5, 9, n)),
        row.event ?? 'sign_in',
        row.outcome ?? 'done',
        row.factor ?? null,
        row.provider_id ?? null,
        row.email_hash ?? null,
        row.address ?? '198.51.100.7',
      ],
    );
}
async function aReviewer(portal: Portal) {
  const companyId = await portal.aCompany();
  const providerId = await portal.aPerson('Admin', { company_id: companyId, first_name: 'Maya', last_name: 'Okafor' });
  return { companyId, providerId, reviewer: await portal.signedIn(providerId) };
}
const kinds = (entries: readonly api.SecurityEntry[]) => entries.map(({ event }) => event);

test('SEC-39 a reviewer reads the events of the company, the newest first, each with who, how, from where and when', async () => {
  const portal = await openPortal();
  const { companyId, providerId, reviewer } = await aReviewer(portal);
  await lay(portal, companyId, [
    { event: 'sign_in', outcome: 'failed', factor: 'password', email_hash: 'ab.cd' },
    { event: 'company.modules_changed', address: 'local' },
    { event: 'sign_in', factor: 'totp', provider_id: providerId, email_hash: 'ab.ef' },
  ]);
  const { status, body, reply } = await reviewer.call(api.readSecurityEvents);
  expect(status).toBe(200);
  expect([reply.total, reply.more]).toEqual([3, false]);
  const common = { host: 'portal.example', requestId: 'request', call: null };
  const numbered = { number: expect.any(Number) as number };
  expect((body as { entries: unknown }).entries).toEqual([
    {
      ...common,
      ...numbered,
      at: '2026-03-05T09:02:00.000Z',
      event: 'sign_in',
      outcome: 'done',
      factor: 'totp',
      cpId: providerId,
      person: 'Maya Okafor',
      isSystem: 0,
      emailHash: 'ab.ef',
      address: '198.51.100.7',
    },
    {
      ...common,
      ...numbered,
      at: '2026-03-05T09:01:00.000Z',
      event: 'company.modules_changed',
      outcome: 'done',
      factor: null,
      cpId: null,
      person: null,
      isSystem: 1,
      emailHash: null,
      address: 'local',
    },
    {
      ...common,
      ...numbered,
      at: '2026-03-05T09:00:00.000Z',
      event: 'sign_in',
      outcome: 'failed',
      factor: 'password',
      cpId: null,
      person: null,
      isSystem: 0,
      emailHash: 'ab.cd',
      address: '198.51.100.7',
    },
  ]);
});

test('SEC-39 SEC-22 another company’s events, and those of nobody’s portal, are not seen, named or counted', async () => {
  const portal = await openPortal();
  const ours = await aReviewer(portal);
  const theirs = await aReviewer(portal);
  await lay(portal, theirs.companyId, [{ provider_id: theirs.providerId }, { provider_id: null }]);
  await lay(portal, null, [{ email_hash: 'ab.cd' }]);
  const { siteUser } = await portal.aTrialAtWork();
  await (await portal.signedIn(siteUser)).call(api.readSecurityEvents);
  await portal.app.accessLog.flush();
  for (const endpoint of [api.readSecurityEvents, api.exportSecurityEvents]) {
    const { body } = await ours.reviewer.call(endpoint);
    expect((body as { entries: unknown[] }).entries).toEqual([]);
    await portal.app.security.flush();
  }
  expect(kinds((await ours.reviewer.call(api.readSecurityEvents)).reply.entries)).toEqual(['export']);
});

test('SEC-39 the log is narrowed by event, outcome and days, and paged by 25', async () => {
  const portal = await openPortal();
  const { companyId, reviewer } = await aReviewer(portal);
  await lay(portal, companyId, [
    { event: 'registration', at: '2026-03-01T23:59:59.999Z' },
    { event: 'sign_out', at: '2026-03-02T00:00:00Z' },
    { event: 'export', outcome: 'failed', at: '2026-03-03T23:59:59.999Z' },
    { event: 'sign_in', outcome: 'failed', at: '2026-03-04T00:00:00Z' },
  ]);
  const read = async (query: Record<string, unknown>) =>
    kinds((await reviewer.call(api.readSecurityEvents, { query })).reply.entries);
  expect(await read({ event: 'sign_out' })).toEqual(['sign_out']);
  expect(await read({ outcome: 'failed' })).toEqual(['sign_in', 'export']);
  expect(await read({ outcome: 'failed', event: 'export' })).toEqual(['export']);
  expect(await read({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['export', 'sign_out']);
  expect(await read({ to: '2026-03-01' })).toEqual(['registration']);
  const refused = async (query: Record<string, unknown>) =>
    (await reviewer.call(api.readSecurityEvents, { query })).fields;
  expect(await refused({ event: 'sign_in_' })).toEqual({ event: 'must be an event' });
  expect(await refused({ outcome: 'gone' })).toEqual({ outcome: 'must be an outcome' });
  expect(await refused({ from: '2026-03-02', to: '2026-03-01' })).toEqual({ to: 'must not be before the first day' });

  await lay(
    portal,
    companyId,
    Array.from({ length: 30 }, () => ({ event: 'sign_out.everywhere' })),
  );
  const query = { event: 'sign_out.everywhere' };
  const pages = [];
  for (const page of [1, 2, 3])
    pages.push((await reviewer.call(api.readSecurityEvents, { query: { ...query, page } })).reply);
  expect(pages.map(({ entries, total }) => [entries.length, total])).toEqual([
    [25, 30],
    [5, 30],
    [0, 30],
  ]);
  expect(new Set(pages.flatMap(({ entries }) => entries.map(({ number }) => number))).size).toBe(30);
});

test('SEC-39 PRV-01 a refused call shows with what was refused, and reading the log leaves who was read in the access log', async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, providerId, reviewer } = await aReviewer(portal);
  expect((await reviewer.call(participants.listParticipants, { query: { g_id: 99_999 } })).status).toBe(404);
  await lay(portal, companyId, [{ provider_id: providerId, at: '2026-01-01T00:00:00Z' }]);
  await portal.app.accessLog.flush();
  const { entries } = (await reviewer.call(api.readSecurityEvents)).reply;
  expect(entries.map(({ event, outcome, call, person }) => [event, outcome, call, person])).toEqual([
    ['access.refused', 'refused', 'GET /care-groups/trial-participant', 'Maya Okafor'],
    ['sign_in', 'done', null, 'Maya Okafor'],
  ]);
  await portal.app.accessLog.flush();
  expect(
    await portal.rows(`select record_kind, record_ids from access_entry where call = 'GET /records/security-events'`),
  ).toEqual([{ record_kind: 'provider', record_ids: [providerId] }]);
});

const tables = ['security_event', 'access_entry'];

test('SEC-39 of 60,000 events and as many readings a filtered page touches few, and the export brings every one', {
  timeout: 300_000,
}, async () => {
  onItsOwn();
  const portal = await openPortal();
  const { companyId, reviewer } = await aReviewer(portal);
  const other = await portal.aCompany();
  const many = 60_000;
  for (const year of [2026, 2030]) await haveYear(portal, year);
  await portal.rows(
    `insert into security_event (entry, company_id, at, event, outcome, host, address, request_id)
     select gen_random_uuid(), case n % 2 when 0 then $1::int else $2::int end, '2026-01-01Z'::timestamptz + n / 2 * interval '1 minute',
       case when n / 2 % 1000 = 0 then 'registration' when n / 2 % 50 = 0 then 'export' else 'sign_in' end,
       case when n / 2 % 400 = 1 then 'failed' else 'done' end, 'portal.example', '198.51.100.7', 'request'
     from generate_series(0, $3::int - 1) n`,
    [companyId, other, many],
  );
  await portal.rows(
    `insert into access_entry (company_id, at, provider_id, call, record_kind, record_ids, outcome, host, address, request_id)
     select $1, '2026-01-01Z'::timestamptz + n * interval '30 seconds', null, 'GET /x', 'call', '{}', case when n % 100 = 0 then 'refused' else 'read' end,
       'portal.example', '198.51.100.7', 'request'
     from generate_series(0, $2::int - 1) n`,
    [companyId, many],
  );
  await portal.rows('vacuum analyze security_event, access_entry');
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
  const filters: [queries.SecurityFilter, number][] = [
    [{}, 80],
    [{ event: 'export' }, 80],
    [{ event: 'registration' }, 80],
    [{ event: 'access.refused' }, 80],
    [{ outcome: 'failed' }, 80],
    [{ outcome: 'refused' }, 80],
    [{ event: 'sign_in', outcome: 'failed' }, 80],
    // A day has 1,440 events and some refusals.
    [{ from: day(18), to: day(18) }, 80],
    [{ from: day(2), to: day(2), event: 'export' }, 80],
    [{ event: 'recovery.asked' }, 0],
    [{ from: '2030-01-01' }, 0],
  ];
  const found = [];
  for (const [filter, most] of filters) {
    const { ways, rows } = await touched(
      portal,
      companyId,
      () => queries.page({ companyId, ...wholeSight }, filter, { page: 1, size: 25 }),
      { of: tables },
    );
    found.push({ filter, rows, isFew: rows <= most, walks: ways.filter((way) => way === 'Seq Scan') });
  }
  expect(found.filter(({ isFew, walks }) => !isFew || walks.length > 0)).toEqual([]);
  const late = await touched(
    portal,
    companyId,
    () =>
      queries.portion(
        { companyId, ...wholeSight },
        {},
        { before: { at: new Date('2026-01-15T00:00:00Z'), number: 5 }, size: 25 },
      ),
    { of: tables },
  );
  expect([late.rows <= 80, late.ways.filter((way) => way === 'Seq Scan')]).toEqual([true, []]);

  const { reply } = await reviewer.call(api.readSecurityEvents);
  expect([reply.total, reply.more, reply.entries.length]).toEqual([10_000, true, 25]);
  const numbers: number[] = [];
  let before: string | null | undefined;
  while (before !== null) {
    const { body } = await reviewer.call(api.exportSecurityEvents, { query: { to: '2026-12-31', before } });
    const { entries, next } = body as { entries: { number: number }[]; next: string | null };
    numbers.push(...entries.map(({ number }) => number));
    before = next;
  }
  expect([numbers.length, new Set(numbers).size]).toEqual([many / 2 + many / 100, many / 2 + many / 100]);
});
