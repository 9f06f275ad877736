import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Tx } from '#platform/database/db.ts';
import { clearAway } from '#platform/jobs/housekeeping.ts';
import { hashOf } from '#platform/security/viewer-of.ts';
import { aCrowd, onPlainDefaults, setPlainDefaults } from './plans.ts';
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
