/** What the screens keep in memory while one moves about: page sizes, orders, the chosen site. Forgotten at sign-out. */
import { useCallback, useSyncExternalStore } from 'react';

const kept = new Map<string, unknown>();
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Like `useState`, but every component with the same key shares the value, also after leaving the page and coming back. */
export function useRemembered<T>(key: string, initial: T): readonly [T, (value: T) => void] {
  const value = useSyncExternalStore(subscribe, () => (kept.has(key) ? (kept.get(key) as T) : initial));
  const set = useCallback(
    (next: T) => {
      kept.set(key, next);
      tell();
    },
    [key],
  );
  return [value, set];
}

/** The next person starts afresh: the portal calls this when a session ends. */
export function forgetAll(): void {
  kept.clear();
  tell();
}
