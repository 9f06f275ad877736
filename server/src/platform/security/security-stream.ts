/** Security events as JSON lines for whoever watches over several systems (SECURITY_STREAM). The database keeps them for `RETENTION_SECURITY_EVENTS_MONTHS`. */
import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectEncrypted } from 'node:tls';
import type { Gathered } from '#platform/core/batch-writer.ts';

/** One event, in the words of the table. Never an e-mail, a password, a code or a token. */
export interface StreamedEvent {
  at: Date;
  event: string;
  outcome: string;
  companyId: number | null;
  providerId: number | null;
  factor: string | null;
  emailHash: string | null;
  host: string;
  address: string;
  requestId: string;
  call: string | null;
}

export interface SecurityStream {
  send: (events: readonly StreamedEvent[]) => void;
  state: () => Gathered;
  /** Sends what waits, for as long as that makes sense. */
  stop: () => Promise<void>;
}

/** So many wait while the other side is away or does not read. */
const mostWaiting = 20_000;
const atOnce = 500;
const longestPauseMs = 30_000;
const stopMs = 2_000;

/** To standard output, or to `tcp://host:port` or `tls://host:port`. */
export function openSecurityStream(to: string, onError: (error: unknown) => void): SecurityStream {
  if (to === 'stdout')
    return {
      send: (events) => void process.stdout.write(events.map(lineOf).join('')),
      state: () => ({ waiting: 0, letGo: 0 }),
      stop: async () => {},
    };
  const { protocol, hostname, port } = new URL(to);
  const host = hostname.replace(/^\[|\]$/g, '');
  /** Those that are on their way come first. */
  const waiting: string[] = [];
  let onTheirWay = 0;
  let letGo = 0;
  let socket: Socket | null = null;
  let isOpen = false;
  let failures = 0;
  let stopping = false;
  let emptied = () => {};

  const send = () => {
    // What the network does not take waits here, where it is counted.
    if (!isOpen || !socket || onTheirWay > 0 || waiting.length === 0) return;
    const through = socket;
    const lines = waiting.slice(0, atOnce);
    onTheirWay = lines.length;
    through.write(lines.join(''), (error) => {
      // They may have come; a line that comes twice is better than one that never does.
      if (error || socket !== through) return;
      waiting.splice(0, lines.length);
      onTheirWay = 0;
      if (waiting.length === 0) emptied();
      send();
    });
  };
  const open = () => {
    const secure = protocol === 'tls:';
    const made = secure
      ? connectEncrypted({ host, port: Number(port), servername: host })
      : connectPlain({ host, port: Number(port) });
    socket = made;
    made.unref();
    made.setKeepAlive(true, 30_000);
    made.once(secure ? 'secureConnect' : 'connect', () => {
      isOpen = true;
      failures = 0;
      send();
    });
    // It says nothing of use, and would fill the memory if nobody read it.
    made.resume();
    made.on('error', onError);
    made.once('close', () => {
      isOpen = false;
      socket = null;
      onTheirWay = 0;
      failures += 1;
      if (!stopping) setTimeout(open, Math.min(longestPauseMs, 500 * 2 ** failures)).unref();
    });
  };
  open();
  return {
    send: (events) => {
      const room = mostWaiting - waiting.length;
      letGo += Math.max(0, events.length - room);
      waiting.push(...events.slice(0, room).map(lineOf));
      send();
    },
    state: () => ({ waiting: waiting.length, letGo }),
    stop: async () => {
      stopping = true;
      if (waiting.length > 0)
        await new Promise<void>((resolve) => {
          emptied = resolve;
          setTimeout(resolve, stopMs).unref();
        });
      socket?.end();
    },
  };
}

const lineOf = (event: StreamedEvent): string => `${JSON.stringify({ stream: 'security', ...event })}\n`;
