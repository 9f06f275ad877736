/** The headers that every response carries (SEC-21). */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '#src/env.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Allows the styles that the page makes while it runs; new for every response. */
    nonce: string;
  }
}

/** Of what is no page: opened by itself it may load nothing and act on nothing. */
export const policyOfNoPage = `default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const policyOfPage = (nonce: string) =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** What a browser is told whatever the answer is; what has a nonce may be a page or a part of one. */
export const securityHeaders = ({ tlsAtEdge }: Pick<Env, 'tlsAtEdge'>, nonce?: string): Record<string, string> => ({
  'content-security-policy': nonce === undefined ? policyOfNoPage : policyOfPage(nonce),
  'x-content-type-options': 'nosniff',
  // The origin at most, never a path: paths and queries name records.
  'referrer-policy': 'strict-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(tlsAtEdge ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
});

export function addHeaders(http: FastifyInstance, env: Pick<Env, 'tlsAtEdge'>): void {
  const nonces = new WeakMap<FastifyRequest, string>();
  http.decorateRequest('nonce', {
    getter(this: FastifyRequest) {
      const nonce = nonces.get(this) ?? randomBytes(16).toString('base64url');
      nonces.set(this, nonce);
      return nonce;
    },
  });
  // SEC-21: an answer of the API is kept by nobody, and is no page.
  const ofAnswers = { ...securityHeaders(env), 'cache-control': 'no-store' };
  http.addHook('onSend', (request, reply, _payload, done) => {
    if (request.url.startsWith('/api/')) reply.headers(ofAnswers);
    else {
      reply.headers(securityHeaders(env, request.nonce));
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
    }
    done();
  });
}
