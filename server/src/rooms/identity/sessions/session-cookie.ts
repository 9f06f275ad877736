/** The session's handle in the browser: one cookie, for one call (SEC-03, SEC-20). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { fail } from '#platform/core/fail.ts';
import { hostCookie } from './host-cookie.ts';

const { read, set } = hostCookie('portal_session', '/api/auth/session');

export const cookieOf = read;

export const setCookie = (reply: FastifyReply, env: Pick<Env, 'tlsAtEdge'>, value: string) => set(reply, env, value);

export const clearCookie = (reply: FastifyReply, env: Pick<Env, 'tlsAtEdge'>) => set(reply, env, '', 0);

/** Refuses the cookie's call to pages of other sites: it must be JSON, with our header, from the same origin. */
export function refuseForeign(request: FastifyRequest, env: Pick<Env, 'tlsAtEdge'>): void {
  const { origin, 'sec-fetch-site': site, 'content-type': type = '', 'x-portal': portal } = request.headers;
  const ownOrigins = env.tlsAtEdge
    ? [`https://${request.host}`]
    : [`http://${request.host}`, `https://${request.host}`];
  const own = origin === undefined || ownOrigins.includes(origin.toLowerCase());
  const sameSite = site === undefined || site === 'same-origin';
  if (!own || !sameSite || portal !== '1' || !/^application\/json\s*(;|$)/i.test(type)) throw fail('foreign_origin');
}
