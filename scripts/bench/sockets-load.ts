/** Holds the sockets in a process of its own and counts what they hear, so that what is measured is the servers. Started by `sockets.ts`. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';

export interface Line {
  url: string;
  token: string;
  providerId: number;
  conversationId: number;
}
export type Order = { open: Line[] } | { talk: { everyMs: number; seconds: number } } | { close: number };
interface Took {
  p50: number;
  p95: number;
  slowest: number;
}
export interface Heard {
  messages: number;
  acknowledged: Took;
  delivered: Took;
  missing: number;
  twice: number;
}

const atOnce = 20;
const lines: (Line & { socket: Socket })[] = [];
/** When each message that is on its way was sent, and who has heard it. */
const onTheirWay = new Map<string, { sentAt: number; heardBy: Set<number>; wanted: number }>();
let delivered: number[] = [];
let twice = 0;

async function dial(line: Line): Promise<void> {
  const socket = io(line.url, {
    path: '/api/socket',
    auth: { token: line.token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    timeout: 20_000,
  });
  socket.on('new message', ({ message }: { message: string }) => {
    const one = onTheirWay.get(message);
    if (!one) return;
    if (one.heardBy.has(line.providerId)) twice += 1;
    else delivered.push(performance.now() - one.sentAt);
    one.heardBy.add(line.providerId);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  lines.push({ ...line, socket });
}

async function open(wanted: readonly Line[]): Promise<void> {
  const queue = [...wanted];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let line = queue.shift(); line; line = queue.shift()) await dial(line);
    }),
  );
}

/** Somebody of one conversation after the other says something, at even times whatever the answers take. */
async function talk({ everyMs, seconds }: { everyMs: number; seconds: number }): Promise<Heard> {
  const acknowledged: number[] = [];
  const said: Promise<void>[] = [];
  [delivered, twice] = [[], 0];
  onTheirWay.clear();
  const members = [...Map.groupBy(lines, ({ conversationId }) => conversationId).values()];
  const began = performance.now();
  for (let n = 0; n * everyMs < seconds * 1_000; n += 1) {
    await pause(Math.max(0, began + n * everyMs - performance.now()));
    const own = members[n % members.length] as typeof lines;
    const { socket, providerId, conversationId } = own[
      Math.floor(n / members.length) % own.length
    ] as (typeof lines)[0];
    const message = randomUUID();
    const sentAt = performance.now();
    onTheirWay.set(message, { sentAt, heardBy: new Set(), wanted: own.length });
    const body = { conv_id: conversationId, cp_id: providerId, message, clientKey: message };
    said.push(
      socket
        .timeout(20_000)
        .emitWithAck('chat message', body)
        .then((answer: { error?: string }) => {
          if (answer.error !== undefined) throw new Error(`A message was refused: ${answer.error}`);
          acknowledged.push(performance.now() - sentAt);
        }),
    );
  }
  await Promise.all(said);
  const missing = () => [...onTheirWay.values()].reduce((sum, { heardBy, wanted }) => sum + wanted - heardBy.size, 0);
  for (let waited = 0; missing() > 0 && waited < 30_000; waited += 50) await pause(50);
  return {
    messages: onTheirWay.size,
    acknowledged: took(acknowledged),
    delivered: took(delivered),
    missing: missing(),
    twice,
  };
}

function took(times: number[]): Took {
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), slowest: at(1) };
}

async function obey(asked: Order): Promise<unknown> {
  if ('open' in asked) return open(asked.open);
  if ('talk' in asked) return talk(asked.talk);
  // The newest first.
  for (const { socket } of lines.splice(-asked.close)) socket.disconnect();
  return undefined;
}

process.on('message', (asked: Order) => {
  obey(asked).then(
    (answer) => process.send?.(answer ?? {}),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
// Whoever started it is gone.
process.once('disconnect', () => process.exit());
