import type { Asked, Endpoint, Ours } from '@portal/contract/endpoint.ts';
import {
  infiniteQueryOptions,
  type MutateOptions,
  QueryClient,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useRef, useState, useSyncExternalStore } from 'react';
import { toastFailure } from '#kit/toast.ts';
import { ask, call } from './call.ts';
import { usualWaitMs, type Way } from './exchange.ts';
import { CallFailure, isEmptyList, sentenceOf } from './failure.ts';
import { newKey } from './new-key.ts';
import { isUnanswered, whetherDone } from './unanswered.ts';

/** Between the two tries of a read. */
const pauseMs = 1_000;

/** What the server has told; emptied when the session ends. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (tries, failure) => tries < 1 && mayPass(failure),
        retryDelay: pauseMs,
        // A call fails at once where there is no network; what is only read is asked for anew when there is one again.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      // Never kept back and sent later by itself. What was sent is nobody's any more; a document would be many megabytes of it.
      mutations: { networkMode: 'always', gcTime: 0 },
    },
  });

/** No answer and an overloaded server may pass; a refusal does not, and neither what has been waited for long enough. */
const mayPass = (failure: unknown): boolean =>
  failure instanceof CallFailure &&
  navigator.onLine &&
  (failure.status === 0 || failure.status === 503) &&
  leftAfter(failure) > 0;

const leftAfter = ({ tookMs }: CallFailure): number => usualWaitMs - tookMs - pauseMs;

/** REL-17: both tries of a read are over within the usual wait, so the second has what the first one left of it. */
export function inTime({
  signal,
  client,
  queryKey,
}: Pick<QueryFunctionContext, 'signal' | 'client' | 'queryKey'>): Way & { signal: AbortSignal } {
  const failed = client.getQueryState(queryKey)?.fetchFailureReason;
  return failed instanceof CallFailure ? { signal, waitMs: leftAfter(failed) } : { signal };
}

/** One read: its key is the call's path and what was asked. Of a list `none` is the empty answer, which stands for a 404 (CLN-09). */
export const read = <E extends Endpoint>(endpoint: E, asked: Asked<E> = {} as Asked<E>, none?: Ours<E['reply']>) =>
  queryOptions<Ours<E['reply']>, CallFailure>({
    queryKey: [endpoint.path, (asked as { query?: unknown }).query ?? null],
    queryFn: async (context) => {
      const { client, queryKey } = context;
      const { reply, more } = await ask(endpoint, asked, inTime(context)).catch((failure: unknown) => {
        if (none === undefined || !isEmptyList(failure)) throw failure;
        return { reply: none, more: null };
      });
      if (endpoint.atMost !== undefined)
        client.setQueryData(cutOffKey(queryKey), more === null ? null : endpoint.atMost);
      return reply;
    },
  });

/** A list that goes on beyond its bound, by the number after which the next portion begins (OPS-23). */
export const readOn = <E extends Endpoint>(endpoint: E, of: unknown, asked: (after?: number) => Asked<E>) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, of],
    queryFn: (context) => ask(endpoint, asked(context.pageParam), inTime(context)),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ more }) => (more === null ? undefined : Number(more)),
  });

/** The rows of its portions, each once, as the first portion that has it. */
export function rowsOf<T>(portions: readonly T[][], idOf: (row: T) => number): T[] {
  const [first = [], ...others] = portions;
  if (others.length === 0) return first;
  const rows = new Map(first.map((row) => [idOf(row), row]));
  for (const row of others.flat()) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
  return [...rows.values()];
}

/**
 * Loads the next portion of such a list. What is read anew meanwhile goes first, and a change that the server tells of takes
 * its place: then it is asked for once more.
 */
export async function loadNext(
  portions: number,
  fetchNextPage: (how: {
    cancelRefetch: false;
  }) => Promise<{ data?: { portions: number } | undefined; isError: boolean }>,
): Promise<void> {
  for (let tries = 0; tries < 5; tries++) {
    const { data, isError } = await fetchNextPage({ cancelRefetch: false });
    if (data && data.portions > portions) return;
    if (isError) break;
  }
  throw new Error('no next portion came');
}

