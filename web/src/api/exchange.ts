import { hearClock } from './clock.ts';
import { CallFailure, unableToMakeRequest } from './failure.ts';
import { idleFor } from './idle.ts';
import { asksServer } from '#kit/offline.ts';

type Query = Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>;
/** How a call is sent, where it is not as usual. */
export interface Way {
  /** In place of the browser's own `fetch`. */
  fetch?: typeof fetch;
  /** How long the whole answer may take. */
  waitMs?: number;
}
/** One call as the wire speaks it. */
export interface Outgoing extends Way {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Lets the call finish after the page is gone. */
  keepalive?: boolean;
}

/** REL-17: how long an answer is waited for. */
export const usualWaitMs = 15_000;
/** The same of a document: what 50 MB may take on a slow line. */
export const documentWaitMs = 10 * 60_000;

/** What came back, with what its headers say of it. */
export interface Answer {
  /** 304, without a reply, where it is what the tag that was sent stands for. */
  status: 200 | 304;
  reply: unknown;
  headers: Headers;
  /** In characters. */
  size: number;
}

/** Sends one call and reads its answer; any other status is a failure (API-03, API-04). */
export async function exchange(out: Outgoing): Promise<Answer> {
  const { status, reply, ...rest } = await answerTo(out);
  if (status === 200 || (status === 304 && out.headers?.['if-none-match'])) return { status, reply, ...rest };
  throw new CallFailure(status, typeof reply === 'object' && reply !== null ? reply : {});
}

async function answerTo(out: Outgoing): Promise<Omit<Answer, 'status'> & { status: number }> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), out.waitMs ?? usualWaitMs);
  const giveUp = () => limit.abort();
  out.signal?.addEventListener('abort', giveUp);
  let status = 0;
  const told = asksServer();
  try {
    const response = await (out.fetch ?? fetch)(`/api${out.path}${search(out.query)}`, {
      method: out.method,
      headers: {
        ...(out.body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-idle-ms': String(idleFor()),
        ...out.headers,
      },
      ...(out.body === undefined ? {} : { body: JSON.stringify(out.body) }),
      ...(out.keepalive ? { keepalive: true } : {}),
      signal: limit.signal,
    });
    status = response.status;
    told(true);
    hearClock(response.headers);
    const text = await response.text();
    const reply: unknown = status === 304 ? undefined : JSON.parse(text);
    return { status, reply, headers: response.headers, size: text.length };
  } catch (error) {
    if (out.signal?.aborted) throw error;
    if (status === 0) told(false);
    throw new CallFailure(status, { code: 'unreachable', message: unableToMakeRequest });
  } finally {
    clearTimeout(timer);
    out.signal?.removeEventListener('abort', giveUp);
  }
}

/** The query as it stands in the address. */
export function search(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') for (const item of value) params.append(name, String(item));
    else params.append(name, String(value));
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
