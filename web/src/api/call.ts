import {
  type Asked,
  type Endpoint,
  inBodyOfDelete,
  insteadOfHeader,
  isConditional,
  moreHeader,
  type Ours,
  type Schema,
  takesKey,
} from '@portal/contract/endpoint.ts';
import { z } from 'zod';
import { type Answered, lastAnswerOf } from './answers.ts';
import { type Answer, type Outgoing, type Way, exchange, search } from './exchange.ts';
import { CallFailure, unableToMakeRequest } from './failure.ts';
import { newKey } from './new-key.ts';
import { send } from './send.ts';
import { noteDone, noteFailed, noteLost, sentFromHere } from './unanswered.ts';

interface Options extends Way {
  signal?: AbortSignal;
  /** REL-06: the same for every try of one intention. */
  key?: string;
  /** Of tries that got no answer, which this one takes the place of. */
  insteadOf?: readonly string[];
  /** Of an open call that whoever is signed in is known by all the same (OPS-08). */
  asViewer?: boolean;
}

/** Asks one call of the contract and decodes what it answers. Every failure is a `CallFailure` with a sentence. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  asked: Asked<E>,
  options?: Options,
): Promise<Ours<E['reply']>> => (await ask(endpoint, asked, options)).reply;

/** The same of a list that may have left rows out: then `more` is where it goes on, or `true` (OPS-23). */
export async function ask<E extends Endpoint>(
  endpoint: E,
  asked: Asked<E>,
  { signal, key = newKey(), insteadOf = [], asViewer = false, ...way }: Options = {},
): Promise<{ reply: Ours<E['reply']>; more: string | null }> {
  const { query, body } = asked as { query?: unknown; body?: unknown };
  const isKeyed = takesKey(endpoint);
  const out: Outgoing = {
    method: endpoint.method,
    path: endpoint.path,
    ...placed(
      endpoint,
      named(endpoint, encode(endpoint.query, query) as Outgoing['query']),
      encode(endpoint.body, body),
    ),
    headers: isKeyed
      ? { 'idempotency-key': key, ...(insteadOf.length > 0 && { [insteadOfHeader]: insteadOf.join(',') }) }
      : {},
    signal,
    ...way,
  };
  const failedFromHere = sentFromHere();
  const begunAt = performance.now();
  try {
    const answer = await (isRemembered(endpoint) ? remembered(endpoint, out) : answered(endpoint, out, asViewer));
    if (isKeyed) noteDone(key);
    return answer as never;
  } catch (error) {
    if (signal?.aborted || !(error instanceof CallFailure)) {
      // It may have been done all the same.
      if (isKeyed) noteLost(key);
      throw signal?.aborted ? error : unreadable();
    }
    error.tookMs = performance.now() - begunAt;
    // What the server could not do has the catalogue's sentence, whoever on the way says something else.
    if (error.status === 500 && !endpoint.refusesWith500) error.message = endpoint.failure ?? error.message;
    if (ofGateways.includes(error.status)) error.message = '';
    error.message ||= endpoint.failure ?? unableToMakeRequest;
    if (endpoint.method !== 'GET') failedFromHere(error);
    if (isKeyed) noteFailed(error, key, insteadOf);
    throw error;
  }
}

/** Our server never answers with these: what is said with them are the words of a proxy. */
const ofGateways: readonly number[] = [502, 504];

/** OPC-05, OPC-39: how the lists of a query are named in the address. */
const named = ({ repeats }: Endpoint, query: Outgoing['query']): Outgoing['query'] =>
  query &&
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      Array.isArray(value) && name !== repeats ? `${name}[]` : name,
      value,
    ]),
  );

/** OPS-19: what is asked for in the address, and what in the body. */
function placed(endpoint: Endpoint, query: Outgoing['query'], body: unknown): Pick<Outgoing, 'query' | 'body'> {
  if (endpoint.method !== 'DELETE' || query?.[inBodyOfDelete] === undefined) return { query, body };
  const { [inBodyOfDelete]: written, ...named } = query;
  return { query: named, body: { [inBodyOfDelete]: written } };
}

/** What the person who is signed in reads. */
const isRemembered = (endpoint: Endpoint): boolean => endpoint.access !== 'open' && isConditional(endpoint);

async function answered(endpoint: Endpoint, out: Outgoing, asViewer: boolean): Promise<Answered> {
  return decoded(endpoint, await (endpoint.access === 'open' && !asViewer ? exchange(out) : send(out)));
}

async function remembered(endpoint: Endpoint, out: Outgoing): Promise<Answered> {
  const { last, keep } = lastAnswerOf(out.path + search(out.query));
  const answer = await send(last ? { ...out, headers: { ...out.headers, 'if-none-match': last.tag } } : out);
  // The very same value, so that whatever shows it need not look for what has changed.
  if (last && answer.status === 304) {
    keep(last);
    return last.answered;
  }
  const now = decoded(endpoint, answer);
  const tag = answer.headers.get('etag');
  if (tag) keep({ tag, answered: now, size: answer.size });
  return now;
}

const decoded = (endpoint: Endpoint, { reply, headers }: Answer): Answered => ({
  reply: z.decode(endpoint.reply as z.ZodType, reply),
  more: headers.get(moreHeader),
});

const unreadable = () => new CallFailure(200, { code: 'unreachable', message: unableToMakeRequest });

/** What the schema refuses never leaves the browser; the failure names each wrong field as the server would. */
function encode(schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const encoded = z.safeEncode(schema as z.ZodType, value);
  if (encoded.success) return encoded.data;
  const fields = Object.fromEntries(encoded.error.issues.map((issue) => [issue.path.join('.'), issue.message]));
  const [first] = Object.entries(fields);
  throw new CallFailure(400, { code: 'invalid', message: first ? `${first[0]} ${first[1]}`.trim() : '', fields });
}
