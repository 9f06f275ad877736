/** Sudden deaths under load, and what is left afterwards: `npm run faults [-- --kills 10 --writes 1000 --json file]`. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { me } from '@portal/contract/identity/endpoints.ts';
import pg from 'pg';
import { postmasterOf, type RunningPortal, startPortal } from '../e2e/portal.ts';
import { openWorld, type World } from './bench/world.ts';
import { compare, halfDone } from './faults/checks.ts';
import { type Attempt, atWork, hire, type Kind, kinds } from './faults/load.ts';
import { verifyChain } from './faults/chain.ts';

export interface FaultReport {
  kills: number;
  acknowledged: number;
  byKind: Record<Kind, number>;
  /** Asked for without an answer, and asked for again. */
  retried: number;
  lost: number;
  duplicated: number;
  /** A first sentence for each kind of half-done work that was found. */
  halfDone: Record<string, number>;
  /** Answers that a call under load must not have. */
  refused: string[];
  chain: string;
  restartMs: number[];
}

/** Whether nothing was lost, doubled or left half-done. */
const isClean = (report: FaultReport): boolean =>
  report.lost === 0 &&
  report.duplicated === 0 &&
  Object.keys(report.halfDone).length === 0 &&
  report.refused.length === 0 &&
  report.chain === 'verified';

/** A few people do here what many do elsewhere. */
const unlimited = { COSTLY_CALLS_PER_PERSON: '1000000' };

