import type { Asked, Endpoint, Ours } from '@portal/contract/endpoint.ts';
import { QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { toastFailure } from '#kit/toast.ts';
import { call } from './call.ts';
import type { Way } from './exchange.ts';
import { CallFailure, sentenceOf } from './failure.ts';
import { newKey } from './new-key.ts';

/** What the server has told; emptied when the session ends. */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: (tries, failure) => tries < 1 && mayPass(failure), retryDelay: 1_000 },
      // What was sent is nobody's any more; a document would be many megabytes of it.
      mutations: { gcTime: 0 },
    },
  });

/** No answer and an overloaded server may pass; a refusal does not. */
const mayPass = (failure: unknown): boolean =>
  failure instanceof CallFailure && (failure.status === 0 || failure.status === 503);

/** One read: its key is the call's path and what was asked. */
export const read = <E extends Endpoint>(endpoint: E, asked: Asked<E> = {} as Asked<E>) =>
  queryOptions<Ours<E['reply']>, CallFailure>({
    queryKey: [endpoint.path, (asked as { query?: unknown }).query ?? null],
    queryFn: ({ signal }) => call(endpoint, asked, { signal }),
  });

/**
 * A call, and how it is asked in the words of a room. Twins say the same in other fields (OPS-82): a table of these, side
 * by side, is chosen from once, and whoever sends knows of no side.
 */
export const asks = <E extends Endpoint, Given extends readonly unknown[]>(
  endpoint: E,
  asked: (...given: Given) => Asked<E>,
) => ({ endpoint, asked });

interface CallSettings extends Way {
  /** The reads that show what this call changes. */
  refresh?: readonly Endpoint[];
  /** The screen says itself what went wrong. */
  quiet?: boolean;
  /** Runs after every answer, also when the screen that asked is gone by then. */
  settled?: () => void;
}

/** One write: shows its failure once and reads anew what it changed. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { refresh = [], quiet = false, settled, ...way }: CallSettings = {},
) {
  const client = useQueryClient();
  const intention = useRef<{ key: string; asked: string } | null>(null);
  return useMutation<Ours<E['reply']>, CallFailure, Asked<E>>({
    mutationFn: (asked) => call(endpoint, asked, { key: keyOf(asked), ...way }),
    onSuccess: () => {
      intention.current = null;
      for (const shown of refresh) void client.invalidateQueries({ queryKey: [shown.path] });
    },
    onError: (failure) => {
      if (!quiet && failure.status !== 401) toastFailure(sentenceOf(failure));
    },
    onSettled: () => settled?.(),
  });

  /** REL-06: a second press or a try after a lost answer has the key of the first; other content is another intention. */
  function keyOf(asked: Asked<E>): string {
    const content = JSON.stringify(asked);
    if (intention.current?.asked !== content) intention.current = { key: newKey(), asked: content };
    return intention.current.key;
  }
}
