import { hearClock } from './clock.ts';
import { CallFailure, unableToMakeRequest } from './failure.ts';
import { idleFor } from './idle.ts';

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

const usualWaitMs = 15_000;

/** Sends one call and reads its answer; any status but 200 is a failure (API-03, API-04). */
export async function exchange(out: Outgoing): Promise<unknown> {
  const { status, reply } = await answerTo(out);
  if (status !== 200) throw new CallFailure(status, typeof reply === 'object' && reply !== null ? reply : {});
  return reply;
}

async function answerTo(out: Outgoing): Promise<{ status: number; reply: unknown }> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), out.waitMs ?? usualWaitMs);
  const giveUp = () => limit.abort();
  out.signal?.addEventListener('abort', giveUp);
  let status = 0;
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
    hearClock(response.headers);
    return { status, reply: await response.json() };
  } catch (error) {
    if (out.signal?.aborted) throw error;
    throw new CallFailure(status, { code: 'unreachable', message: unableToMakeRequest });
  } finally {
    clearTimeout(timer);
    out.signal?.removeEventListener('abort', giveUp);
  }
}

function search(query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') for (const item of value) params.append(`${name}[]`, String(item));
    else params.append(name, String(value));
  }
  return params.size === 0 ? '' : `?${params.toString()}`;
}
