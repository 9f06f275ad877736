/** A thousand open pages over two server processes on one database: how soon a message is stored and heard, and what a socket holds. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type RunningPortal, startPortal } from '../../e2e/portal.ts';
import { measureConversationLists } from './conversation-lists.ts';
import type { Row } from './row.ts';
import { settle } from './rows.ts';
import { addConversations, aGroupOf } from './socket-rows.ts';
import type { Heard, Line, Order } from './sockets-load.ts';
import { residentMb } from './starts.ts';
import { openWorld, type World } from './world.ts';

const sockets = 1_000;
const members = 50;
const seconds = 30;

export async function measureSockets(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const ends: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const rows: Row[] = [];
  try {
    const portals: RunningPortal[] = [];
    for (let n = 0; n < 2; n += 1) {
      const portal = await startPortal({ dataDir });
      ends.push(portal.stop);
      portals.push(portal);
    }
    const world = await openWorld(portals[0] as RunningPortal);
    ends.push(world.close);
    rows.push(...(await ofTalk(world, portals)));
  } finally {
    for (const end of ends.toReversed()) await end();
  }
  return [...rows, ...(await measureConversationLists())];
}

async function ofTalk(world: World, portals: readonly RunningPortal[]): Promise<Row[]> {
  const lines = await openLines(world, portals);
  const load = fork(join(import.meta.dirname, 'sockets-load.ts'), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const kill = () => void load.kill('SIGKILL');
  process.once('exit', kill);
  const order = (asked: Order) => ask(load, asked);
  try {
    // A process has met everything once before its memory is looked at, and has no more room left than it keeps.
    await order({ open: lines });
    await order({ talk: { everyMs: 100, seconds: 3 } });
    const before = await memoryOf(portals);
    await order({ open: lines });
    const twice = await memoryOf(portals);
    await order({ close: sockets });
    const one = await order({ talk: { everyMs: 1_000, seconds } });
    const all = await order({ talk: { everyMs: (1_000 * members) / sockets, seconds } });
    return [
      ...rowsOf('1,000 sockets, a message each second', one, { atMost: 250 }),
      ...rowsOf('The same, a message each second in each of 20 conversations', all, null),
      {
        what: 'Messages that a member did not hear, or heard twice',
        value: one.missing + one.twice + all.missing + all.twice,
        unit: '',
        target: { atMost: 0 },
        from: { heard: members * (one.messages + all.messages) },
      },
      {
        what: 'Memory of an open socket',
        value: ((twice - before) * 1_000) / sockets,
        unit: 'KB',
        target: { atMost: 60 },
        from: { 'MB with 1,000': before, 'MB with 2,000': twice },
      },
    ];
  } finally {
    kill();
    process.off('exit', kill);
  }
}

/** Of each conversation, half of the members are at either process. */
async function openLines(world: World, portals: readonly RunningPortal[]): Promise<Line[]> {
  const companyId = await world.aCompany(['Messaging']);
  const { groupId, people } = await aGroupOf(world, companyId, sockets);
  const membersOf = Array.from({ length: sockets / members }, (_, n) => people.slice(n * members, (n + 1) * members));
  const conversations = await addConversations(
    world,
    { companyId, groupId },
    membersOf.map((own) => ({ memberIds: own.map(({ providerId }) => providerId), count: 1 })),
  );
  await settle(world);
  return membersOf.flatMap((own, n) =>
    own.map((person, at) => ({
      ...person,
      url: portals[at % portals.length]?.url as string,
      conversationId: conversations[n] as number,
    })),
  );
}

const rowsOf = (what: string, { messages, acknowledged, delivered }: Heard, target: Row['target']): Row[] => [
  {
    what: `${what}: until it is acknowledged, p95`,
    value: acknowledged.p95,
    unit: 'ms',
    target,
    from: { p50: acknowledged.p50, slowest: acknowledged.slowest, messages },
  },
  {
    what: `${what}: until a member hears it, p95`,
    value: delivered.p95,
    unit: 'ms',
    target,
    from: { p50: delivered.p50, slowest: delivered.slowest },
  },
];

/** Asks the process that holds the sockets, and waits for its answer. */
async function ask(load: ChildProcess, asked: Order): Promise<Heard> {
  load.send(asked);
  const [answer] = (await Promise.race([
    once(load, 'message'),
    once(load, 'exit').then(() => {
      throw new Error('The process that holds the sockets ended.');
    }),
  ])) as [Heard | { error: string }];
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

/** Of all server processes, once they have given back what a busy moment left behind. */
async function memoryOf(portals: readonly RunningPortal[]): Promise<number> {
  await pause(12_000);
  return portals.reduce((sum, { pid }) => sum + residentMb(pid), 0);
}