const cutOffKey = (list: QueryKey) => ['cut off', ...list];

/** Of the lists that are shown now: how many rows the longest of those has that have left rows out (OPS-23). */
export function useCutOff(): number | null {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  return useSyncExternalStore(
    (changed) => cache.subscribe(changed),
    () => {
      const shown = cache.getAll().filter((query) => query.isActive());
      return Math.max(0, ...shown.map(({ queryKey }) => client.getQueryData<number>(cutOffKey(queryKey)) ?? 0)) || null;
    },
  );
}

/**
 * A call, and how it is asked in the words of a room. Twins say the same in other fields (OPS-82): a table of these, side
 * by side, is chosen from once, and whoever sends knows of no side.
 */
export const asks = <E extends Endpoint, Given extends readonly unknown[]>(
  endpoint: E,
  asked: (...given: Given) => Asked<E>,
) => ({ endpoint, asked });

interface CallSettings<E extends Endpoint> extends Way {
  /** The reads that show what this call changes. */
  refresh?: readonly Endpoint[];
  /** The screen says itself what went wrong. */
  quiet?: boolean;
  /**
   * All that it sends is of one form: what is sent takes the place of earlier tries that got no answer (REL-06). Where it serves several
   * records, only of those of the same one.
   */
  ofOneForm?: boolean | ((asked: Asked<E>) => unknown);
  /** Of a form that chooses between two calls: each of them knows of the tries of the other. */
  intentions?: Intentions;
  /**
   * The call whose doing it undoes, wherever on the page that is sent from. A try of it that got no answer may have been done and undone
   * by then: whoever sends the same once more means it anew.
   */
  takesBack?: Endpoint;
  /**
   * What it makes or takes back: both calls name the same alike, and there is one of each at most, so that nothing is made twice. Where
   * this is left out, all that is taken back may be what a try has made.
   */
  records?: (asked: Asked<E>) => readonly string[];
  /** Runs after every answer, also when the screen that asked is gone by then. */
  settled?: () => void;
}

/** The keys of the earlier tries that are known by now to have been done. */
const doneOf = ({ code, detail }: CallFailure): readonly unknown[] =>
  code === 'first_try_done' || code === 'stale' ? ((detail['done'] as unknown[] | undefined) ?? []) : [];

interface Intention {
  key: string;
  /** The call and what is sent. */
  said: string;
  /** What it is a try of: another one of the same takes its place. */
  of: unknown;
  /** By the names under which it is taken back. */
  makes: readonly string[];
  /** How often anything was taken back before it. */
  after: number;
  isUnderWay: boolean;
  isRefused?: boolean;
  /** Nobody knows whether it was done. */
  isUnanswered?: boolean;
}

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** What was taken back, one after the other; where no answer came, nobody knows whether it was. */
const takenBack: { what: string; isCertain: boolean }[] = [];
const takenBackSince = ({ makes, after }: Intention) =>
  takenBack.slice(after).filter(({ what }) => makes.includes(what));

const isGone = (one: Intention, record: string): boolean =>
  takenBackSince(one).some(({ what, isCertain }) => isCertain && what === record);

type Intentions = Set<Intention>;
export const useIntentions = (): Intentions => useState<Intentions>(() => new Set())[0];

