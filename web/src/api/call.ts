import type { Asked, Endpoint, Ours, Schema } from '@portal/contract/endpoint.ts';
import { z } from 'zod';
import { type Outgoing, type Way, exchange } from './exchange.ts';
import { CallFailure, unableToMakeRequest } from './failure.ts';
import { newKey } from './new-key.ts';
import { send } from './send.ts';

interface Options extends Way {
  signal?: AbortSignal;
  /** REL-06: the same for every try of one intention. */
  key?: string;
}

/** Asks one call of the contract and decodes what it answers. Every failure is a `CallFailure` with a sentence. */
export async function call<E extends Endpoint>(
  endpoint: E,
  asked: Asked<E>,
  { signal, key = newKey(), ...way }: Options = {},
): Promise<Ours<E['reply']>> {
  const { query, body } = asked as { query?: unknown; body?: unknown };
  const out: Outgoing = {
    method: endpoint.method,
    path: endpoint.path,
    query: encode(endpoint.query, query) as Outgoing['query'],
    body: encode(endpoint.body, body),
    headers: endpoint.creates ? { 'idempotency-key': key } : {},
    signal,
    ...way,
  };
  try {
    const reply = await (endpoint.access === 'open' ? exchange(out) : send(out));
    return z.decode(endpoint.reply as z.ZodType, reply) as Ours<E['reply']>;
  } catch (error) {
    if (signal?.aborted) throw error;
    if (!(error instanceof CallFailure)) throw unreadable();
    error.message ||= endpoint.failure ?? unableToMakeRequest;
    throw error;
  }
}

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
