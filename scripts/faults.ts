/**
 * Sudden deaths under load, and what is left afterwards:
 * `npm run faults [-- --kills 10 --writes 1000 --only submits --of server --json file]`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { me } from '@portal/contract/identity/endpoints.ts';
import pg from 'pg';
import { postmasterOf, type RunningPortal, startPortal } from '../e2e/portal.ts';
import { wordsOf } from '../server/src/operator/read-options.ts';
import { openWorld } from './bench/world.ts';
import { verifyChain } from './faults/chain.ts';
import { compare, halfDone } from './faults/checks.ts';
import type { Crew, Hired } from './faults/crew.ts';
import { groups } from './faults/groups.ts';
import { openLedger } from './faults/ledger.ts';
import { registrations } from './faults/registrations.ts';
import { signatures } from './faults/signatures.ts';
import { submits } from './faults/submits.ts';
import { supply } from './faults/supply.ts';
import { talk } from './faults/talk.ts';

/** Who works while it dies. */
export const crews = { supply, talk, submits, signatures, groups, registrations } as const satisfies Record<
  string,
  Crew
>;
export type CrewName = keyof typeof crews;
const crewNames = Object.keys(crews) as CrewName[];

interface Given {
  kills: number;
  /** So many are acknowledged between one kill and the next, at least. */
  writes: number;
  only?: readonly CrewName[];
  say?: (line: string) => void;
  /** Told after the last death: what comes then takes up to a minute, and no time of it is measured. */
  survived?: () => void;
}

