/** Which security events a call is by itself, whatever room answers it (SEC-39). */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { failures } from '@portal/contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import { Failed } from '#platform/core/fail.ts';
import type { Origin, Whose } from '#platform/security/security-events.ts';
import type { Viewer } from '#platform/security/viewer.ts';

export const isTooMany = (error: unknown) => error instanceof Failed && failures[error.code].status === 429;

export const originOf = ({ portalHost: host, ip: address, id: requestId, brand }: FastifyRequest): Origin => ({
  host,
  address,
  requestId,
  brand: { shown: brand },
});

const canBe = (said: unknown): said is string => typeof said === 'string' && said.length <= 320 && !said.includes('\0');

/** Whose call it was, as far as what was sent tells: of a call that met a limit no more is known. */
export function saidToBe({ body }: FastifyRequest): Whose {
  const { challenge, email } = (body ?? {}) as { challenge?: unknown; email?: unknown };
  if (canBe(challenge)) return { challenge };
  return canBe(email) ? { email } : null;
}

/** An export that comes in portions is one: its first asks for nothing before it. Some reads say that they are for a file. */
export const isExport = (endpoint: Endpoint, query: { before?: unknown; file?: unknown } | undefined): boolean =>
  endpoint.exports === 'whole' ||
  (endpoint.exports === 'portions' && query?.before === undefined) ||
  (endpoint.exports === 'on demand' && query?.file === true);
export const exportOf = (call: string, viewer: Viewer, request: FastifyRequest) =>
  ({ event: 'export', whose: viewer, from: originOf(request), call }) as const;
