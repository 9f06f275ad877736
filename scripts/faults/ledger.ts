/** What people ask for while the server or its database dies, and what was answered: asked again until an answer has come. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Endpoint } from '@portal/contract/endpoint.ts';

export type Outcome = 'acknowledged' | 'unknown' | 'refused';
export interface Answer {
  outcome: Outcome;
  status: number;
  body: Record<string, unknown>;
}

/** One thing somebody asked for. `mark` is what it leaves in the database, and nothing else does. */
export interface Attempt {
  kind: string;
  mark: string;
  body: unknown;
  /** Asks, the first time and again, with the same key and body. */
  send: () => Promise<Answer | null>;
  /** What says that it was done the first time, where nothing repeats the first answer. */
  doneBefore: number | null;
  /** `unknown`: no answer came, or one that says "try again". */
  outcome: Outcome;
  answer: Answer | null;
  askedAt: number;
  /** When it was known to be done. */
  answeredAt: number | null;
}

export interface Work {
  /** Counts everything that everybody does. */
  next: () => number;
  /** Writes it down and asks; a step that only an answer makes possible stands in `then`, since it may come late. */
  take: (
    asked: Pick<Attempt, 'kind' | 'mark' | 'body' | 'send'> & Partial<Pick<Attempt, 'doneBefore'>>,
    then?: Then,
  ) => Promise<Attempt>;
  /** The same of a call. */
  ask: (asked: Asked, then?: Then) => Promise<Attempt>;
  /** A call that changes nothing, or that nobody counts on: its answer, or null. */
  look: <T>(
    endpoint: Endpoint,
    token: string,
    given: { query?: Record<string, unknown>; body?: unknown },
  ) => Promise<T | null>;
  address: () => string;
}
export interface Asked {
  kind: string;
  mark: string;
  endpoint: Endpoint;
  token?: string;
  body: unknown;
  doneBefore?: number;
}
type Then = (attempt: Attempt) => void;

/** One round of what somebody does all the time. */
export type Worker = (work: Work) => Promise<unknown>;

/** `address` says where the server is at the moment. */
export function openLedger(address: () => string) {
  const ledger: Attempt[] = [];
  const afterwards = new Map<Attempt, Then>();
  let working = false;
  let shift: Promise<unknown> = Promise.resolve();
  let count = 0;

  const call = async (
    { method, path }: Endpoint,
    token: string | undefined,
    { query = {}, body, key }: { query?: Record<string, unknown>; body?: unknown; key?: string },
  ) => {
    const search = new URLSearchParams(
      Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    );
    const response = await fetch(`${address()}/api${path}?${search.toString()}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  const send = async (attempt: Attempt): Promise<void> => {
    const answer = await attempt.send().catch(() => null);
    attempt.answer = answer ?? attempt.answer;
    attempt.outcome = answer?.outcome ?? 'unknown';
    if (attempt.outcome !== 'acknowledged') return;
    attempt.answeredAt = performance.now();
    afterwards.get(attempt)?.(attempt);
  };
  const take: Work['take'] = async (asked, then) => {
    const attempt: Attempt = {
      doneBefore: null,
      ...asked,
      outcome: 'unknown',
      answer: null,
      askedAt: performance.now(),
      answeredAt: null,
    };
    ledger.push(attempt);
    if (then) afterwards.set(attempt, then);
    await send(attempt);
    if (attempt.outcome === 'unknown') await pause(200);
    return attempt;
  };
  const work: Work = {
    next: () => ++count,
    address,
    take,
    ask: ({ endpoint, token, doneBefore = 409, ...asked }, then) => {
      const key = endpoint.creates ? randomUUID() : undefined;
      return take(
        {
          ...asked,
          doneBefore: key === undefined ? doneBefore : null,
          send: async () => {
            const { status, body } = await call(endpoint, token, {
              body: asked.body,
              ...(key === undefined ? {} : { key }),
            });
            return { outcome: status < 300 ? 'acknowledged' : status >= 500 ? 'unknown' : 'refused', status, body };
          },
        },
        then,
      );
    },
    look: async <T>(endpoint: Endpoint, token: string, given: object) => {
      const answer = await call(endpoint, token, given).catch(() => null);
      return answer?.status === 200 ? (answer.body as T) : null;
    },
  };

  return {
    ledger,
    work,
    acknowledged: () => ledger.filter(({ outcome }) => outcome === 'acknowledged').length,
    /** Everybody begins and goes on, round after round. */
    begin: (workers: readonly Worker[]) => {
      working = true;
      const goOn = async (worker: Worker) => {
        while (working) await worker(work);
      };
      shift = Promise.all(workers.map(goOn));
    },
    /** Nobody begins anything new; ends when every answer has come or is known not to come. */
    end: async () => {
      working = false;
      await shift;
    },
    /** Asks again for whatever was not answered, with the same key and body (REL-06). Gives how many there were. */
    retry: async (): Promise<number> => {
      const open = ledger.filter(({ outcome }) => outcome === 'unknown');
      for (const attempt of open) {
        await send(attempt);
        if (attempt.outcome === 'refused' && attempt.doneBefore === attempt.answer?.status)
          attempt.outcome = 'acknowledged';
      }
      return open.length;
    },
  };
}