export interface FaultReport {
  kills: number;
  acknowledged: number;
  byKind: Record<string, number>;
  /** Asked for without an answer, and asked for again. */
  retried: number;
  lost: number;
  duplicated: number;
  /** What was lost or doubled, by kind and mark. */
  named: string[];
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

/** A few people do here what many do elsewhere; a start on a busy machine is no fault. */
const unlimited = { env: { COSTLY_CALLS_PER_PERSON: '1000000' }, timeoutMs: 180_000 };

/** A company whose people work in a running portal. */
async function openWork(portal: RunningPortal, address: () => string, { kills, writes, only = crewNames }: Given) {
  const world = await openWorld(portal);
  const hired: Hired[] = [];
  const close = async () => {
    for (const crew of hired) crew.close?.();
    await world.close();
  };
  try {
    const companyId = await world.aCompany(['TrialCard', 'Messaging', 'ClinicalManagement', 'Assessments']);
    const ledger = openLedger(address);
    const ground = { world, companyId, expected: kills * writes, work: ledger.work };
    for (const name of only) hired.push(await crews[name].hire(ground));
    return { world, companyId, ledger, hired, crews: only.map((name) => crews[name]), close };
  } catch (error) {
    await close();
    throw error;
  }
}
type Open = Awaited<ReturnType<typeof openWork>>;

const kindsOf = (of: readonly Crew[]): string[] => of.flatMap(({ marks }) => Object.keys(marks));

/** Everybody works until so much more was acknowledged, and one of each kind at least. */
async function letWork({ ledger: work, hired, crews: atWork }: Open, writes: number): Promise<void> {
  const { ledger, acknowledged, begin } = work;
  const until = acknowledged() + writes;
  begin(hired.flatMap(({ workers }) => workers));
  const isEnough = () =>
    acknowledged() >= until &&
    kindsOf(atWork).every((kind) => ledger.some((one) => one.kind === kind && one.outcome === 'acknowledged'));
  while (!isEnough() && !ledger.some(({ outcome }) => outcome === 'refused')) await pause(10);
}

/** Kills the server process again and again while people write, starts it on the same data and counts (REL-01, REL-02, REL-06). */
export async function killServer(given: Given): Promise<FaultReport> {
  const { kills, writes, say = () => {}, survived = () => {} } = given;
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-faults-'));
  const start = () => startPortal({ dataDir, ...unlimited });
  let portal: RunningPortal | undefined;
  let open: Open | undefined;
  let retried = 0;
  const restartMs: number[] = [];
  try {
    portal = await start();
    open = await openWork(portal, () => (portal as RunningPortal).url, given);
    const { ledger } = open;
    for (let kill = 1; kill <= kills; kill++) {
      await letWork(open, writes);
      await pause(Math.random() * 200); // at no particular moment
      await portal.kill();
      await ledger.end();
      portal = await start();
      restartMs.push(Math.round(portal.readyMs));
      const again = await ledger.retry();
      retried += again;
      say(
        `Kill ${kill}: ${ledger.acknowledged()} acknowledged so far, ${again} without an answer, ready again after ${Math.round(portal.readyMs)} ms`,
      );
    }
    survived();
    return { ...(await report(open, portal)), kills, retried, restartMs };
  } finally {
    survived();
    await open?.close();
    await portal?.stop();
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
export async function killDatabase(given: Given): Promise<DatabaseReport> {
  const { kills, writes, say = () => {} } = given;
  const portal = await startPortal(unlimited);
  const recoveryMs: number[] = [];
  let unavailable = 0;
  let withoutRetryTime = 0;
  let slowestRefusalMs = 0;
  let retried = 0;
  try {
    const open = await openWork(portal, () => portal.url, given);
    const { world, companyId, ledger } = open;
    try {
      const token = await world.tokenFor(await world.aPerson('Admin', { company_id: companyId }));
      for (let kill = 1; kill <= kills; kill++) {
        await letWork(open, writes);
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
        await ledger.end();
        retried += await ledger.retry();
        say(`Database kill ${kill}: good again ${recoveryMs.at(-1)} ms after the database`);
      }
      return {
        ...(await report(open, portal)),
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
      await open.close();
    }
  } finally {
    await portal.stop();
  }
}

/** What the database and the ledger say of each other, once all is quiet. */
async function report(
  { world, companyId, ledger: { ledger }, hired, crews: atWork }: Open,
  portal: RunningPortal,
): Promise<Omit<FaultReport, 'kills' | 'retried' | 'restartMs'>> {
  // What works on afterwards, such as the seal of a signed document, has to be through first.
  const looked: Record<string, number> = {};
  for (const { inspect } of hired) Object.assign(looked, await inspect?.(ledger));
  const { lost, duplicated } = await compare(world, companyId, atWork, ledger);
  Object.assign(looked, await halfDone(world, companyId, atWork));
  const acknowledged = ledger.filter(({ outcome }) => outcome === 'acknowledged');
  return {
    acknowledged: acknowledged.length,
    byKind: Object.fromEntries(
      kindsOf(atWork).map((kind) => [kind, acknowledged.filter((attempt) => attempt.kind === kind).length]),
    ),
    lost: lost.length,
    duplicated: duplicated.length,
    named: [...lost, ...duplicated].map(({ kind, mark }) => `${kind}: ${mark}`),
    halfDone: Object.fromEntries(Object.entries(looked).filter(([, times]) => times > 0)),
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
  const { values } = wordsOf({
    options: {
      kills: { type: 'string', default: '10' },
      writes: { type: 'string' },
      only: { type: 'string', multiple: true },
      of: { type: 'string', multiple: true },
      json: { type: 'string' },
    },
  });
  const kills = Number(values.kills);
  // 10,000 over all kills (REL-01).
  const writes = values.writes === undefined ? Math.ceil(10_000 / kills) : Number(values.writes);
  if (!(kills > 0 && writes > 0)) throw new Error('--kills and --writes must be numbers above 0.');
  const only = (values.only ?? crewNames) as CrewName[];
  const strange = only.filter((name) => !crewNames.includes(name));
  if (strange.length > 0) throw new Error(`Nobody is called ${strange.join(', ')}; there are ${crewNames.join(', ')}.`);
  const of = values.of ?? ['server', 'database'];
  const asked = { kills, only, say: console.error };
  const server = of.includes('server') ? await killServer({ ...asked, writes }) : null;
  const database = of.includes('database') ? await killDatabase({ ...asked, writes: Math.min(writes, 200) }) : null;
  const reports = [server, database].filter((one) => one !== null);
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
  const line = (title: string, cells: readonly unknown[]) =>
    console.log(title.padEnd(32) + cells.map((cell) => String(cell).padEnd(24)).join(''));
  line('', [...(server ? ['Server killed'] : []), ...(database ? ['Database killed'] : [])]);
  for (const [title, shown] of rows) line(title, reports.map(shown));
  for (const kind of kindsOf(only.map((name) => crews[name])))
    line(
      `  ${kind}`,
      reports.map(({ byKind }) => byKind[kind]),
    );
  line(
    'Back after, slowest',
    [server?.restartMs, database?.recoveryMs].flatMap((ms) => (ms ? `${Math.max(...ms)} ms` : [])),
  );
  const json = JSON.stringify({ at: new Date().toISOString(), server, database }, null, 2);
  console.log(json);
  if (values.json) writeFileSync(values.json, `${json}\n`);
  process.exit(reports.every(isClean) && (database === null || recovers(database)) ? 0 : 1);
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
