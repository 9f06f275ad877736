/**
 * What the screens keep in memory while one moves about: page sizes, orders, the chosen site. What somebody has typed is kept in this
 * tab over a reload too. Both are forgotten when the session ends.
 */
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
  const set = useCallback((next: T) => remember(key, next), [key]);
  return [value, set];
}

/** The same from outside, such as for the page that a link leads to. */
export function remember(key: string, value: unknown): void {
  kept.set(key, value);
  tell();
}

const prefix = 'portal.kept.';

/** The next value, or how it follows from the one that is kept now. */
type Change<T> = T | ((before: T) => T);
const after = <T>(change: Change<T>, before: T): T =>
  typeof change === 'function' ? (change as (before: T) => T)(before) : change;

/**
 * The same over a reload of the page, in this tab alone. What is kept for one person needs their number in the key: the tab may become
 * somebody else's. `revived` says what is left of a value that was kept before the reload.
 */
export function useKept<T>(
  key: string,
  initial: T,
  revived: (value: T) => T = itself,
): readonly [T, (change: Change<T>) => void] {
  const now = useCallback((): T => {
    if (!kept.has(key)) {
      kept.set(key, fromTab(key, initial, revived));
    }
    return kept.get(key) as T;
  }, [key, initial, revived]);
  const value = useSyncExternalStore(subscribe, now);
  const set = useCallback((change: Change<T>) => keep(key, after(change, now()), initial), [key, initial, now]);
  return [value, set];
}

/** The same from outside. What is as it is `initial`ly takes no room. */
export function keep<T>(key: string, value: T, initial: T): void {
  storeValue(key, value, initial);
  remember(key, value);
}

/** What the tab has kept. Where that is damaged it is forgotten: what somebody typed is worth less than the page. */
function fromTab<T>(key: string, initial: T, revived: (value: T) => T): T {
  const stored = storage()?.getItem(prefix + key) ?? null;
  if (stored === null) return initial;
  try {
    const value = JSON.parse(stored) as T;
    if (typeof value === typeof initial && Array.isArray(value) === Array.isArray(initial)) {
      const left = revived(value);
      // What the first reload has left is what the next one finds.
      if (left !== value) storeValue(key, left, initial);
      return left;
    }
  } catch {
    // It is as good as none.
  }
  store(key, null);
  return initial;
}

const itself = <T>(value: T): T => value;

function storeValue<T>(key: string, value: T, initial: T): void {
  const isNothing = value === initial || (Array.isArray(value) && value.length === 0);
  store(key, isNothing ? null : JSON.stringify(value));
}

function store(key: string, text: string | null): void {
  try {
    if (text === null) storage()?.removeItem(prefix + key);
    else storage()?.setItem(prefix + key, text);
  } catch {
    // There is no room left: it is kept as long as the page is.
  }
}

/** Some browsers keep nothing. */
function storage(): Storage | null {
  try {
    return window.sessionStorage;
  } catch {
    return null;
  }
}

/** The tab is this person's from now on: what another one has left in it goes. Gives back whether it was another one's who never signed out. */
export function keepFor(cpId: number): boolean {
  const owner = storage()?.getItem(prefix + ownerKey) ?? null;
  if (owner === String(cpId)) return false;
  if (owner !== null) forgetWork();
  store(ownerKey, String(cpId));
  return owner !== null;
}
/** Whose the tab is, by their number alone. */
const ownerKey = 'for';

/** The next person starts afresh: the portal calls this when somebody has signed out. */
export function forgetAll(): void {
  forgetWork();
  store(ownerKey, null);
}

/** The same when a session ends by itself or gives way: whoever left it so may not know who has the tab next. */
export function forgetWork(): void {
  // First of all: what is on the screen looks there again as soon as the memory is empty.
  for (const key of Object.keys(storage() ?? {}))
    if (key.startsWith(prefix) && key !== prefix + ownerKey) storage()?.removeItem(key);
  forgetMemory();
}

/** What somebody has typed stays for them: their session may go on once the server answers again. */
export function forgetMemory(): void {
  kept.clear();
  tell();
}
