/**
 * What somebody types to find something in the list of a page. It may be a name, so it never stands in the page's address, of which the
 * browser keeps every one (PRV-09): this tab keeps it for them until they sign out.
 */
import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { keep, useKept } from '#kit/remember.ts';

/** By the names that they have in an address which somebody kept or was sent. */
const initially = { q: '', where: [] as readonly unknown[] };
type Typed = typeof initially;

/** A page may have a list in each of its tabs, or parts. */
const keyOf = (name: keyof Typed, cpId: number, pathname: string, tab: unknown): string =>
  `${name}:${cpId}:${pathname.replace(/(?<=.)\/$/, '')} ${typeof tab === 'string' ? tab : ''}`;

/** What is typed on this page, or for one part of it, over a reload and until one comes back to it. */
export function useTyped<Name extends keyof Typed>(
  name: Name,
  part?: string,
): readonly [Typed[Name], (next: Typed[Name]) => void] {
  const { cpId } = useViewer();
  const key = useMatch({
    strict: false,
    select: ({ pathname, search }) => keyOf(name, cpId, pathname, part ?? (search as { tab?: unknown }).tab),
  });
  return useKept(key, initially[name]);
}

/** Of another page: what is sought in its list from now on. */
export function keepSought(cpId: number, pathname: string, tab: unknown, text: string): void {
  keep(keyOf('q', cpId, pathname, tab), text, initially.q);
}

/** An address that says what was typed is understood: it is kept instead, and the same address without it is the one to go to. */
export function searchWithoutTyped(cpId: number, pathname: string, search: object): object | null {
  const { q, where, ...others } = search as { q?: unknown; where?: unknown; tab?: unknown };
  if (q === undefined && where === undefined) return null;
  // The router reads what looks like a number as one.
  if (typeof q === 'string' || typeof q === 'number') keepSought(cpId, pathname, others.tab, String(q));
  if (Array.isArray(where)) keep(keyOf('where', cpId, pathname, others.tab), where, initially.where);
  return others;
}

interface Sought {
  /** What stands in the field. */
  typed: string;
  /** What is asked of the server: it waits until nobody types for a while. */
  sought: string;
  type: (text: string) => void;
  /** Sought at once, such as nothing any more. */
  seek: (text: string) => void;
}

export function useSought({ pauseMs = 250, longest = Infinity } = {}): Sought {
  const [kept, put] = useTyped('q');
  const typed = kept.slice(0, longest);
  /** While somebody types: what is still sought. */
  const [before, setBefore] = useState<string | null>(null);
  const sought = before ?? typed.trim();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const seek = (text: string) => {
    clearTimeout(timer.current);
    setBefore(null);
    put(text);
  };
  const type = (text: string) => {
    // Whoever empties the field types no further.
    if (text.trim() === '') return seek(text);
    clearTimeout(timer.current);
    setBefore(sought);
    timer.current = setTimeout(() => setBefore(null), pauseMs);
    put(text);
  };
  return { typed, sought, type, seek };
}

/** Which page of what is sought is shown, where the address says it: of something else it is the first, and the address says so too. */
export function usePageOf(sought: string, page: number, toFirst: () => void): number {
  const [of, setOf] = useState(sought);
  useEffect(() => {
    if (of === sought) return;
    if (page === 1) setOf(sought);
    else toFirst();
    // oxlint-disable-next-line react/exhaustive-deps -- once for what is sought anew
  }, [of, sought, page]);
  return of === sought ? page : 1;
}
