/** Tokens of the pool count for something only when it signed them, for our client, as what they are used as, and in time (SEC-17). */
import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '#platform/core/clock.ts';

interface Expected {
  issuer: string;
  clientId: string;
  /** Where the pool publishes its keys. */
  keysUrl: string;
  clock: Clock;
}

const keySet = z.object({
  keys: z.array(z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })),
});
const header = z.object({ alg: z.literal('RS256'), kid: z.string() });
const claims = z.object({
  iss: z.string(),
  client_id: z.string(),
  token_use: z.string(),
  exp: z.number(),
  username: z.string().min(1),
});
const readPart = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));

export type TokenCheck = (token: string, until: AbortSignal) => Promise<{ username: string }>;

/** Tells whose an access token is; throws when it is worth nothing. */
export function tokenCheck({ issuer, clientId, keysUrl, clock }: Expected): TokenCheck {
  let keys = new Map<string, KeyObject>();
  const keyOf = async (kid: string, until: AbortSignal): Promise<KeyObject | undefined> => {
    // The pool changes its keys now and then, and names the new one in its next token.
    if (!keys.has(kid)) keys = await readKeys(keysUrl, until);
    return keys.get(kid);
  };
  return async (token, until) => {
    const [head = '', body = '', signature = ''] = token.split('.');
    const { kid } = header.parse(readPart(head));
    const key = await keyOf(kid, until);
    if (!key || !verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url')))
      throw new Error('a token of the pool is not signed by it');
    const told = claims.parse(readPart(body));
    if (told.iss !== issuer) throw new Error('a token is of another pool');
    if (told.client_id !== clientId) throw new Error('a token is for another client');
    if (told.token_use !== 'access') throw new Error('a token is no access token');
    if (told.exp * 1_000 <= clock.now().getTime()) throw new Error('a token of the pool has expired');
    return { username: told.username };
  };
}

async function readKeys(url: string, until: AbortSignal): Promise<Map<string, KeyObject>> {
  const response = await fetch(url, { redirect: 'error', signal: until });
  if (!response.ok) throw new Error(`the keys of the pool cannot be read: ${response.status}`);
  const { keys } = keySet.parse(await response.json());
  return new Map(
    keys.map(({ kid, kty, n, e }) => [
      kid,
      createPublicKey({ key: { kty, n, e } satisfies JsonWebKey, format: 'jwk' }),
    ]),
  );
}
