/** Live screens: over Socket.IO, whoever may know of a record is told that it changed, and reads it anew (SHP-14, SEC-35). */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { isPartner, type UserType } from '@portal/contract/access.ts';
import { eventKinds } from '@portal/contract/events.ts';
import { idleMs, refusedTypes } from '@portal/contract/identity/rules.ts';
import { Server, type Socket } from 'socket.io';
import type { Env } from '#src/env.ts';
import type { House } from '#platform/http/calls.ts';
import type { Events, StoredEvent } from '#platform/events/events.ts';
import { securityHeaders } from '#platform/http/headers.ts';
import { cameFromElsewhere, cameInTheClear } from '#platform/http/http.ts';
import { hashOf, viewerOf } from '#platform/security/viewer-of.ts';

export interface Live {
  /** Closes every socket in such a way that its client comes back, to another process. */
  stop: () => Promise<void>;
  /** How many sockets are open. */
  size: () => number;
}

const checkMs = 2_000;
/** Input that another process was told of reaches the database within seconds, and so does a page its new token. */
const slackMs = 10_000;
const mostEventsPerSecond = 20;

/** What decides which events somebody may hear of. */
export interface Sight {
  providerId: number;
  companyId: number;
  type: UserType;
  adminRights: boolean;
  partnerId: number | null;
  /** Null is every group of the company. */
  careGroupIds: ReadonlySet<number> | null;
}

/** The same people as the reads of the rooms would answer: partners by their partner, everybody else by their groups (SEC-22, SEC-23). */
export function mayHear(sight: Sight, event: StoredEvent): boolean {
  if (sight.companyId !== event.companyId) return false;
  // A newer server may have stored a kind that this one does not know.
  if (!Object.hasOwn(eventKinds, event.type)) return false;
  const { hears, notSponsors } = eventKinds[event.type];
  if (hears.includes('administrators')) return sight.adminRights;
  if (hears.includes('company')) return true;
  if (hears.includes('people') && event.people?.includes(sight.providerId)) return true;
  if (isPartner(sight.type)) return sight.partnerId !== null && sight.partnerId === event.partnerId;
  if (sight.type === 'Sponsor' && notSponsors) return false;
  return sight.careGroupIds === null || (event.careGroupId != null && sight.careGroupIds.has(event.careGroupId));
}

/** Under which keys somebody is found by the events they may hear of. */
const keysOf = ({ providerId, companyId, type, adminRights, partnerId, careGroupIds }: Sight): string[] => [
  `person ${providerId}`,
  `company ${companyId}`,
  ...(adminRights ? [`administrators of ${companyId}`] : []),
  ...(isPartner(type)
    ? [`partner ${partnerId}`]
    : (careGroupIds ? [...careGroupIds] : ['all']).map((id) => `groups of ${companyId}: ${id}`)),
];
const keysFor = ({ companyId, type, careGroupId, partnerId, people = [] }: StoredEvent): string[] => {
  const hears = Object.hasOwn(eventKinds, type) ? eventKinds[type].hears : [];
  if (hears.includes('administrators')) return [`administrators of ${companyId}`];
  if (hears.includes('company')) return [`company ${companyId}`];
  return [
    `groups of ${companyId}: all`,
    `groups of ${companyId}: ${careGroupId}`,
    `partner ${partnerId}`,
    ...people.map((providerId) => `person ${providerId}`),
  ];
};

/** Who is connected, found by what they may hear of: an event looks at those alone whom it may concern. */
export function makeListeners<T extends { sight: Sight }>() {
  const byKey = new Map<string, Set<T>>();
  const remove = (one: T) => {
    for (const key of keysOf(one.sight)) {
      byKey.get(key)?.delete(one);
      if (byKey.get(key)?.size === 0) byKey.delete(key);
    }
  };
  const add = (one: T) => {
    for (const key of keysOf(one.sight)) byKey.set(key, (byKey.get(key) ?? new Set()).add(one));
  };
  return {
    add,
    remove,
    see: (one: T, sight: Sight) => {
      remove(one);
      one.sight = sight;
      add(one);
    },
    whoMayHear: (event: StoredEvent): T[] =>
      [...new Set(keysFor(event).flatMap((key) => [...(byKey.get(key) ?? [])]))].filter(({ sight }) =>
        mayHear(sight, event),
      ),
    size: () => byKey.size,
  };
}

/** A socket whose token was accepted. */
interface Connected {
  socket: Socket;
  sessionId: number;
  tokenHash: Buffer;
  sight: Sight;
}

