/** What was read is read anew when the line tells of something: gathered, because a broadcast tells of a thousand messages in a row. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { onStanding, onTold } from '#api/live.ts';

const pauseMs = 500;

/** At once, then once in so long as it goes on, and once more after the last. */
function readingAnew(client: QueryClient, shown: readonly Endpoint[]): () => void {
  const paths = new Set<unknown>(shown.map(({ path }) => path));
  let isDue = false;
  let isBusy = false;
  const work = async () => {
    isBusy = true;
    while (isDue) {
      // What is being read already may not know of it yet.
      isDue = client.isFetching({ predicate: ({ queryKey }) => paths.has(queryKey[0]) }) > 0;
      await Promise.all([
        new Promise((resolve) => setTimeout(resolve, pauseMs)),
        ...shown.map(({ path }) => client.invalidateQueries({ queryKey: [path] }, { cancelRefetch: false })),
      ]);
    }
    isBusy = false;
  };
  return () => {
    isDue = true;
    if (!isBusy) void work();
  };
}

export function useReadAnew(shown: readonly Endpoint[]): () => void {
  const client = useQueryClient();
  const [again] = useState(() => readingAnew(client, shown));
  return again;
}

/** Calls back for what members are told of, and when the line stands: what was told before was not heard. */
export function useTold(again: () => void, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    const stops = [
      onTold('new message', again),
      onTold('message updated', again),
      onTold('conversation created', again),
      onStanding(again),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [again, isWanted]);
}