/** Kills the server process again and again while people write, starts it on the same data and counts (REL-01, REL-02, REL-06). */
export async function killServer({
  kills,
  writes,
  say = () => {},
}: {
  kills: number;
  writes: number;
  say?: (line: string) => void;
}): Promise<FaultReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-faults-'));
  let portal = await startPortal({ dataDir, env: unlimited });
  let retried = 0;
  const restartMs: number[] = [];
  try {
    const world = await openWorld(portal);
    try {
      const staff = await hire(world);
      const work = atWork(staff, () => portal.url);
      for (let kill = 1; kill <= kills; kill++) {
        const until = work.acknowledged() + writes;
        work.begin();
        while (work.acknowledged() < until && !work.ledger.some(({ outcome }) => outcome === 'refused'))
          await pause(10);
        await pause(Math.random() * 200); // at no particular moment
        await portal.kill();
        await work.end();
        portal = await startPortal({ dataDir, env: unlimited });
        restartMs.push(Math.round(portal.readyMs));
        const open = await work.retry();
        retried += open;
        say(
          `Kill ${kill}: ${work.acknowledged()} acknowledged so far, ${open} without an answer, ready again after ${Math.round(portal.readyMs)} ms`,
        );
      }
      return { ...(await report(world, portal, staff.companyId, work.ledger)), kills, retried, restartMs };
    } finally {
      await world.close();
    }
  } finally {
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export interface DatabaseReport extends FaultReport {
  samePid: boolean;
  /** Calls that were told to come back later, and whether each said when and came within 5 s. */
  unavailable: number;
  slowestRefusalMs: number;
  withoutRetryTime: number;
  /** From the moment the database took connections again until a call went well. */
  recoveryMs: number[];
}

/** Kills the database under the running server: it answers 503 and finds the way back by itself (REL-04). */
export async function killDatabase({
  kills,
  writes,
  say = () => {},
}: {
  kills: number;
  writes: number;
  say?: (line: string) => void;
}): Promise<DatabaseReport> {
  const portal = await startPortal({ env: unlimited });
  const recoveryMs: number[] = [];
  let unavailable = 0;
  let withoutRetryTime = 0;
  let slowestRefusalMs = 0;
  let retried = 0;
  try {
    const world = await openWorld(portal);
    try {
      const staff = await hire(world);
      const work = atWork(staff, () => portal.url);
      const token = staff.sites[0]?.token as string;
      for (let kill = 1; kill <= kills; kill++) {
        const until = work.acknowledged() + writes;
        work.begin();
        while (work.acknowledged() < until && !work.ledger.some(({ outcome }) => outcome === 'refused'))
          await pause(10);
        process.kill(postmasterOf(portal.dataDir), 'SIGKILL');
        const back = whenItTakesConnections(world.connection);
        let backAt = 0;
        void back.then((at) => {
          backAt = at;
        });
        // The database may be back between two calls: what counts is the first good one after it was away or is back.
        for (let wasAway = false; ; await pause(20)) {
          const asked = performance.now();
          const answer = await fetch(`${portal.url}/api${me.path}`, {
            headers: { authorization: `Bearer ${token}` },
            signal: AbortSignal.timeout(20_000),
          });
          await answer.arrayBuffer();
          if (answer.ok && (wasAway || backAt > 0)) break;
          if (answer.ok) continue;
          wasAway = true;
          if (answer.status !== 503)
            throw new Error(`A call was answered ${answer.status} while the database was away.`);
          unavailable++;
          if (!(Number(answer.headers.get('retry-after')) > 0)) withoutRetryTime++;
          slowestRefusalMs = Math.max(slowestRefusalMs, performance.now() - asked);
        }
        const good = performance.now();
        recoveryMs.push(Math.max(0, Math.round(good - (await back))));
        await work.end();
        retried += await work.retry();
        say(`Database kill ${kill}: good again ${recoveryMs.at(-1)} ms after the database`);
      }
      return {
        ...(await report(world, portal, staff.companyId, work.ledger)),
        kills,
        retried,
        restartMs: [],
        samePid: isAlive(portal.pid),
        unavailable,
        slowestRefusalMs: Math.round(slowestRefusalMs),
        withoutRetryTime,
        recoveryMs,
      };
    } finally {
      await world.close();
    }
  } finally {
    await portal.stop();
  }
}

/** What the database and the ledger say of each other, once all is quiet. */
async function report(
  world: World,
  portal: RunningPortal,
  companyId: number,
  ledger: readonly Attempt[],
): Promise<Omit<FaultReport, 'kills' | 'retried' | 'restartMs'>> {
  const { lost, duplicated } = await compare(world, companyId, ledger);
  const acknowledged = ledger.filter(({ outcome }) => outcome === 'acknowledged');
  return {
    acknowledged: acknowledged.length,
    byKind: Object.fromEntries(
      kinds.map((kind) => [kind, acknowledged.filter((attempt) => attempt.kind === kind).length]),
    ) as Record<Kind, number>,
    lost: lost.length,
    duplicated: duplicated.length,
    halfDone: await halfDone(world, companyId, ledger),
    refused: ledger
      .filter(({ outcome }) => outcome !== 'acknowledged')
      .map(({ kind, answer }) => `${kind}: ${answer?.status} ${JSON.stringify(answer?.body)}`),
    chain: await verifyChain(world, portal),
  };
}

/** The moment at which the database takes connections again. */
async function whenItTakesConnections(connection: pg.PoolConfig): Promise<number> {
  for (;;) {
    const client = new pg.Client(connection);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return performance.now();
    } catch {
      await pause(5);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      kills: { type: 'string', default: '10' },
      writes: { type: 'string', default: '1000' },
      json: { type: 'string' },
    },
  });
  const asked = { kills: Number(values.kills), writes: Number(values.writes) };
  if (!(asked.kills > 0 && asked.writes > 0)) throw new Error('--kills and --writes must be numbers above 0.');
  const server = await killServer({ ...asked, say: console.error });
  const database = await killDatabase({
    kills: Math.min(asked.kills, 10),
    writes: Math.min(asked.writes, 200),
    say: console.error,
  });
  const rows: [string, (of: FaultReport) => string | number][] = [
    ['Kills', (of) => of.kills],
    ['Acknowledged writes', (of) => of.acknowledged],
    ['Asked again without an answer', (of) => of.retried],
    ['Lost', (of) => of.lost],
    ['Duplicated', (of) => of.duplicated],
    [
      'Half-done',
      (of) =>
        Object.entries(of.halfDone)
          .map(([name, times]) => `${times} ${name}`)
          .join(', ') || 0,
    ],
    ['Refused', (of) => of.refused.length],
    ['Audit chain', (of) => of.chain],
  ];
  console.log(`${''.padEnd(32)}${'Server killed'.padEnd(24)}Database killed`);
  for (const [title, of] of rows) console.log(`${title.padEnd(32)}${String(of(server)).padEnd(24)}${of(database)}`);
  console.log(
    `${'Back after, slowest'.padEnd(32)}${`${Math.max(...server.restartMs)} ms`.padEnd(24)}${Math.max(...database.recoveryMs)} ms`,
  );
  const json = JSON.stringify({ at: new Date().toISOString(), server, database }, null, 2);
  console.log(json);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  process.exit(isClean(server) && isClean(database) && recovers(database) ? 0 : 1);
}

/** REL-04: the same process, refusals within 5 s that say when to come back, good again within 2 s. */
export const recovers = (report: DatabaseReport): boolean =>
  report.samePid &&
  report.withoutRetryTime === 0 &&
  report.slowestRefusalMs <= 5_000 &&
  report.recoveryMs.every((ms) => ms <= 2_000);

if (import.meta.main) {
  process.once('SIGINT', () => process.exit(130));
  process.once('SIGTERM', () => process.exit(143));
  await main();
}
