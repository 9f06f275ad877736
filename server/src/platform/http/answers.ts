/**
 * How the answer of a reading call leaves: by a tag, so that whoever has it already is told no more than that, and compressed.
 */
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { type Endpoint, moreHeader } from '@portal/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/core/clock.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import type { Env } from '#src/env.ts';

const hourMs = 3_600_000;

/** Tags answers; nobody can make one or learn anything from one. */
export function tagsOf({ clock, env }: { clock: Clock; env: Pick<Env, 'secret'> }) {
  // Made once: of mere bytes a key is made anew each time, which takes longer than the rest.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', env.secret, '', 'portal answers: tags', 32)));
  /**
   * It holds for one session and one hour: what a person was shown is on record for each session, and for each hour in which
   * they went on looking (PRV-01).
   */
  return (text: string, viewer: Viewer | null, request: FastifyRequest, reply: FastifyReply): string => {
    const hour = Math.floor(clock.now().getTime() / hourMs);
    const about = [viewer?.sessionId ?? 0, hour, request.url, reply.getHeader(moreHeader) ?? ''].join('\n');
    const mac = createHmac('sha256', key).update(`${about}\n${text}`).digest('base64url');
    // Weak: the same answer has other bytes where it is compressed.
    return `W/"${mac.slice(0, 27)}"`;
  };
}

/** Whether the caller has named this tag; proxies that compress may have made a strong one weak, or the other way round. */
export const isKnownToCaller = ({ headers }: FastifyRequest, tag: string): boolean =>
  (headers['if-none-match'] ?? '').split(',').some((known) => opaqueOf(known) === opaqueOf(tag));
const opaqueOf = (tag: string): string => tag.trim().replace(/^W\//, '');

const compress = promisify(brotliCompress);
/** Below that an answer is one packet or two. */
const leastCompressed = 1_024;

/**
 * Answers to whoever is signed in, except what is about the session itself: how far a secret shrinks beside what others may
 * write would tell of it.
 */
const mayBeCompressed = ({ path, access, holdsFile }: Endpoint): boolean =>
  access !== 'open' && !path.startsWith('/auth/') && !holdsFile;

/** The bytes to send, with the headers that say what they are. */
export async function bytesOf(
  endpoint: Endpoint,
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | Buffer> {
  void reply.type('application/json; charset=utf-8');
  if (!mayBeCompressed(endpoint)) return text;
  void reply.header('vary', 'accept-encoding');
  if (text.length < leastCompressed || !takesBrotli(request)) return text;
  void reply.header('content-encoding', 'br');
  return compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
}

const takesBrotli = ({ headers }: FastifyRequest): boolean =>
  String(headers['accept-encoding'] ?? '')
    .split(',')
    .some((coding) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(coding));
