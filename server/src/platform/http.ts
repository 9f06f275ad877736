/** The life of a call: host, session, access line, body, act in one transaction, reply, access log. */
import { createHash, randomBytes } from 'node:crypto';
import { type IncomingMessage, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { meets, type UserType } from '@portal/contract/access.ts';
import type { Endpoint, Ours } from '@portal/contract/endpoint.ts';
import { failures } from '@portal/contract/errors.ts';
import { idleMs } from '@portal/contract/identity/rules.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import type { Env } from '../env.ts';
import type { AccessLog } from './access-log.ts';
import type { Activity } from './activity.ts';
import type { Brand, Brands } from './brands.ts';
import type { Clock } from './clock.ts';
import { type Database, databaseIsAway, type Tx } from './db.ts';
import { bodyOf, Failed, fail, failFields } from './fail.ts';
import { securityHeaders } from './headers.ts';
import { once } from './idempotency.ts';
import type { Log } from './log.ts';
import type { SessionEnds } from './session-ends.ts';
import type { Viewer } from './viewer.ts';

declare module 'fastify' {
  interface FastifyRequest {
    brand: Brand;
    /** The name of the host the call came to, without its port. */
    portalHost: string;
  }
}

/** What a handler of a signed-in call gets. Everything it does happens in `tx`, inside the fence of the viewer's company. */
export interface Call<E extends Endpoint> {
  viewer: Viewer;
  query: Ours<E['query']>;
  body: Ours<E['body']>;
  tx: Tx;
  /** Tells whose records the reply holds, for the access log (PRV-01). */
  saw: (kind: string, ids: readonly number[]) => void;
  http: { request: FastifyRequest; reply: FastifyReply };
}

/** What a handler of an open call gets; it manages its own transactions. */
export interface OpenCall<E extends Endpoint> {
  query: Ours<E['query']>;
  body: Ours<E['body']>;
  brand: Brand;
  host: string;
  address: string;
  requestId: string;
  /** The caller's session where the call carries one, or null. */
  viewer: () => Promise<Viewer | null>;
  http: { request: FastifyRequest; reply: FastifyReply };
}

type Promised<T> = T | Promise<T>;
export type Route = <E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promised<Ours<E['reply']>>) => void;
export type OpenRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (call: OpenCall<E>) => Promised<Ours<E['reply']>>,
) => void;

