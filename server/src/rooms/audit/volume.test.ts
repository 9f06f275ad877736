import * as api from '@portal/contract/audit/endpoints.ts';
import { expect, test } from 'vitest';
import { wholeSight } from '#test/administrators.ts';
import { touched } from '#test/plans.ts';
import { openPortal } from '#test/portal.ts';
import type { Tx } from '#platform/database/db.ts';
import { meaningsOf, named } from './find-words.ts';
import * as queries from './queries.ts';

const many = 30_000;

/** A company with as many entries: one a minute, of 40 people, 10 kinds and 600 records, 30 of them by Nora Quill, long ago; and another with as many. */
async function aLongTrail() {
  const portal = await openPortal();
  const companies = [await portal.aCompany(), await portal.aCompany()] as const;
  const reviewer = await portal.signedIn(await portal.aPerson('Admin', { company_id: companies[0] }));
  await portal.rows(
    `insert into audit_entry (company_id, at, actor_id, actor_name, actor_type, action, record_kind, record_id, changes, host, request_id)
     select case n % 2 when 0 then $1::int else $2::int end, '2026-01-01Z'::timestamptz + n / 2 * interval '1 minute', n / 2 % 40 + 1,
       case when n between 1000 and 1059 then 'Nora Quill' else 'Somebody' end, 'Site User', 'shipment.kind_' || chr(97 + n / 2 % 10), 'shipment_request', (n / 2 % 600 + 1)::text,
       '[{"field": "status", "old": "processing", "new": "shipped"}]', 'localhost', 'request'
     from generate_series(0, $3::int - 1) n`,
    [...companies, 2 * many],
  );
  await portal.rows('vacuum analyze audit_entry');
  return { portal, companyId: companies[0], reviewer };
}

test('P11-14 of 30,000 entries a filtered page touches few, and the export brings every one', {
  timeout: 300_000,
}, async () => {
  const { portal, companyId, reviewer } = await aLongTrail();
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10);
  const filters: [queries.Filter, number][] = [
    [{}, 100],
    [{ recordKind: 'shipment_request', recordId: '17' }, 100],
    [{ recordKind: 'shipment_request' }, 100],
    [{ person: 7 }, 100],
    // Where pages are thought dear the newest are read by their numbers until there are enough: one in twenty is of a kind.
    [{ kind: 'shipment.kind_c' }, 600],
    // A record has 50 entries.
    [{ recordKind: 'shipment_request', recordId: '17', person: 17, from: day(10), to: day(40) }, 100],
    // A day has 1,440 entries, recent or old.
    [{ from: day(18), to: day(18) }, 1_500],
    [{ from: day(2), to: day(2) }, 1_500],
    [{ person: 7, from: day(2), to: day(2) }, 1_500],
    // What does not exist is not looked for in all of them.
    [{ person: 4_711 }, 0],
    [{ kind: 'shipment.nothing' }, 0],
    [{ from: '2030-01-01' }, 0],
  ];
  for (const [filter, most] of filters) {
    const { ways, rows: entries } = await touched(
      portal,
      companyId,
      (tx) => queries.page(tx, { companyId, ...wholeSight, places: new Map() }, filter, { page: 1, size: 25 }),
      { of: ['audit_entry'] },
    );
    expect({ filter, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ filter, ways: [] });
    expect({ filter, entries, few: entries <= most }).toEqual({ filter, entries, few: true });
  }
  // By words: who did little, a kind of change, a record by its number, an entry by its own, and several at once.
  const searches: [string, number][] = [
    ['nora', 60],
    ['nora quill', 60],
    ['4711', 100],
    ['request 17', 100],
    ['nora 17', 100],
    ['nobody', 0],
    ['somebody', 100],
    ['request', 100],
  ];
  for (const [q, most] of searches) {
    const words = await portal.app.database.readInCompany(companyId, (tx) => meaningsOf(tx, companyId, q));
    const page = (tx: Tx) =>
      queries.page(tx, { companyId, ...wholeSight, places: new Map() }, { words }, { page: 1, size: 25 });
    const { ways, rows: entries } = await touched(portal, companyId, page, { of: ['audit_entry'] });
    expect({ q, ways: ways.filter((way) => way === 'Seq Scan') }).toEqual({ q, ways: [] });
    expect({ q, entries, few: entries <= most }).toEqual({ q, entries, few: true });
  }
  // The names of those who did something are read one by one, however much each of them did.
  const names = await touched(portal, companyId, () => named(companyId, ['nora']), { of: ['audit_entry'] });
  expect({ ...names, few: names.rows <= 10 }).toEqual({ ...names, few: true });
  // Counting ends where nobody turns pages any more.
  const { reply } = await reviewer.call(api.readAudit);
  expect([reply.total, reply.more, reply.entries.length]).toEqual([10_000, true, 25]);
  const last = (await reviewer.call(api.readAudit, { query: { page: 400 } })).reply;
  expect(last.entries[0]?.number).toBe((reply.entries[0]?.number ?? 0) - 2 * 9_975);

  const numbers: number[] = [];
  let before: number | null | undefined;
  while (before !== null) {
    const { status, body } = await reviewer.call(api.exportAudit, { query: { before } });
    expect(status).toBe(200);
    const { entries, next } = body as { entries: { number: number }[]; next: number | null };
    numbers.push(...entries.map(({ number }) => number));
    before = next;
  }
  expect(numbers).toHaveLength(many);
  expect(new Set(numbers).size).toBe(many);
  expect(numbers.every((number, n) => n === 0 || number < (numbers[n - 1] ?? 0))).toBe(true);
});
