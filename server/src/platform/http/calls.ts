/** The life of a call: host, session, access line, body, act in one transaction, reply, access log. */
import { meets } from '@portal/contract/access.ts';
import { type Endpoint, insteadOfHeader, isConditional, type Ours, takesKey } from '@portal/contract/endpoint.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Act, actOf } from '#platform/act/act.ts';
import type { Env } from '#src/env.ts';
import type { Access, AccessLog, Reading } from '#platform/audit/access-log.ts';
import type { Activity } from '#platform/security/activity.ts';
import type { Alarms } from '#platform/security/alarms.ts';
import { brandFor, type BrandOfHost, type Brands } from '#platform/core/brands.ts';
import type { Clock } from '#platform/core/clock.ts';
import { callerIs } from '#platform/core/context.ts';
import type { withDeadlines } from '#platform/core/deadline.ts';
import { type Database, databaseIsAway, type Tx } from '#platform/database/db.ts';
import { bytesOf, isKnownToCaller, tagsOf } from './answers.ts';
import { rememberCallers, tokenOf } from './callers.ts';
import { decoded, decodedBody } from './decode.ts';
import type { GivesDuties } from './duties.ts';
import { exportOf, isExport, isTooMany, originOf, saidToBe } from './security-events-of-calls.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { Files } from '#platform/files/files.ts';
import { filesOfWork } from '#platform/files/files-of-work.ts';
import { sendFailure } from './http.ts';
import { once } from './idempotency.ts';
import { sendLargeAnswers } from './large-answers.ts';
import { bodyLimitOf, isLargeBody, lookAtLargeBody, roomForBodies } from './large-bodies.ts';
import { type Lists, listsOf } from './lists.ts';
import type { Log } from '#platform/core/log.ts';
import { networkOf } from '#platform/core/network.ts';
import { makeSemaphore, type Place } from '#platform/core/semaphore.ts';
import { limitPer } from '#platform/security/limit.ts';
import { noteRefusals } from './refusals.ts';
import type { SecurityLog } from '#platform/security/security-log.ts';
import type { SessionEnds } from '#platform/security/session-ends.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { viewerOf } from '#platform/security/viewer-of.ts';

/** What a handler of a signed-in call gets. Everything it does happens in `tx`, inside the fence of the viewer's company. */
export interface Call<E extends Endpoint> {
  viewer: Viewer;
  query: Ours<E['query']>;
  body: Ours<E['body']>;
  /** For what changes something; a read needs `tx` and `viewer` alone. */
  act: Act;
  tx: Tx;
  /** What is kept here is taken away again when the call fails. */
  files: Act['files'];
  logRead: Act['logRead'];
  list: Lists['list'];
  isCutOff: Lists['isCutOff'];
  http: { request: FastifyRequest; reply: FastifyReply };
}

/** What a list needs of a call, whatever the call. */
export type Listing = Pick<Call<Endpoint>, 'act' | 'tx' | 'viewer' | 'list'>;

/** What a handler of an open call gets; it manages its own transactions. */
export interface OpenCall<E extends Endpoint> {
  query: Ours<E['query']>;
  body: Ours<E['body']>;
  brand: BrandOfHost;
  host: string;
  address: string;
  requestId: string;
  /** The caller's session where the call carries one, or null. */
  viewer: () => Promise<Viewer | null>;
  /** Somebody's data was read, by whom the call found to be its reader (PRV-01). */
  logRead: (reader: Reading, kind: string, ids: readonly number[]) => void;
  /** Somebody's data was asked for and not shown, to whom the call found to be its asker. */
  logRefused: (reader: Reading, kind: string, ids: readonly number[]) => void;
  http: { request: FastifyRequest; reply: FastifyReply };
}

type Promised<T> = T | Promise<T>;
export type Route = <E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promised<Ours<E['reply']>>) => void;
/** For what takes long or counts whatever comes of it: that is done before the transaction begins. */
export type PreparedRoute = <E extends Endpoint, P>(
  endpoint: E,
  prepare: (body: Ours<E['body']>, by: Pick<Call<E>, 'viewer' | 'query' | 'http'>) => Promise<P>,
  handle: (call: Call<E>, prepared: P) => Promised<Ours<E['reply']>>,
) => void;
export type OpenRoute = <E extends Endpoint>(
  endpoint: E,
  handle: (call: OpenCall<E>) => Promised<Ours<E['reply']>>,
) => void;