/** What every room is built on. */
export interface House {
  env: Env;
  clock: Clock;
  database: Database;
  log: Log;
  brands: Brands;
  activity: Activity;
  sessionEnds: SessionEnds;
  http: FastifyInstance;
  route: Route;
  openRoute: OpenRoute;
  /** The endpoints that have been given a route so far. */
  served: Endpoint[];
}
export type Room = (house: House) => void;

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A Fastify with our limits (SEC-27) and our one way of failing. */
export function openHttp({ env, log, brands }: Pick<House, 'env' | 'log' | 'brands'>): FastifyInstance {
  const http = Fastify({
    loggerInstance: undefined,
    logger: false,
    bodyLimit: 1_048_576,
    requestTimeout: 30_000,
    trustProxy: env.trustedProxies.length > 0 ? [...env.trustedProxies] : false,
    genReqId: () => randomBytes(9).toString('base64url'),
    routerOptions: {
      querystringParser: (text) =>
        qs.parse(text, { depth: 2, arrayLimit: 100, parameterLimit: 100 }) as Record<string, unknown>,
    },
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: 15_000,
      // Node looks for slow ones every 30 s otherwise, which doubles the limit (SEC-27).
      connectionsCheckingInterval: 1_000,
      // Only the socket is upgraded; an offer of another protocol is answered as if it were not made.
      shouldUpgradeCallback: (request: IncomingMessage) =>
        request.headers.upgrade?.toLowerCase() === 'websocket' && request.url?.startsWith('/api/socket/') === true,
    } as ServerOptions,
    forceCloseConnections: 'idle',
    // REL-03: what arrives on a connection that is still open while we stop is answered, not refused.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void sendFailure(log, error, undefined, request, reply.headers(securityHeaders(env))),
    clientErrorHandler: (error, socket) => refuseUnread(error, socket, env),
  });
  // SEC-20, SEC-27: bodies are JSON; a form of another site can send text.
  http.removeContentTypeParser('text/plain');
  http.decorateRequest('brand');
  http.decorateRequest('portalHost', '');
  http.addHook('onRequest', async (request) => {
    request.portalHost = request.hostname.toLowerCase();
    const brand = brands.of(request.portalHost);
    if (brand) request.brand = brand;
    // Probes ask by the address of the machine, which no brand names.
    else if (!request.routeOptions.url?.startsWith('/api/health/')) throw fail('unknown_host');
  });
  // REL-03: a connection that stays open after its last answer would hold up the stop.
  let closing = false;
  http.addHook('preClose', async () => {
    closing = true;
  });
  http.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
  http.addHook('onResponse', async (request, reply) => {
    if (closing) setImmediate(() => http.server.closeIdleConnections());
    log.info('call', {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '-',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
  });
  http.setErrorHandler((error, request, reply) => sendFailure(log, error, undefined, request, reply));
  return http;
}

/** Any error becomes one of the failures of the table; what is not in it is a 500 with a reference number (SEC-29). */
function failedFrom(error: unknown): Failed | null {
  if (error instanceof Failed) return error;
  if (databaseIsAway(error)) return new Failed('unavailable', { retryAfter: 2 });
  const { code, statusCode, constraint } = error as { code?: string; statusCode?: number; constraint?: string };
  if (code === '23505' && constraint?.includes('__')) {
    const named = constraint.replace('__', '.');
    if (named in failures) return fail(named as keyof typeof failures);
  }
  if (code === '57014') return new Failed('unavailable', { retryAfter: 5 });
  if (statusCode === 413) return fail('too_large');
  if (statusCode === 415) return fail('unsupported_media');
  if (statusCode === 408) return fail('too_slow');
  if (statusCode === 429) return fail('too_many');
  // A caller who hung up half-way through the body.
  if (code === 'ECONNRESET') return fail('too_slow');
  if (code === 'FST_ERR_BAD_URL') return failFields({ address: 'cannot be read' });
  if (error instanceof SyntaxError || code?.startsWith('FST_ERR_CTP')) return failFields({ body: 'is not valid JSON' });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return fail('not_found');
  return null;
}

function sendFailure(
  log: Log,
  error: unknown,
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const failed = failedFrom(error);
  if (!failed) {
    log.error('unexpected', { requestId: request.id, route: request.routeOptions.url ?? '-', error: traceOf(error) });
    return reply.status(500).send({
      code: 'unexpected',
      message: endpoint?.failure ?? 'Unable to make request',
      detail: { reference: request.id },
    });
  }
  if (failed.code === 'unavailable')
    log.warn('unavailable', { requestId: request.id, error: error instanceof Error ? error.message : String(error) });
  if (failed.retryAfter !== undefined) reply.header('retry-after', String(failed.retryAfter));
  return reply.status(failures[failed.code].status).send(bodyOf(failed, endpoint?.failure));
}

/** Where an error came from. What PostgreSQL says may repeat a value somebody typed, so only its code and place stay (PRV-05). */
function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { severity, code, table, column, constraint } = error as {
    severity?: string;
    code?: string;
    table?: string;
    column?: string;
    constraint?: string;
  };
  if (severity === undefined) return error.stack ?? error.message;
  const calls = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return [`PostgreSQL ${[severity, code, table, column, constraint].filter(Boolean).join(' ')}`, ...calls].join('\n');
}

/** A request that could not even be read: headers too large, not HTTP, or too slow (SEC-27). */
function refuseUnread(error: { code?: string }, socket: Socket, env: Pick<Env, 'tlsAtEdge'>): void {
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'too_slow'
        : 'invalid';
  const { status, message = 'The request is not valid.' } = failures[code];
  const body = JSON.stringify({ code, message });
  const headers = {
    ...securityHeaders(env),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (socket.writable && error.code !== 'ECONNRESET')
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  else socket.destroy();
}

/** Decodes one part of a request; unknown keys and wrong values are a 400 that names the field. */
function decoded(schema: unknown, given: unknown, part: 'query' | 'body'): unknown {
  if (!schema) {
    if (part === 'query' && given && Object.keys(given).length > 0) {
      throw new Failed('invalid', {
        fields: Object.fromEntries(Object.keys(given).map((key) => [key, 'is not a field of this call'])),
      });
    }
    return undefined;
  }
  if (tooDeep(given))
    throw new Failed('invalid', { fields: { [part]: 'is nested too deeply or holds too many items' } });
  const result = z.safeDecode(schema as z.ZodType, given as never);
  if (result.success) return result.data;
  throw new Failed('invalid', { fields: fieldsOf(result.error.issues, part, given) });
}

function fieldsOf(issues: readonly z.core.$ZodIssue[], part: string, given: unknown): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'is not a field of this call';
      continue;
    }
    fields[issue.path.join('.') || part] ??= sentenceOf(issue, valueAt(given, issue.path) === undefined);
    if (Object.keys(fields).length >= mostFields) break;
  }
  return fields;
}

