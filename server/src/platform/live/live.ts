/** Live screens: over Socket.IO, whoever may know of a record is told that it changed, and reads it anew (SHP-14, SEC-35). */
import type { Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { UserType } from '@portal/contract/access.ts';
import { idleMs, refusedTypes } from '@portal/contract/identity/rules.ts';
import { Server, type Socket } from 'socket.io';
import type { AccessLog } from '#platform/audit/access-log.ts';
import type { House } from '#platform/http/calls.ts';
import type { Events, StoredEvent } from '#platform/events/events.ts';
import { securityHeaders } from '#platform/http/headers.ts';
import { cameFromElsewhere, cameInTheClear } from '#platform/http/http.ts';
import { hashOf, viewerOf } from '#platform/security/viewer-of.ts';
import { limitEvents } from './flood.ts';
import { followRights } from './follow-rights.ts';
import { hostsBehind, isOwnPage, nameOf } from './hosts.ts';
import { makeRecentEvents } from './recent-events.ts';
import { makeListeners, mayHear, type Sight } from './sight.ts';
import { serveSocketCalls } from './socket-calls.ts';
import { tellEvents } from './tell-events.ts';
import type { Connected } from './connected.ts';

export interface Live {
  /** Closes every socket in such a way that its client comes back, to another process. */
  stop: () => Promise<void>;
  /** How many sockets are open. */
  size: () => number;
}

const checkMs = 2_000;
/** More pages than anybody has open; of a connection that broke off, the server hears only after a while. */
const mostOfOnePerson = 50;
/** Input that another process was told of reaches the database within seconds, and so does a page its new token. */
const slackMs = 10_000;
/** A page may have read a little before it asked for its line, and its greeting is a while on its way. */
const catchUpSlackMs = 2_000;

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
  sees_whole_company: boolean;
  in_emergency: boolean;
}

const sightOf = (row: SightRow): Sight => ({
  providerId: row.provider_id,
  companyId: row.company_id,
  type: row.type,
  adminRights: row.admin_rights,
  partnerId: row.partner_id,
  careGroupIds: row.care_group_ids && new Set(row.care_group_ids),
  seesWholeCompany: row.sees_whole_company,
  inEmergency: row.in_emergency,
});