interface SightRow {
  provider_id: number;
  token_hash: Buffer;
  token_expires_at: Date;
  session_id: number;
  last_input_at: Date;
  session_ends_at: Date;
  company_id: number;
  type: UserType;
  admin_rights: boolean;
  partner_id: number | null;
  care_group_ids: number[] | null;
}

const sightOf = (row: SightRow): Sight => ({
  providerId: row.provider_id,
  companyId: row.company_id,
  type: row.type,
  adminRights: row.admin_rights,
  partnerId: row.partner_id,
  careGroupIds: row.care_group_ids && new Set(row.care_group_ids),
});

export function openLive(
  house: Pick<
    House,
    'env' | 'http' | 'brands' | 'database' | 'clock' | 'activity' | 'sessionEnds' | 'security' | 'log'
  >,
  events: Events,
): Live {
  const { env, http, brands, database, clock, activity, sessionEnds, log } = house;
  const admitted = new WeakMap<Socket, Connected>();
  const connected = new Map<string, Connected>();
  const listeners = makeListeners<Connected>();
  const hostOf = hostsBehind(env.trustedProxies);
  let stopping = false;

  const io = new Server(http.server, {
    path: '/api/socket',
    serveClient: false,
    maxHttpBufferSize: 65_536,
    connectTimeout: 10_000,
    allowRequest: (request, answer) =>
      answer(
        null,
        !stopping &&
          !(!env.isModeNamed && cameFromElsewhere(request)) &&
          !(env.tlsAtEdge && cameInTheClear(request)) &&
          isOwnPage(request, hostOf(request), env) &&
          brands.of(nameOf(hostOf(request))) !== null,
      ),
  });
  http.server.prependListener('request', ({ url }, response) => {
    if (url?.startsWith('/api/socket/'))
      for (const [name, value] of Object.entries({ ...securityHeaders(env), 'cache-control': 'no-store' }))
        response.setHeader(name, value);
  });
  io.engine.on('connection', limitEvents);

  io.use((socket, next) => {
    const token = (socket.handshake.auth as { token?: unknown }).token;
    if (!isToken(token)) return next(new Error('unauthenticated'));
    admit(socket, token, next).catch((error: unknown) => {
      // The database is away: without an answer the client tries again by itself (REL-04).
      log.warn('socket', { error: error instanceof Error ? error.message : String(error) });
      socket.conn.close();
    });
  });

  const admit = async (socket: Socket, token: string, next: (error?: Error) => void) => {
    const host = nameOf(hostOf(socket.request));
    const viewer = await viewerOf(house, token, { host, address: socket.handshake.address, requestId: socket.id });
    if (viewer) {
      const { providerId, companyId, type, adminRights, careGroupIds, pharmacyId, wholesalerId, sessionId } = viewer;
      const sight = {
        providerId,
        companyId,
        type,
        adminRights,
        partnerId: pharmacyId ?? wholesalerId,
        careGroupIds: careGroupIds && new Set(careGroupIds),
      };
      admitted.set(socket, { socket, sessionId, tokenHash: hashOf(token), sight });
      return next();
    }
    const [known] = await database.query<{ host: string }>('select host from viewer_of($1)', [hashOf(token)]);
    // The session lives, the token has aged: the client renews it and comes back.
    return next(new Error(known?.host === host ? 'jwt expired' : 'unauthenticated'));
  };

  /** A socket lives no longer than its token, and the page shows each new one that it gets (SEC-02, SEC-03). */
  const renew = async ({ socket, sessionId }: Connected, token: unknown) => {
    if (!isToken(token)) return;
    const from = { host: nameOf(hostOf(socket.request)), address: socket.handshake.address, requestId: socket.id };
    const viewer = await viewerOf(house, token, from);
    const one = connected.get(socket.id);
    if (one && viewer?.sessionId === sessionId) one.tokenHash = hashOf(token);
  };

  io.on('connection', (socket) => {
    const one = admitted.get(socket);
    if (!one) return socket.disconnect(true);
    connected.set(socket.id, one);
    listeners.add(one);
    socket.on('token', (token: unknown) => {
      renew(one, token).catch((error: unknown) => {
        // It is shown again when the socket comes back.
        log.warn('socket', { error: error instanceof Error ? error.message : String(error) });
      });
    });
    return socket.once('disconnect', () => forget(one));
  });

  // No rooms of Socket.IO: they would not know that whoever sees the whole company hears of every group.
  events.listen((event) => {
    const { type, id, careGroupId } = event;
    for (const { socket } of listeners.whoMayHear(event))
      socket.emit('changed', { type, id, careGroupId: careGroupId ?? undefined });
  });

  const forget = (one: Connected) => {
    connected.delete(one.socket.id);
    listeners.remove(one);
  };
  const end = (one: Connected) => {
    forget(one);
    one.socket.disconnect(true);
  };
  sessionEnds.listen((sessionId) => {
    for (const one of connected.values()) if (one.sessionId === sessionId) end(one);
  });

  /** Sessions that ended elsewhere or ran out, and tokens that did or were replaced, lose their sockets, and changed rights act (SEC-04, SEC-05, SEC-06). */
  const check = async () => {
    const asked = [...connected.values()];
    if (asked.length === 0) return;
    // Another one may be shown meanwhile.
    const shown = asked.map((one) => ({ one, key: one.tokenHash.toString('hex') }));
    const tokens = new Map(shown.map(({ one, key }) => [key, one.tokenHash]));
    const rows = await database.query<SightRow>(
      'select token as token_hash, of.* from unnest($1::bytea[]) as token cross join lateral viewer_of(token) as of',
      [[...tokens.values()]],
    );
    const byToken = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]));
    const now = clock.now().getTime();
    for (const { one, key } of shown) {
      if (one.tokenHash.toString('hex') !== key) continue;
      const row = byToken.get(key);
      const isOver =
        !row ||
        refusedTypes.includes(row.type) ||
        now >= row.session_ends_at.getTime() ||
        now >= row.token_expires_at.getTime() + slackMs ||
        now >= activity.lastInputOf(row.session_id, row.last_input_at).getTime() + idleMs + slackMs;
      if (isOver) end(one);
      // Whoever left meanwhile stays away.
      else if (connected.has(one.socket.id)) listeners.see(one, sightOf(row));
    }
  };
  let checking = false;
  const timer = setInterval(() => {
    if (checking) return;
    checking = true;
    check()
      .catch((error: unknown) => log.warn('socket', { error: error instanceof Error ? error.message : String(error) }))
      .finally(() => {
        checking = false;
      });
  }, checkMs);
  timer.unref();

  const open = openConnections(http.server);
  return {
    size: () => connected.size,
    stop: async () => {
      stopping = true;
      clearInterval(timer);
      io.engine.close();
      // A client that does not answer the farewell would keep the server from closing.
      for (let waited = 0; open.size > 0 && waited < 1_000; waited += 20) await pause(20);
      for (const socket of open) socket.destroy();
    },
  };
}

