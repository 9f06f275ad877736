import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Tx } from '#platform/database/db.ts';
import { deliverDue } from '#platform/jobs/deliver-messages.ts';
import { clearAway } from '#platform/jobs/housekeeping.ts';
import { hashOf } from '#platform/security/viewer-of.ts';
import { undelivered } from '#rooms/partners/manage-queries.ts';
import { aCrowd, onPlainDefaults, pagesFetched, setPlainDefaults } from './plans.ts';
import { openPortal } from './portal.ts';

/** What this transaction has read of the care groups so far: in passing, and by an index. */
const readOfGroups = async (tx: Tx) => {
  const { rows } = await sql<{ inPassing: number; byIndex: number }>`
    select seq_tup_read as "inPassing", coalesce(idx_tup_fetch, 0) as "byIndex"
    from pg_stat_xact_user_tables where relname = 'care_group'`.execute(tx);
  return rows[0]!;
};

test('REL-05 SEC-06 whose call it is is found by indexes on a plain PostgreSQL, among 5,000 care groups', async () => {
  const portal = await openPortal();
  const { companyId, sponsorId } = await aCrowd(portal);
  const [trial, site] = await portal.rows<{ id: number }>(
    `select care_group_id as id from care_group where company_id = $1 and name = 'Crowd 7' order by kind desc limit 2`,
    [companyId],
  );
  const ofSite = await portal.aPerson('Site User', { company_id: companyId }, [site!.id]);
  const ofTrial = await portal.aPerson('Nurse', { company_id: companyId }, [trial!.id]);
  const ofSponsor = await portal.aPerson('Sponsor', { company_id: companyId, sponsor_id: sponsorId });
  await portal.rows('analyze');
  for (const [person, groups] of [
    [ofSite, 1],
    [ofTrial, 20],
    [ofSponsor, 100],
  ] as const) {
    const { token } = await portal.signedIn(person);
    await portal.app.database.asSystem(async (tx) => {
      await setPlainDefaults(tx);
      // Often enough for a plan that is made once for all.
      for (let time = 0; time < 8; time++) {
        const { rows } = await sql<{ n: number }>`
          select cardinality(care_group_ids) as n from viewer_at(${hashOf(token)}, now())`.execute(tx);
        expect(rows).toEqual([{ n: groups }]);
      }
      const { inPassing, byIndex } = await readOfGroups(tx);
      expect(inPassing).toBe(0);
      expect(byIndex).toBeLessThanOrEqual(8 * (3 * groups + 10));
    });
  }
});

test('REL-16 events that everybody has heard of are cleared away by an index', async () => {
  const portal = await openPortal();
  const companyId = await portal.aCompany();
  await portal.rows(
    `insert into event (company_id, type, payload, created_at)
     select $1, 'test.event', '{}', $2::timestamptz - case when n <= 20 then interval '8 days' else n * interval '1 second' end
     from generate_series(1, 20000) n`,
    [companyId, portal.app.clock.now()],
  );
  await portal.rows('analyze event');
  const database = openDatabase({ ...portal.connection, ...onPlainDefaults, max: 1 }, () => {});
  onTestFinished(() => database.close());
  const passes = async () => {
    await database.query('select pg_stat_force_next_flush()', []);
    return portal.rows(`select seq_scan from pg_stat_user_tables where relname = 'event'`);
  };
  const before = await passes();
  await clearAway({ ...portal.app, database });
  expect(await passes()).toEqual(before);
  expect(await portal.rows('select count(*)::int as left from event')).toEqual([{ left: 19_980 }]);
});

test('REL-12 REL-16 the next message is found by indexes, among 20,000 that wait, behind as many that were withdrawn or given up, before as many codes that nobody can use any more', async () => {
  const portal = await openPortal();
  const at = (minutes: number) => new Date(portal.app.clock.now().getTime() + minutes * 60_000);
  const day = 24 * 60;
  const lay = async (count: number, subject: string, more: Record<string, string | number | Date> = {}) => {
    const row = Object.entries({ created_at: at(0), ...more });
    await portal.rows(
      `insert into message (channel, recipient, body, subject, ${row.map(([column]) => column).join(', ')})
       select 'email', 'ada@clinic.example', 'x', $1 || n, ${row.map((_, index) => `$${index + 3}`).join(', ')} from generate_series(1, $2::int) n`,
      [subject, count, ...row.map(([, value]) => value)],
    );
  };
  await lay(20_000, 'Withdrawn ', { withdrawn_at: at(0) });
  await lay(20_000, 'Withdrawn code ', { withdrawn_at: at(0), useless_after: at(5) });
  await lay(20_000, 'Given up ', { created_at: at(-10 * day) });
  await lay(20_000, 'Refused ', { created_at: at(-10 * day), attempts: 9, next_try_at: at(-3 * day) });
  await lay(20_000, 'Notice ');
  await lay(20_000, 'Late code ', { useless_after: at(-60) });
  await lay(20, 'Code ', { useless_after: at(10) });
  await portal.rows('analyze message');
  const database = openDatabase({ ...portal.connection, ...onPlainDefaults, max: 1 }, () => {});
  onTestFinished(() => database.close());
  const read = async () => {
    await database.query('select pg_stat_force_next_flush()', []);
    const [row] = await portal.rows<{ inPassing: number; byIndex: number }>(
      `select seq_tup_read::int as "inPassing", idx_tup_fetch::int as "byIndex" from pg_stat_user_tables where relname = 'message'`,
    );
    return row!;
  };
  const before = await read();
  const sent: string[] = [];
  const send = async ({ subject }: { subject: string }) => void sent.push(subject);
  await deliverDue({ ...portal.app, database }, { channel: 'email', send, close: () => {} }, () => sent.length < 40);
  const after = await read();
  expect(sent).toEqual(['Code', 'Notice'].flatMap((what) => Array.from({ length: 20 }, (_, n) => `${what} ${1 + n}`)));
  expect(after.inPassing).toBe(before.inPassing);
  // Each is found, taken and noted.
  expect(after.byIndex - before.byIndex).toBeLessThanOrEqual(40 * 10);
});

test('REL-05 whether mails arrive at partners is found by indexes, of the one that was refused last, among 20,000 that were refused, before as many that went to others', async () => {
  const portal = await openPortal();
  const { companyId, pharmacyId } = await portal.aTrialAtWork();
  const email = 'desk@pharmacy.example';
  await portal.rows('update partner set email = $1, send_email = true where partner_id = $2', [email, pharmacyId]);
  const now = portal.app.clock.now();
  const lay = (column: 'sent_at' | 'refused_at', ofPartner = '$2::int') =>
    portal.rows(
      `insert into message (channel, recipient, body, subject, partner_id, created_at, ${column})
       select 'email', $1, '', 'Shipment updates', ${ofPartner}, $3, $3 from generate_series(1, 20000) n`,
      [email, pharmacyId, new Date(now.getTime() - 2 * 3_600_000)],
    );
  await lay('sent_at');
  await lay('refused_at');
  await lay('sent_at', '$2::int + 1 + n % 500');
  await portal.rows('analyze message');
  const pages = await portal.app.database.readInCompany(companyId, async (tx) => {
    await setPlainDefaults(tx);
    return pagesFetched(tx, async () =>
      expect(await undelivered(tx, [pharmacyId], now)).toEqual(new Set([pharmacyId])),
    );
  });
  expect(pages).toBeLessThan(100);
});