/** What every room is built on. */
export interface House extends GivesDuties {
  env: Env;
  clock: Clock;
  database: Database;
  /** A file is kept within an act, where it gets its row. */
  files: Pick<Files, 'get' | 'read'>;
  log: Log;
  brands: Brands;
  activity: Activity;
  sessionEnds: SessionEnds;
  alarms: Alarms;
  security: SecurityLog;
  http: FastifyInstance;
  /** Runs what is asked for, as much at once as the installation takes (REL-05). */
  contained: ReturnType<typeof withDeadlines>;
  route: Route;
  preparedRoute: PreparedRoute;
  openRoute: OpenRoute;
  /** The endpoints that have been given a route so far. */
  served: Endpoint[];
}
export type Room = (house: House) => void;

/** What a header lists by commas. */
const listOf = (said: string | string[] | undefined): string[] =>
  [said ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((one) => one.trim())
    .filter((one) => one !== '');

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** SEC-36. */
const costlyMs = 15 * 60_000;

type Routes = Pick<House, 'route' | 'preparedRoute' | 'openRoute'>;

/** What came of a call. */
interface Answered {
  result: unknown;
  viewer: Viewer | null;
  /** Whose data is read with it goes to the access log. */
  logReads?: () => void;
}

/** Gives every endpoint its route. */
export function makeRoutes(house: Omit<House, keyof Routes> & { files: Files }, accessLog: AccessLog): Routes {
  const { http, log, database, clock, activity, security } = house;

  const callers = rememberCallers();
  /** When those began whose body takes its time: a token that was good then is good for the call. */
  const begunAt = new WeakMap<FastifyRequest, Date>();
  const viewerOfRequest = async (request: FastifyRequest): Promise<Viewer | null> => {
    const token = tokenOf(request);
    if (!token) return null;
    const shownAt = begunAt.get(request) ?? clock.now();
    const from = { host: request.portalHost, address: request.ip, requestId: request.id };
    const viewer = await viewerOf(house, token, from, shownAt);
    callers.found(token, viewer);
    if (viewer) callerIs(viewer);
    // SEC-04: every call tells how long ago the last real input was; saying nothing means now.
    if (viewer) activity.touch(viewer.sessionId, inputAt(request, shownAt));
    return viewer;
  };

  const noteRefused = noteRefusals({ accessLog, alarms: house.alarms, clock });
  const noteRefusal = (endpoint: Endpoint, viewer: Viewer, request: FastifyRequest, error: unknown) => {
    const brand = brandFor(house.brands, request.brand, viewer.companyId);
    const { query, body } = request;
    noteRefused({ brand, viewer, endpoint, call: nameOf(endpoint), asked: [query, body] }, error);
  };

  /** Who calls, where people like them may make this call. */
  const admit = async (endpoint: Endpoint, request: FastifyRequest): Promise<Viewer> => {
    const viewer = await viewerOfRequest(request);
    if (!viewer) throw fail('unauthenticated');
    request.brand = brandFor(house.brands, request.brand, viewer.companyId);
    if (meets(endpoint.access, viewer)) return viewer;
    const refusal = fail('forbidden');
    noteRefusal(endpoint, viewer, request, refusal);
    throw refusal;
  };

  const { contained } = house;
  /** A portion of thousands of rows keeps the one thread busy, and its caller asks for the next one at once. */
  const portions = makeSemaphore({ most: 2, mostWaiting: 100 });
  const roomForBody = roomForBodies(house);
  const sendLarge = sendLargeAnswers(house);
  /** Who may make this call, and has not made it too often; of a costly one the body alone costs as much as any. */
  const mayBegin = async (endpoint: Endpoint, request: FastifyRequest): Promise<Viewer> => {
    const viewer = await admit(endpoint, request);
    if (!endpoint.isCostly) return viewer;
    const call = nameOf(endpoint);
    counted.add(request);
    await refuseTooMany(call, viewer, request).catch((error: unknown) => {
      if (isTooMany(error)) security.tooMany(call, viewer, originOf(request));
      throw error;
    });
    return viewer;
  };
  /** A large body is read for those alone who may call; once it has come, the call asks anew what may have changed meanwhile. */
  const beforeBody = async (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const caller = callers.of(request);
    begunAt.set(request, clock.now());
    const whose = endpoint.access === 'open' ? caller : await contained(caller, () => mayBegin(endpoint, request));
    await roomForBody(endpoint, whose, request, reply);
  };

  const tagOf = tagsOf(house);
  const send = async (endpoint: Endpoint, answered: Answered, request: FastifyRequest, reply: FastifyReply) => {
    const answer = z.encode(endpoint.reply as z.ZodType, answered.result as never);
    if (endpoint.method !== 'GET') {
      answered.logReads?.();
      return reply.send(answer);
    }
    const text = JSON.stringify(answer);
    if (isConditional(endpoint)) {
      const tag = tagOf(text, answered.viewer, request, reply);
      reply.header('etag', tag);
      if (isKnownToCaller(request, tag)) {
        // It is what was shown before; who is at work with it open reads it again.
        if (idleMsOf(request) < atWorkMs) answered.logReads?.();
        return reply.status(304).send();
      }
    }
    answered.logReads?.();
    const body = await bytesOf(endpoint, text, request, reply);
    return sendLarge({ answer, body }, callers.of(request), request, reply);
  };

  const serve = (endpoint: Endpoint, handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Answered>) => {
    house.served.push(endpoint);
    http.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      ...(endpoint.method === 'GET'
        ? {}
        : {
            bodyLimit: bodyLimitOf(endpoint),
            onRequest: async (request, reply) => {
              if (isLargeBody(endpoint, request)) await beforeBody(endpoint, request, reply);
            },
            preParsing: lookAtLargeBody(endpoint),
          }),
      errorHandler: (error, request, reply) => void sendFailure(log, error, endpoint, request, reply),
      handler: async (request, reply) => {
        // The web goes by this clock, whatever the browser's says (REL-10).
        reply.header('x-now', String(house.clock.now().getTime()));
        try {
          const answered = await contained(callers.of(request), () => handle(request, reply));
          return await send(endpoint, answered, request, reply);
        } catch (error) {
          return sendFailure(log, error, endpoint, request, reply);
        }
      },
    });
  };

  /** Calls that have been counted as costly before their body came. */
  const counted = new WeakSet<FastifyRequest>();
  const byPerson = limitPer(house, 'costly calls of a person', house.env.costlyCallsPerPerson, costlyMs);
  // Many people may sit behind one address.
  const byAddress = limitPer(house, 'costly calls of an address', 10 * house.env.openCallsPerAddress, costlyMs);
  const refuseTooMany = async (call: string, viewer: Viewer | null, request: FastifyRequest) => {
    const refused =
      (viewer && (await byPerson.take(`${call} ${viewer.providerId}`))) ??
      (await byAddress.take(`${call} ${networkOf(request.ip)}`));
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };
  // An export counts once, in however many portions it comes; these have a limit of their own for whoever asks for nothing else.
  const ofPortions = limitPer(house, 'portions of exports', 20 * house.env.costlyCallsPerPerson, costlyMs);
  const refuseTooManyPortions = async (call: string, { providerId }: Viewer) => {
    const refused = await ofPortions.take(`${call} ${providerId}`);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };

  const preparedRoute: PreparedRoute = (endpoint, prepare, handle) =>
    serve(endpoint, async (request, reply) => {
      const viewer = await admit(endpoint, request);
      const seen: { kind: string; ids: readonly number[] }[] = [];
      const call = nameOf(endpoint);
      const { store, takeAway } = filesOfWork(house.files, log);
      const { list, isCutOff, refuseUnbounded } = listsOf(endpoint, reply);
      const logReads = () => {
        for (const { kind, ids } of seen) accessLog.add({ at: clock.now(), viewer, call, kind, ids, outcome: 'read' });
      };
      let place: Place | undefined;
      try {
        // A DELETE may name its record in a JSON body instead of the query (OPS-19).
        const asked =
          endpoint.method === 'DELETE' && request.body
            ? inEitherPlace(request.query as object, request.body as object)
            : request.query;
        const query = decoded(endpoint.query, asked, 'query') as never;
        const body = decodedBody(endpoint, request.body) as never;
        if ((endpoint.isCostly || isExport(endpoint, query)) && !counted.has(request))
          await refuseTooMany(call, viewer, request);
        else if (endpoint.exports === 'portions') await refuseTooManyPortions(call, viewer);
        const prepared = await prepare(body, { viewer, query, http: { request, reply } });
        const logRead: Act['logRead'] = (kind, ids) => void seen.push({ kind, ids });
        const work = async (tx: Tx) => {
          const act = actOf(tx, clock, viewer, { files: store, logRead });
          const { files, logRead: sees } = act;
          return handle(
            { act, viewer, query, body, tx, files, logRead: sees, list, isCutOff, http: { request, reply } },
            prepared,
          );
        };
        const key = request.headers['idempotency-key'];
        if (endpoint.exports === 'portions') place = await portions.take();
        const result =
          endpoint.method === 'GET'
            ? await database.readInCompany(viewer.companyId, work)
            : await database.inCompany(viewer.companyId, (tx) =>
                takesKey(endpoint) && typeof key === 'string'
                  ? once(
                      tx,
                      clock,
                      viewer,
                      {
                        key,
                        insteadOf: listOf(request.headers[insteadOfHeader]),
                        call,
                        asked: [request.query, request.body],
                        saysVersion: (body as { version?: unknown } | undefined)?.version !== undefined,
                      },
                      endpoint,
                      () => work(tx),
                    )
                  : work(tx),
              );
        refuseUnbounded();
        if (endpoint.exports && isExport(endpoint, query))
          security.note({ ...exportOf(call, viewer, request), outcome: 'done' });
        return { result, viewer, logReads };
      } catch (error) {
        // A stale version is answered with the record as it stands now.
        logReads();
        if (isTooMany(error)) security.tooMany(call, viewer, originOf(request));
        if (isExport(endpoint, request.query as never) && !(error instanceof Failed))
          security.failed(exportOf(call, viewer, request), error);
        noteRefusal(endpoint, viewer, request, error);
        // Nobody knows whether a commit that went unanswered was made; then housekeeping decides by the rows.
        if (!databaseIsAway(error)) await takeAway();
        throw error;
      } finally {
        place?.release();
      }
    });

  const route: Route = (endpoint, handle) => preparedRoute(endpoint, async () => {}, handle);

  const openRoute: OpenRoute = (endpoint, handle) =>
    serve(endpoint, async (request, reply) => {
      // Asked for at most once a call.
      let asked: Promise<Viewer | null> | undefined;
      const viewer = () => (asked ??= endpoint.access === 'open' ? viewerOfRequest(request) : admit(endpoint, request));
      const caller = endpoint.access === 'open' ? null : await viewer();
      const seen: Pick<Access, 'viewer' | 'kind' | 'ids'>[] = [];
      const logReads = () => {
        for (const read of seen) accessLog.add({ ...read, at: clock.now(), call: nameOf(endpoint), outcome: 'read' });
      };
      try {
        const query = decoded(endpoint.query, request.query, 'query') as never;
        const body = decodedBody(endpoint, request.body) as never;
        if (endpoint.isCostly && !counted.has(request)) await refuseTooMany(nameOf(endpoint), await viewer(), request);
        const { brand: shown } = request;
        const result = await handle({
          query,
          body,
          brand: { shown, for: (companyId) => brandFor(house.brands, shown, companyId) },
          host: request.portalHost,
          address: request.ip,
          requestId: request.id,
          viewer,
          logRead: (reader, kind, ids) => void seen.push({ viewer: reader, kind, ids }),
          logRefused: (viewer, kind, ids) =>
            accessLog.add({ at: clock.now(), viewer, call: nameOf(endpoint), kind, ids, outcome: 'refused' }),
          http: { request, reply },
        });
        return { result, viewer: caller, logReads };
      } catch (error) {
        // As above: a stale version is answered with what stands now.
        logReads();
        const by = (await asked?.catch(() => null)) ?? null;
        if (isTooMany(error)) security.tooMany(nameOf(endpoint), by ?? saidToBe(request), originOf(request));
        if (by) noteRefusal(endpoint, by, request, error);
        throw error;
      }
    });

  return { route, preparedRoute, openRoute };
}

/** One place contradicting the other would leave open which record is meant, and logs would name the wrong one. */
function inEitherPlace(query: object, body: object): object {
  const inQuery = new Map<string, unknown>(Object.entries(query));
  for (const [name, value] of Object.entries(body))
    if (inQuery.has(name) && String(inQuery.get(name)) !== String(value))
      throw failFields({ [name]: 'must be the same in the address and in the body' });
  return { ...query, ...body };
}

/** Whoever did nothing for so long has the page open, and does not read it. */
const atWorkMs = 60_000;
const idleMsOf = (request: FastifyRequest): number => Number(request.headers['x-idle-ms'] ?? 0);

function inputAt(request: FastifyRequest, shownAt: Date): Date {
  const said = idleMsOf(request);
  return new Date(shownAt.getTime() - (said > 0 ? Math.min(said, 86_400_000) : 0));
}
