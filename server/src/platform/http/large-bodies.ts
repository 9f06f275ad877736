/** Bodies past what is small: they are counted before a byte is read, looked at as they come, and ended where they stop coming (SEC-27). */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify';
import type { Env } from '#src/env.ts';
import type { Caller } from '#platform/core/context.ts';
import { longestCallMs } from '#platform/core/deadline.ts';
import { fail } from '#platform/core/fail.ts';
import type { Log } from '#platform/core/log.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { watchPace } from './body-pace.ts';
import { sendFailure, smallBody, usualBodyLimit } from './http.ts';
import { withFewValues } from './scan-json.ts';

/** Of memory, by all of them together: four of the largest. */
const mostBytes = 280 * 1_048_576;
const mostWaiting = 40;

export const bodyLimitOf = ({ access, bodyLimit }: Endpoint): number =>
  bodyLimit ?? (access === 'open' ? smallBody : usualBodyLimit);

/** What does not say how long it is may be as long as it is allowed to be. */
const bytesOf = (endpoint: Endpoint, { headers }: FastifyRequest): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyLimitOf(endpoint);

/** Whether a body is more than what everybody may send; one that is over its limit is refused unread in any case. */
export function isLargeBody(endpoint: Endpoint, request: FastifyRequest): boolean {
  const bytes = bytesOf(endpoint, request);
  return bytes > smallBody && bytes <= bodyLimitOf(endpoint);
}

export const lookAtLargeBody =
  (endpoint: Endpoint): preParsingHookHandler =>
  (request, _reply, body, done) =>
    done(null, isLargeBody(endpoint, request) ? withFewValues(body) : body);

type BeforeBody = (endpoint: Endpoint, caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Waits until there is room for a large body. It is kept until the call is answered. */
export function roomForBodies({ env, log }: { env: Pick<Env, 'slowestRequestMs'>; log: Log }): BeforeBody {
  // Whoever waits is told so before the time of the whole request is up.
  const longestWaitMs = Math.min(longestCallMs, env.slowestRequestMs / 2);
  const bodies = makeSemaphore({ most: mostBytes, mostWaiting, longestWaitMs });
  return async (endpoint, caller, request, reply) => {
    const bytes = bytesOf(endpoint, request);
    const { release } = await bodies.take(bytes, caller);
    for (const end of ['finish', 'close']) reply.raw.once(end, release);
    if (reply.raw.destroyed) return release();
    // One that is no larger than usual has the time of other requests.
    if (bytes <= usualBodyLimit) return;
    watchPace(request.raw, env.slowestRequestMs, () => {
      sendFailure(log, fail('too_slow'), endpoint, request, reply.header('connection', 'close'));
    });
  };
}
