import { useSyncExternalStore } from 'react';

let notice: string | null = null;
const watchers = new Set<() => void>();

/** A message that stays readable over a change of page until it is dismissed (OPN-20). */
export function showNotice(message: string | null): void {
  notice = message;
  for (const watcher of watchers) watcher();
}

export const useNotice = (): string | null =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => notice,
  );
