/** The headers that every response carries (SEC-21). */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Env } from '../env.ts';

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

export function addHeaders(http: FastifyInstance, env: Pick<Env, 'tlsAtEdge'>): void {
  http.decorateRequest('nonce', '');
  http.addHook('onRequest', async (request) => {
    request.nonce = randomBytes(16).toString('base64url');
  });
  http.addHook('onSend', async (request, reply) => {
    reply.headers({
      'content-security-policy': policy(request.nonce),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    if (env.tlsAtEdge) reply.header('strict-transport-security', 'max-age=63072000; includeSubDomains');
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
