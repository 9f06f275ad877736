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

const policy = (nonce: string) =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    nonce ? `style-src 'self' 'nonce-${nonce}'` : `style-src 'self'`,
    `img-src 'self' data: blob:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `object-src 'none'`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ');

/** What a browser is told whatever the answer is; without a nonce the page may not make styles while it runs. */
export const securityHeaders = ({ tlsAtEdge }: Pick<Env, 'tlsAtEdge'>, nonce = ''): Record<string, string> => ({
  'content-security-policy': policy(nonce),
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
  // SEC-21: an answer of the API is kept by nobody; it is no page, so that it makes no styles.
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
