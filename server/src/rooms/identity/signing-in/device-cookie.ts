/** By this a browser is known again for the mail about new devices. It opens nothing, and says nothing about anybody. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { securePrefix } from '../sessions/session-cookie.ts';

const nameOf = (env: Pick<Env, 'tlsAtEdge'>): string => `${securePrefix(env)}portal_device`;
/** The longest that browsers keep one. */
const maxAge = 400 * 86_400;

export const newDeviceValue = (): string => randomBytes(32).toString('base64url');

export const deviceValueOf = (request: Pick<FastifyRequest, 'headers'>, env: Pick<Env, 'tlsAtEdge'>): string | null =>
  new RegExp(`(?:^|;\\s*)${nameOf(env)}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? null;

/** Without Domain it stays on its host. */
export const setDeviceCookie = (reply: FastifyReply, env: Pick<Env, 'tlsAtEdge'>, value: string) =>
  reply.header(
    'set-cookie',
    `${nameOf(env)}=${value}; Path=/api/auth; Max-Age=${maxAge}; HttpOnly; SameSite=Strict${env.tlsAtEdge ? '; Secure' : ''}`,
  );
