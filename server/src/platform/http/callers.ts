/** Whose a call is before its session has been looked up, for the shares of what all callers share. */
import type { FastifyRequest } from 'fastify';
import type { Caller } from '#platform/core/context.ts';
import { networkOf } from '#platform/core/network.ts';
import { hashOf } from '#platform/security/viewer-of.ts';

/** The name of the scheme is one in whatever case (RFC 9110). */
const bearer = /^Bearer +([\w-]{20,100})$/i;
export const tokenOf = (request: FastifyRequest): string | undefined =>
  bearer.exec(request.headers.authorization ?? '')?.[1];

const mostKnown = 10_000;

export interface Callers {
  /** The person whose token it was when it was last looked up; of others the network address. It opens nothing. */
  of: (request: FastifyRequest) => Caller;
  found: (token: string, person: { companyId: number; providerId: number } | null) => void;
}

export function rememberCallers(): Callers {
  const known = new Map<string, Caller>();
  const keyOf = (token: string) => hashOf(token).toString('base64');
  return {
    of: (request) => {
      const token = tokenOf(request);
      return (token && known.get(keyOf(token))) || { address: networkOf(request.ip) };
    },
    found: (token, person) => {
      const key = keyOf(token);
      if (!person) return void known.delete(key);
      if (known.has(key)) return;
      for (const oldest of known.keys()) {
        if (known.size < mostKnown) break;
        known.delete(oldest);
      }
      known.set(key, { companyId: person.companyId, providerId: person.providerId });
    },
  };
}
