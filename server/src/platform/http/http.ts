/** Fastify with our limits (SEC-27) and our one way of failing (SEC-29). */
import { type IncomingMessage, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { failures } from '@portal/contract/errors.ts';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import qs from 'qs';
import type { Env } from '#src/env.ts';
import type { Brand, Brands } from '#platform/core/brands.ts';
import { isLocalHost } from '#platform/core/local-hosts.ts';
import { databaseIsAway } from '#platform/database/db.ts';
import { StoreAway } from '#platform/files/driver.ts';
import { bodyOf, Failed, fail, failFields } from '#platform/core/fail.ts';
import { isPaced } from './body-pace.ts';
import { securityHeaders } from './headers.ts';
import type { Log } from '#platform/core/log.ts';
import { believing, type TracePlace, traceparentOf } from './said-by-proxy.ts';

declare module 'fastify' {
  interface FastifyRequest {
    brand: Brand;
    /** The name of the host the call came to, without its port. */
    portalHost: string;
    /** Where in a trace the call is, if it is part of one. */
    trace: TracePlace | null;
  }
}

/** In bytes: of what strangers may send, and of a call of somebody signed in; an endpoint may declare another one. */
export const smallBody = 16_384;
export const usualBodyLimit = 1_048_576;

/** The longest list of a query has 500 items, and other fields stand beside it (SEC-27). */
export const mostParameters = 600;
export const parametersOf = (text: string): Record<string, unknown> =>
  qs.parse(text, { depth: 2, arrayLimit: mostParameters, parameterLimit: mostParameters }) as Record<string, unknown>;

/** Those past the limit are not read, and what is not read must not be answered as if it had not been asked for. */
const hasTooManyParameters = ({ url = '' }: IncomingMessage): boolean =>
  url.split('&', mostParameters + 1).length > mostParameters;

export function openHttp({ env, log, brands }: { env: Env; log: Log; brands: Brands }): FastifyInstance {
  const saidByProxy = believing(env.trustedProxies);
  const http = Fastify({
    loggerInstance: undefined,
    logger: false,
    bodyLimit: smallBody,
    requestTimeout: env.slowestRequestMs,
    // A connection on which nothing moves, such as one whose answer nobody reads.
    connectionTimeout: 2 * env.slowestRequestMs,
    trustProxy: env.trustedProxies.length > 0 ? [...env.trustedProxies] : false,
    genReqId: saidByProxy.requestId,
    routerOptions: { querystringParser: parametersOf },
    http: {
      maxHeaderSize: 16_384,
      headersTimeout: env.slowestRequestMs / 2,
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
  http.decorateRequest('trace', null);
  const refusalOf = (request: FastifyRequest): Failed | undefined => {
    request.portalHost = request.hostname.toLowerCase();
    const brand = brands.of(hostAndPort.test(request.host) ? request.portalHost : '');
    if (brand) request.brand = brand;
    // Probes ask by the address of the machine, which no brand names, and within it.
    if (request.routeOptions.url?.startsWith('/api/health/')) return undefined;
    if (!env.isModeNamed && cameFromElsewhere(request.raw)) return fail('mode_not_named');
    if (env.tlsAtEdge && cameInTheClear(request)) return fail('not_encrypted');
    if (!brand) return fail('unknown_host');
    if (!hasTooManyParameters(request.raw)) return undefined;
    return failFields({ query: `has too many parameters (maximum is ${mostParameters})` });
  };
  // What every call passes is called back, not awaited: each promise would be felt in the budgets.
  http.addHook('onRequest', (request, reply, done) => {
    request.trace = saidByProxy.traceOf(request.raw);
    reply.header('x-request-id', request.id);
    if (request.trace) reply.header('traceparent', traceparentOf(request.trace));
    done(refusalOf(request));
  });
  // OPS-19: what says everything in its query has no body, whatever its content type says of it.
  http.addHook('onRequest', ({ method, headers }, _reply, done) => {
    const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
    if (method === 'DELETE' && isEmpty) delete headers['content-type'];
    done();
  });
  // REL-03: a connection that stays open after its last answer would hold up the stop.
  let closing = false;
  http.addHook('preClose', async () => {
    closing = true;
  });
  http.addHook('onResponse', (request, reply, done) => {
    if (closing) setImmediate(() => http.server.closeIdleConnections());
    // Whoever watches asks every second.
    const level = request.routeOptions.url?.startsWith('/api/health/') && reply.statusCode < 500 ? 'debug' : 'info';
    log[level]('call', {
      requestId: request.id,
      ...(request.trace ? { trace: request.trace.traceId } : {}),
      method: request.method,
      route: request.routeOptions.url ?? '-',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    });
    done();
  });
  http.setErrorHandler((error, request, reply) => sendFailure(log, error, undefined, request, reply));
  return http;
}

/**
 * Whether a call was in the clear on any part of its way to the edge, as the proxy says (PRV-06). It is refused rather than
 * redirected: what it carried has been seen already. Anybody is believed here, for they shut out nobody but themselves.
 */
export const cameInTheClear = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  String(headers['x-forwarded-proto'] ?? '')
    .split(',')
    .some((scheme) => ['http', 'ws'].includes(scheme.trim().toLowerCase()));

/** Whatever else stands there is no host of ours, though a part of it may be. */
const hostAndPort = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i;

const namesOfProxies = ['forwarded', 'via', 'x-real-ip', 'cf-connecting-ip', 'true-client-ip'];

/**
 * Whether a call shows that a proxy or a tunnel handed it on (SEC-37). One that is set up for it says so; nginx as it comes says
 * nothing, but asks by HTTP/1.0, and the browser behind it names the page that it is on. The host alone tells nothing: one that no
 * brand names shows the default brand (SEC-18).
 */
export function cameFromElsewhere({ headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>): boolean {
  const { origin } = headers;
  const isForeign = (page: string) => page !== 'null' && !isLocalHost(URL.parse(page)?.host ?? '');
  return (
    httpVersion === '1.0' ||
    (origin !== undefined && isForeign(origin)) ||
    Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || namesOfProxies.includes(name))
  );
}

/** Of transactions that wait for each other the database undoes one: nothing of it was kept, and its turn may come at once. */
const isUndoneForAnother = (code = ''): boolean => ['40P01', '40001'].includes(code);

/** Any error becomes one of the failures of the table; what is not in it is a 500 with a reference number (SEC-29). */
export function failedFrom(error: unknown): Failed | null {
  if (error instanceof Failed) return error;
  if (databaseIsAway(error)) return new Failed('unavailable', { retryAfter: 2 });
  if (error instanceof StoreAway) return new Failed('unavailable', { retryAfter: 5 });
  const { code, statusCode, constraint } = error as { code?: string; statusCode?: number; constraint?: string };
  if (code === '23505' && constraint?.includes('__')) {
    const named = constraint.replace('__', '.');
    if (named in failures) return fail(named as keyof typeof failures);
  }
  if (isUndoneForAnother(code)) return new Failed('unavailable', { retryAfter: 1 });
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

/** Answers a call with what went wrong in it. */
export function sendFailure(
  log: Log,
  error: unknown,
  endpoint: Endpoint | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  // They were said of an answer that did not come to leave.
  for (const name of ['content-encoding', 'content-length', 'etag']) reply.removeHeader(name);
  const found = failedFrom(error);
  const failed = found?.code === 'too_large' && endpoint?.tooLarge ? fail(endpoint.tooLarge) : found;
  if (!failed) {
    log.error('unexpected', { requestId: request.id, route: request.routeOptions.url ?? '-', error: traceOf(error) });
    return reply.status(500).send({
      code: 'unexpected',
      message: endpoint?.failure ?? 'Unable to make request',
      detail: { reference: request.id },
    });
  }
  if (failed.code === 'unavailable')
    log.warn('unavailable', {
      requestId: request.id,
      route: request.routeOptions.url ?? '-',
      // They tell a call whose time was over from one that found no place, and from a database that is away.
      ms: Math.round(reply.elapsedTime),
      retryAfter: failed.retryAfter,
      // Which call lost, and where, is for whoever mends the order in which calls hold things. The other one is not known here.
      error: isUndoneForAnother((error as { code?: string }).code)
        ? traceOf(error)
        : error instanceof Error
          ? error.message
          : String(error),
    });
  if (failed.retryAfter !== undefined) reply.header('retry-after', String(failed.retryAfter));
  return reply.status(statusOf(failed, endpoint)).send(bodyOf(failed, endpoint?.failure));
}

/** Statuses that refuse a body: for what it names, or as it is. The others refuse the caller, or would any call now. */
const refusalsOfBody = [404, 409, 413, 415, 422];

function statusOf({ code }: Failed, endpoint: Endpoint | undefined): number {
  const { status } = failures[code];
  if (endpoint?.refusesWith400 && refusalsOfBody.includes(status)) return 400;
  return endpoint?.refusesWith500 && [400, 404, 409].includes(status) ? 500 : status;
}

/** Where an error came from. What PostgreSQL says may repeat a value somebody typed, so only its code and place stay (PRV-05). */
export function traceOf(error: unknown): string {
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
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && isPaced(socket)) return;
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
  else return void socket.destroy();
  // Whoever goes on sending does not hear that this has ended.
  setTimeout(() => socket.destroy(), 1_000).unref();
}
