/** Bodies past the usual limit: they are counted before a byte of them is read, and ended where they stop coming (SEC-27). */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import type { Caller } from '#platform/core/context.ts';
import { longestCallMs } from '#platform/core/deadline.ts';
import { fail } from '#platform/core/fail.ts';
import type { Log } from '#platform/core/log.ts';
import { makeSemaphore } from '#platform/core/semaphore.ts';
import { watchPace } from './body-pace.ts';
import { sendFailure, usualBodyLimit } from './http.ts';

/** Of memory, by all of them together: four of the largest. */
const mostBytes = 280 * 1_048_576;
const mostWaiting = 40;

type BeforeBody = (endpoint: Endpoint, caller: Caller, request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Waits until there is room for the body of a call that may have a large one. It is kept until the call is answered. */
export function roomForBodies({ env, log }: { env: Pick<Env, 'slowestRequestMs'>; log: Log }): BeforeBody {
  // Whoever waits is told so before the time of the whole request is up.
  const longestWaitMs = Math.min(longestCallMs, env.slowestRequestMs / 2);
  const bodies = makeSemaphore({ most: mostBytes, mostWaiting, longestWaitMs });
  return async (endpoint, caller, request, reply) => {
    const { bodyLimit = usualBodyLimit } = endpoint;
    // What does not say how long it is may be as long as it is allowed to be.
    const bytes = Number(request.headers['content-length'] ?? bodyLimit);
    // A body that is too large is refused unread.
    if (bytes <= usualBodyLimit || bytes > bodyLimit) return;
    const { release } = await bodies.take(bytes, caller);
    for (const end of ['finish', 'close']) reply.raw.once(end, release);
    if (reply.raw.destroyed) return release();
    watchPace(request.raw, env.slowestRequestMs, () => {
      sendFailure(log, fail('too_slow'), endpoint, request, reply.header('connection', 'close'));
    });
  };
}