/** The network connections that have become sockets. */
function openConnections(server: HttpServer): Set<Duplex> {
  const open = new Set<Duplex>();
  server.on('upgrade', (_request, socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Which host a handshake came to. A trusted proxy says it in a header, anybody else's is not believed: as for calls (SEC-18). */
function hostsBehind(trusted: readonly string[]): (request: IncomingMessage) => string {
  const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', bits] = one.split('/');
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return ({ headers, socket }) => {
    const from = socket.remoteAddress ?? '';
    const said = proxies.check(from, familyOf(from)) ? headers['x-forwarded-host'] : undefined;
    return (
      String(said ?? '')
        .split(',')
        .at(-1)
        ?.trim() ||
      headers.host ||
      ''
    ).toLowerCase();
  };
}

const isToken = (token: unknown): token is string => typeof token === 'string' && /^[\w-]{20,100}$/.test(token);

/** A host without its port, as brands and sessions know it. */
const nameOf = (host: string): string => host.replace(/:\d+$/, '');

/** SEC-35: pages of other sites are refused; a program that is no browser sends no origin. */
function isOwnPage({ headers: { origin } }: IncomingMessage, host: string, { tlsAtEdge }: Env): boolean {
  const own = tlsAtEdge ? [`https://${host}`] : [`http://${host}`, `https://${host}`];
  return origin === undefined || own.includes(origin.toLowerCase());
}

/** What Engine.IO tells of a connection; it has no types for it. */
interface Packets {
  on: (event: 'packet', listener: (packet: { type: string }) => void) => void;
  close: (discard: boolean) => void;
}

/** SEC-35: who sends more is cut off, before anything looks at what was sent. */
function limitEvents(connection: Packets): void {
  let second = 0;
  let sent = 0;
  connection.on('packet', ({ type }) => {
    if (type !== 'message') return;
    const now = Math.floor(performance.now() / 1_000);
    if (now !== second) [second, sent] = [now, 0];
    sent += 1;
    if (sent > mostEventsPerSecond) connection.close(true);
  });
}