export function openLive(
  house: Omit<House, 'route' | 'preparedRoute' | 'openRoute'>,
  accessLog: Pick<AccessLog, 'add'>,
  events: Events,
): Live {
  const { env, http, brands, database, clock, activity, sessionEnds, log } = house;
  const admitted = new WeakMap<Socket, Connected>();
  const connected = new Map<string, Connected>();
  const listeners = makeListeners<Connected>();
  const recent = makeRecentEvents();
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
      const { providerId, companyId, type, adminRights, seesWholeCompany, inEmergency } = viewer;
      const { careGroupIds, partner, sessionId } = viewer;
      // One person leaves room for the others (SEC-35, REL-05).
      if (listeners.countOf(providerId) >= mostOfOnePerson) {
        house.security.tooMany('socket', viewer, viewer);
        return next(new Error('too many lines'));
      }
      const sight = {
        providerId,
        companyId,
        type,
        adminRights,
        partnerId: partner?.id ?? null,
        careGroupIds: careGroupIds && new Set(careGroupIds),
        seesWholeCompany,
        inEmergency,
      };
      admitted.set(socket, { socket, sessionId, token, tokenHash: hashOf(token), sight });
      return next();
    }
    const [known] = await database.query<{ host: string }>('select host from viewer_at($1, now())', [hashOf(token)]);
    // The session lives, the token has aged: the client renews it and comes back.
    return next(new Error(known?.host === host ? 'jwt expired' : 'unauthenticated'));
  };

  /** A socket lives no longer than its token, and the page shows each new one that it gets (SEC-02, SEC-03). */
  const renew = async ({ socket, sessionId }: Connected, token: unknown) => {
    if (!isToken(token)) return;
    const from = { host: nameOf(hostOf(socket.request)), address: socket.handshake.address, requestId: socket.id };
    const viewer = await viewerOf(house, token, from);
    const one = connected.get(socket.id);
    if (one && viewer?.sessionId === sessionId) [one.token, one.tokenHash] = [token, hashOf(token)];
  };

  io.on('connection', (socket) => {
    const one = admitted.get(socket);
    if (!one) return socket.disconnect(true);
    // Of those that were admitted at the same time, too. It comes back by itself, and is refused.
    if (listeners.countOf(one.sight.providerId) >= mostOfOnePerson) return socket.conn.close();
    connected.set(socket.id, one);
    listeners.add(one);
    socket.on('token', (token: unknown) => {
      renew(one, token).catch((error: unknown) => {
        // It is shown again when the socket comes back.
        log.warn('socket', { error: error instanceof Error ? error.message : String(error) });
      });
    });
    serve(one);
    catchUp(one);
    return socket.once('disconnect', () => forget(one));
  });

  const fromOf = ({ socket }: Connected) => ({
    host: nameOf(hostOf(socket.request)),
    address: socket.handshake.address,
    requestId: `${socket.id} ${randomUUID().slice(0, 8)}`,
  });
  const serve = serveSocketCalls(house, accessLog, events, fromOf);
  tellEvents(house, accessLog, events, listeners.whoMayHear, (one) => {
    const { providerId, companyId, inEmergency } = one.sight;
    return { providerId, companyId, inEmergency, ...fromOf(one) };
  });

  // No rooms of Socket.IO: they would not know that whoever sees the whole company hears of every group.
  events.listen((event) => {
    const { type } = event;
    // Its content is told.
    if (house.duties.tells.has(type)) return;
    recent.add(event);
    for (const one of listeners.whoMayHear(event)) tell(one, event);
  });
  const tell = ({ socket }: Connected, { type, id, careGroupId }: StoredEvent) =>
    socket.emit('changed', { type, id, careGroupId: careGroupId ?? undefined });

  /** Of a page that has just been opened: what changed after it had read and before its line stood. */
  const catchUp = (one: Connected) => {
    const { readMsAgo } = one.socket.handshake.auth as { readMsAgo?: unknown };
    if (typeof readMsAgo !== 'number' || !(readMsAgo >= 0)) return;
    const admissionMs = Date.now() - one.socket.handshake.issued;
    const missed = recent.ofLast(readMsAgo + admissionMs + catchUpSlackMs);
    if (!missed) return void one.socket.emit('read anew');
    // Of two of one record they may hear only one: that of the group it has left.
    const heard = missed.filter((event) => mayHear(one.sight, event));
    const each = new Map(heard.map((event) => [`${event.type} ${event.id} ${event.careGroupId}`, event]));
    for (const event of each.values()) tell(one, event);
  };

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
  const check = async (ofCompany?: number) => {
    const asked = [...connected.values()].filter(
      ({ sight }) => ofCompany === undefined || sight.companyId === ofCompany,
    );
    if (asked.length === 0) return;
    // Another one may be shown meanwhile.
    const shown = asked.map((one) => ({ one, key: one.tokenHash.toString('hex') }));
    const tokens = new Map(shown.map(({ one, key }) => [key, one.tokenHash]));
    const rows = await database.query<SightRow>(
      'select token as token_hash, of.* from unnest($1::bytea[]) as token cross join lateral viewer_at(token, $2) as of',
      [[...tokens.values()], clock.now()],
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
      // Whoever left meanwhile stays away. A screen shows neither what its person has lost nor leaves out what they see now.
      else if (connected.has(one.socket.id) && listeners.see(one, sightOf(row))) one.socket.emit('read anew');
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
  followRights(events, check, (error) =>
    log.warn('socket', { error: error instanceof Error ? error.message : String(error) }),
  );

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

const isToken = (token: unknown): token is string => typeof token === 'string' && /^[\w-]{20,100}$/.test(token);
