import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { onItsOwn, openPortal, type Portal } from '#test/portal.ts';
import { aSlowWire } from '#test/slow-wire.ts';
import { type Job, type Jobs, makeJobs, wakes } from './jobs.ts';
import { makeLog } from '#platform/core/log.ts';

const never = '0 0 1 1 *';
async function running(portal: Portal, ...jobs: Job[]): Promise<Jobs> {
  const made = makeJobs(portal.connection, makeLog('silent'), jobs);
  onTestFinished(() => made.stop());
  await made.start();
  return made;
}
const ask = (portal: Portal, name: string) =>
  portal.app.database.asSystem((tx) => sql`select pg_notify(${wakes}, ${name})`.execute(tx));

test('REL-14 a job that is asked for runs in one of two processes, soon after the commit and not for a transaction that failed', async () => {
  const portal = await openPortal();
  const ran: string[] = [];
  const job = (who: string): Job => ({ name: 'count', at: never, work: async () => (ran.push(who), null) });
  await Promise.all([running(portal, job('a')), running(portal, job('b'))]);
  // Each looks once for what was left to do while nobody listened.
  await expect.poll(() => ran.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(() => waiting(portal), { timeout: 10_000 }).toBe(0);
  const before = ran.length;
  await expect(
    portal.app.database.asSystem(async (tx) => {
      await sql`select pg_notify(${wakes}, 'count')`.execute(tx);
      throw new Error('the act failed');
    }),
  ).rejects.toThrow('the act failed');
  await ask(portal, 'no job of ours');
  const asked = performance.now();
  await ask(portal, 'count');
  await expect.poll(() => ran.length, { timeout: 10_000 }).toBeGreaterThan(before);
  expect(performance.now() - asked).toBeLessThan(5_000);
  await expect.poll(() => waiting(portal), { timeout: 10_000 }).toBe(0);
  expect(ran.length).toBeLessThanOrEqual(before + 2);
});

test('REL-14 every job by the clock is due each hour, also what does not run at the start: a portal that is off at one hour of the day does it at another', async () => {
  onItsOwn();
  const portal = await openPortal();
  await portal.app.jobs.start();
  const schedules = await portal.rows<{ name: string; cron: string }>('select name, cron from pgboss.schedule');
  expect(schedules.map(({ name }) => name)).toEqual(expect.arrayContaining(['archive-months', 'sweep-files']));
  expect(schedules.filter(({ cron }) => !cron.endsWith(' * * * *'))).toEqual([]);
});

test('a job that fails is asked for again, and one that wants to run later does', async () => {
  const portal = await openPortal();
  let runs = 0;
  await running(portal, {
    name: 'stumble',
    at: never,
    work: async () => {
      runs += 1;
      if (runs === 1) throw new Error('stumbled');
      return runs === 2 ? 1_000 : null;
    },
  });
  // What was wished for while nobody listened may come on top.
  await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
  await ask(portal, 'stumble');
  await expect.poll(() => runs, { timeout: 15_000 }).toBeGreaterThanOrEqual(3);
});

test('a job that waits for its next time runs earlier once it finds something that is due earlier', async () => {
  const portal = await openPortal();
  let next: number | null = 3_600_000;
  let runs = 0;
  await running(portal, {
    name: 'count',
    at: never,
    work: async () => {
      runs += 1;
      const again = next;
      if (again === 1_000) next = null;
      return again;
    },
  });
  // It has run at the start, and waits for an hour.
  await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(0);
  await expect.poll(() => waiting(portal), { timeout: 10_000 }).toBe(1);
  const before = runs;
  next = 1_000;
  await ask(portal, 'count');
  await expect.poll(() => waiting(portal), { timeout: 15_000 }).toBe(0);
  expect(runs).toBeGreaterThanOrEqual(before + 2);
});

test('REL-04 work goes on by itself after the host of the database vanished, so that its connections neither answer nor end', async () => {
  const portal = await openPortal();
  const wire = await aSlowWire(portal.connection);
  let runs = 0;
  const job: Job = { name: 'count', at: never, work: async () => ((runs += 1), 500) };
  const jobs = makeJobs(wire.connection, makeLog('silent'), [job], [], { longestStatementMs: 500 });
  onTestFinished(async () => {
    await jobs.stop();
    wire.close();
  }, 20_000);
  await jobs.start();
  await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(1);
  wire.vanish();
  const before = runs;
  // Until the queue notices that it no longer hears of anything.
  await expect.poll(() => runs, { timeout: 30_000 }).toBeGreaterThan(before + 2);
}, 60_000);

test('a job that may take hours has them, also where an earlier release gave its queue ten minutes', async () => {
  const portal = await openPortal();
  const job: Job = { name: 'count', at: never, work: async () => null };
  const seconds = async () =>
    (await portal.rows<{ n: number }>(`select expire_seconds as n from pgboss.queue where name = 'count'`))[0]?.n;
  await (await running(portal, job)).stop();
  expect(await seconds()).toBe(600);
  await running(portal, { ...job, takesLong: true });
  expect(await seconds()).toBe(6 * 3_600);
});

test('a stop lets a running job end', async () => {
  const portal = await openPortal();
  let goOn = () => {};
  let ended = false;
  let begun = false;
  const jobs = await running(portal, {
    name: 'long',
    at: never,
    work: async () => {
      begun = true;
      await new Promise<void>((resolve) => (goOn = resolve));
      ended = true;
      return null;
    },
  });
  await expect.poll(() => begun, { timeout: 10_000 }).toBe(true);
  const stopped = jobs.stop();
  goOn();
  await stopped;
  expect(ended).toBe(true);
});

test.each([
  [
    'has no connection to spare',
    (name: string) => `alter database ${name} connection limit 0`,
    (name: string) => `alter database ${name} connection limit -1`,
  ],
  [
    'fails in the middle of it',
    () => 'alter table pgboss.schedule rename to schedule_away',
    () => 'alter table pgboss.schedule_away rename to schedule',
  ],
])('REL-04 REL-14 a start over which the database %s is tried again until the jobs run', async (_, away, back) => {
  const portal = await openPortal();
  const name = portal.connection.database ?? '';
  const warned: string[] = [];
  const log = makeLog('warn', (line) => void warned.push(line));
  let runs = 0;
  const job: Job = { name: 'count', at: never, work: async () => ((runs += 1), null) };
  const jobs = makeJobs(portal.connection, log, [job], [], { againMs: 20 });
  onTestFinished(() => jobs.stop());
  await portal.rows(away(name));
  const started = jobs.start();
  await expect.poll(() => warned.length, { timeout: 10_000 }).toBeGreaterThan(0);
  await portal.rows(back(name));
  await started;
  await expect.poll(() => runs, { timeout: 10_000 }).toBeGreaterThan(0);
});

test('a stop ends the tries to start', async () => {
  const portal = await openPortal();
  await portal.rows(`alter database ${portal.connection.database} connection limit 0`);
  const warned: string[] = [];
  const jobs = makeJobs(
    portal.connection,
    makeLog('warn', (line) => void warned.push(line)),
    [],
  );
  const started = jobs.start();
  await expect.poll(() => warned.length, { timeout: 10_000 }).toBe(1);
  await jobs.stop();
  await started;
  expect(warned).toHaveLength(1);
});

const waiting = async (portal: Portal) =>
  (
    await portal.rows<{ n: number }>(
      `select count(*)::int as n from pgboss.job where state in ('created', 'active', 'retry') and name = 'count'`,
    )
  )[0]?.n;