/** One write: shows its failure once and reads anew what it changed. A second press while it is under way is none (REL-06). */
export function useCall<E extends Endpoint>(
  endpoint: E,
  {
    refresh = [],
    quiet = false,
    ofOneForm = false,
    intentions: shared,
    takesBack,
    records,
    settled,
    ...way
  }: CallSettings<E> = {},
) {
  type Reply = Ours<E['reply']>;
  const client = useQueryClient();
  const own = useIntentions();
  const intentions = shared ?? own;
  const meantBy = useRef(new WeakMap<Asked<E>, Intention>());
  const mutation = useMutation<Reply, CallFailure, Asked<E>>({
    mutationFn: (asked) => sent(asked, meantBy.current.get(asked) ?? intentionOf(asked)),
  });
  return {
    ...mutation,
    mutate: (asked: Asked<E>, ends?: MutateOptions<Reply, CallFailure, Asked<E>>): void => {
      if (begins(asked)) mutation.mutate(asked, ends);
    },
    /** What comes after it is done by the first press alone. */
    mutateAsync: (asked: Asked<E>): Promise<Reply> =>
      begins(asked) ? mutation.mutateAsync(asked) : new Promise<Reply>(() => undefined),
  };

  function begins(asked: Asked<E>): boolean {
    const meant = intentionOf(asked);
    if (meant.isUnderWay) return false;
    meant.isUnderWay = true;
    meant.isRefused = false;
    meantBy.current.set(asked, meant);
    return true;
  }

  /**
   * REL-06: a second press or a try after a lost answer has the key of the first; other content is another intention. Whoever goes
   * back to the first content after that means the first intention, as long as it was not taken back.
   */
  function intentionOf(asked: Asked<E>): Intention {
    const said = `${nameOf(endpoint)} ${JSON.stringify(asked)}`;
    const known = [...intentions].find(
      (one) => one.said === said && (one.isUnderWay || takenBackSince(one).length === 0),
    );
    if (known) return known;
    // What was refused was not done: nothing is to be kept of it, and it may be a document of many megabytes.
    forget(({ isRefused }) => isRefused);
    const of = typeof ofOneForm === 'function' ? ofOneForm(asked) : ofOneForm ? null : said;
    const makes = recordsOf(endpoint, asked);
    const meant: Intention = { key: newKey(), said, of, makes, after: takenBack.length, isUnderWay: false };
    intentions.add(meant);
    return meant;
  }

  function forget(isOver: (one: Intention) => boolean | undefined): void {
    for (const one of intentions) if (isOver(one)) intentions.delete(one);
  }

  function readAnew(): void {
    for (const shown of refresh) void client.invalidateQueries({ queryKey: [shown.path] });
  }

  function recordsOf(makes: Endpoint, asked: Asked<E>): string[] {
    return (records?.(asked) ?? ['']).map((record) => `${nameOf(makes)} ${record}`);
  }

  function noteTakenBack(asked: Asked<E>, isCertain: boolean): void {
    if (takesBack) takenBack.push(...recordsOf(takesBack, asked).map((what) => ({ what, isCertain })));
  }

  /** Whether all that these have done is known to be gone, so that the same is to be done once more. */
  function isMeantAnew(meant: Intention, done: readonly Intention[]): boolean {
    if (!records || done.length === 0) return false;
    return done.every((one) => one.said === meant.said && one.makes.every((record) => isGone(one, record)));
  }

  async function sent(asked: Asked<E>, meant: Intention, isAgain = false): Promise<Reply> {
    // Whoever means something else now must not find both done unawares.
    const lost = [...intentions].filter((one) => one !== meant && one.isUnanswered && one.of === meant.of);
    try {
      const reply = await call(endpoint, asked, { key: meant.key, insteadOf: lost.map(({ key }) => key), ...way });
      // What was given up for this is over, too.
      forget((one) => one === meant || (!one.isUnderWay && one.of === meant.of));
      noteTakenBack(asked, true);
      readAnew();
      return reply;
    } catch (error) {
      const failure = error as CallFailure;
      if (failure.code === 'given_up' && !isAgain) {
        // Given up for another try, which got no answer either: it was not done, and is meant once more.
        meant.key = newKey();
        return await sent(asked, meant, true);
      }
      const done = doneOf(failure);
      const known = lost.filter(({ key }) => done.includes(key));
      // Of the others nobody knows as yet.
      for (const one of known) one.isUnanswered = false;
      if (failure.code === 'first_try_done' && !isAgain && isMeantAnew(meant, known))
        return await sent(asked, meant, true);
      meant.isUnanswered = isUnanswered(failure);
      if (meant.isUnanswered) noteTakenBack(asked, false);
      meant.isRefused = !meant.isUnanswered && failure.status >= 400 && failure.status < 500;
      if (done.length > 0) readAnew();
      if (!quiet && failure.status !== 401) toastFailure(sentenceOf(failure), whetherDone(failure));
      throw failure;
    } finally {
      meant.isUnderWay = false;
      settled?.();
    }
  }
}
