/** The session's handle in the browser: one cookie, for one call (SEC-03, SEC-20). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { fail } from '#platform/core/fail.ts';

const path = '/api/auth/session';

export function cookieOf(request: FastifyRequest, env: Pick<Env, 'tlsAtEdge'>): string | null {
  const name = nameOf(env);
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || null;
}

/** Browsers take the prefix only from a secure page, so that no plain one can set such a cookie in its place. */
export const securePrefix = ({ tlsAtEdge }: Pick<Env, 'tlsAtEdge'>): string => (tlsAtEdge ? '__Secure-' : '');
const nameOf = (env: Pick<Env, 'tlsAtEdge'>): string => `${securePrefix(env)}portal_session`;

const attributes = (env: Pick<Env, 'tlsAtEdge'>) =>
  `Path=${path}; HttpOnly; SameSite=Strict${env.tlsAtEdge ? '; Secure' : ''}`;

/** Without Domain it stays on its host, without Max-Age it goes with the browser. */
export const setCookie = (reply: FastifyReply, env: Pick<Env, 'tlsAtEdge'>, value: string) =>
  reply.header('set-cookie', `${nameOf(env)}=${value}; ${attributes(env)}`);

export const clearCookie = (reply: FastifyReply, env: Pick<Env, 'tlsAtEdge'>) =>
  reply.header('set-cookie', `${nameOf(env)}=; Max-Age=0; ${attributes(env)}`);

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
