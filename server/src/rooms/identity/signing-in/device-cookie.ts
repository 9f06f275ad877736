/** By this a browser is known again for the mail about new devices. It opens nothing, and says nothing about anybody. */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';
import { hostCookie } from '../sessions/host-cookie.ts';

const { read, set } = hostCookie('portal_device', '/api/auth');
/** The longest that browsers keep one. */
const maxAge = 400 * 86_400;

export const newDeviceValue = (): string => randomBytes(32).toString('base64url');

export function deviceValueOf(request: Pick<FastifyRequest, 'headers'>, env: Pick<Env, 'tlsAtEdge'>): string | null {
  const value = read(request, env);
  return value !== null && /^[\w-]{43}$/.test(value) ? value : null;
}

export const setDeviceCookie = (reply: FastifyReply, env: Pick<Env, 'tlsAtEdge'>, value: string) =>
  set(reply, env, value, maxAge);