/** More would only make the answer longer than the request. */
const mostFields = 50;
const kinds: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  array: 'must be a list',
  object: 'must be an object',
  null: 'must be null',
};

/** Our own sentence where the schema has one; what the library says of itself is put into plain words. */
function sentenceOf(issue: z.core.$ZodIssue, isMissing: boolean): string {
  const isTheirs = /^(Invalid (input|option|string|number|ISO|date)|Too (small|big))/.test(issue.message);
  if (!isTheirs) return issue.message;
  if (isMissing) return 'is required';
  if (issue.code === 'invalid_type') return kinds[issue.expected] ?? 'is not valid';
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map(String).join(', ')}`.replace(/, ([^,]+)$/, ' or $1');
  return 'is not valid';
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce(
    (value, key) =>
      typeof value === 'object' && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    given,
  );

/** SEC-27: nesting 20, arrays 1,000. */
function tooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth >= 20 || (Array.isArray(value) && value.length > 1_000)) return true;
  return Object.values(value).some((inner) => tooDeep(inner, depth + 1));
}

interface ViewerRow {
  session_id: number;
  host: string;
  last_input_at: Date;
  session_ends_at: Date;
  token_expires_at: Date;
  provider_id: number;
  company_id: number;
  email: string;
  first_name: string;
  last_name: string;
  phone: string | null;
  type: UserType;
  admin_rights: boolean;
  is_prescriber: boolean;
  partner_id: number | null;
  partner_kind: 'pharmacy' | 'wholesaler' | null;
  sponsor_id: number | null;
  modules: Viewer['modules'];
  care_group_ids: number[] | null;
}

/** Who holds this token on this host, or null when nobody does any more (SEC-03, SEC-04, SEC-18). */
export async function viewerOf(
  house: Pick<House, 'database' | 'clock' | 'activity' | 'sessionEnds'>,
  token: string,
  from: { host: string; address: string; requestId: string },
): Promise<Viewer | null> {
  const [row] = await house.database.query<ViewerRow>('select * from viewer_of($1)', [hashOf(token)]);
  if (!row || row.host !== from.host) return null;
  const now = house.clock.now().getTime();
  const lastInputAt = house.activity.lastInputOf(row.session_id, row.last_input_at);
  if (now >= row.session_ends_at.getTime() || now - lastInputAt.getTime() >= idleMs) {
    await endForGood(house, row.session_id);
    return null;
  }
  if (now >= row.token_expires_at.getTime()) return null;
  return {
    providerId: row.provider_id,
    companyId: row.company_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    type: row.type,
    adminRights: row.admin_rights,
    isPrescriber: row.is_prescriber,
    modules: row.modules,
    careGroupIds: row.care_group_ids,
    pharmacyId: row.partner_kind === 'pharmacy' ? row.partner_id : null,
    wholesalerId: row.partner_kind === 'wholesaler' ? row.partner_id : null,
    sponsorId: row.sponsor_id,
    sessionId: row.session_id,
    sessionEndsAt: row.session_ends_at,
    lastInputAt,
    ...from,
  };
}

/** A session that ran out stays ended, also when the clock is set back (REL-10). */
async function endForGood(
  { database, clock, sessionEnds }: Pick<House, 'database' | 'clock' | 'sessionEnds'>,
  sessionId: number,
): Promise<void> {
  const ended = { ended_at: clock.now(), end_reason: 'expired' };
  await database.asSystem((tx) =>
    tx.updateTable('session').set(ended).where('session_id', '=', sessionId).where('ended_at', 'is', null).execute(),
  );
  sessionEnds.tell([sessionId]);
}

const bearer = /^Bearer ([\w-]{20,100})$/;

/** Gives every endpoint its route. */
export function makeRoutes(
  house: Omit<House, 'route' | 'openRoute'>,
  accessLog: AccessLog,
): { route: Route; openRoute: OpenRoute } {
  const { http, log, database, clock, activity } = house;

  const viewerOfRequest = async (request: FastifyRequest): Promise<Viewer | null> => {
    const token = bearer.exec(request.headers.authorization ?? '')?.[1];
    if (!token) return null;
    const viewer = await viewerOf(house, token, {
      host: request.portalHost,
      address: request.ip,
      requestId: request.id,
    });
    // SEC-04: every call tells how long ago the last real input was; saying nothing means now.
    if (viewer) activity.touch(viewer.sessionId, inputAt(request, clock));
    return viewer;
  };

  const serve = (endpoint: Endpoint, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) => {
    house.served.push(endpoint);
    http.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      errorHandler: (error, request, reply) => void sendFailure(log, error, endpoint, request, reply),
      handler: async (request, reply) => {
        // The web goes by this clock, whatever the browser's says (REL-10).
        reply.header('x-now', String(house.clock.now().getTime()));
        try {
          const answer = z.encode(endpoint.reply as z.ZodType, (await handle(request, reply)) as never);
          return reply.send(answer);
        } catch (error) {
          return sendFailure(log, error, endpoint, request, reply);
        }
      },
    });
  };

  const route: Route = (endpoint, handle) =>
    serve(endpoint, async (request, reply) => {
      const viewer = await viewerOfRequest(request);
      if (!viewer) throw fail('unauthenticated');
      const seen: { kind: string; ids: readonly number[] }[] = [];
      const call = `${endpoint.method} ${endpoint.path}`;
      try {
        if (!meets(endpoint.access, viewer)) throw fail('forbidden');
        // A DELETE may name its record in a JSON body instead of the query (OPS-19).
        const asked =
          endpoint.method === 'DELETE' && request.body
            ? { ...(request.query as object), ...(request.body as object) }
            : request.query;
        const query = decoded(endpoint.query, asked, 'query') as never;
        const body = decoded(endpoint.body, request.body ?? (endpoint.body ? {} : undefined), 'body') as never;
        const work = (tx: Tx) =>
          Promise.resolve(
            handle({ viewer, query, body, tx, saw: (kind, ids) => seen.push({ kind, ids }), http: { request, reply } }),
          );
        const key = request.headers['idempotency-key'];
        const result =
          endpoint.method === 'GET'
            ? await database.readInCompany(viewer.companyId, work)
            : await database.inCompany(viewer.companyId, (tx) =>
                endpoint.creates && typeof key === 'string'
                  ? once(tx, clock, viewer, { key, call, body: request.body }, endpoint, () => work(tx))
                  : work(tx),
              );
        return result;
      } catch (error) {
        if (error instanceof Failed && (error.code === 'forbidden' || error.code === 'not_found')) {
          accessLog.add({ at: clock.now(), viewer, call, kind: 'call', ids: [], outcome: 'refused' });
        }
        throw error;
      } finally {
        // Also of a refused call: a stale version is answered with the record as it stands now.
        for (const { kind, ids } of seen) accessLog.add({ at: clock.now(), viewer, call, kind, ids, outcome: 'read' });
      }
    });

  const openRoute: OpenRoute = (endpoint, handle) =>
    serve(endpoint, async (request, reply) => {
      // Asked for at most once a call.
      let asked: Promise<Viewer | null> | undefined;
      const viewer = () => (asked ??= viewerOfRequest(request));
      if (endpoint.access !== 'open' && !(await viewer())) throw fail('unauthenticated');
      return handle({
        query: decoded(endpoint.query, request.query, 'query') as never,
        body: decoded(endpoint.body, request.body ?? (endpoint.body ? {} : undefined), 'body') as never,
        brand: request.brand,
        host: request.portalHost,
        address: request.ip,
        requestId: request.id,
        viewer,
        http: { request, reply },
      });
    });

  return { route, openRoute };
}

function inputAt(request: FastifyRequest, clock: Clock): Date {
  const said = Number(request.headers['x-idle-ms'] ?? 0);
  return new Date(clock.now().getTime() - (said > 0 ? Math.min(said, 86_400_000) : 0));
}
