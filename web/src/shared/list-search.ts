/** What a list is narrowed to. It stands in the address, as `?q=boston&status=processing,shipped&late=yes`, so that it can be kept and sent. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export interface ListSearch {
  /** What was typed. */
  text: string;
  /** Nothing here is everything. */
  statuses: readonly string[];
  late: boolean;
}
interface InAddress {
  q?: unknown;
  status?: unknown;
  late?: unknown;
}

const pauseMs = 250;

export function useListSearch(): readonly [ListSearch, (change: Partial<ListSearch>) => void] {
  const address = useSearch({ strict: false }) as InAddress;
  const navigate = useNavigate();
  const q = textOf(address.q);
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const put = (change: Partial<ListSearch>) => {
    // A space at the end is on its way to another word, and none of the address.
    if (change.text !== undefined) sent.current = change.text.trim();
    void navigate({
      to: '.',
      search: ((before: InAddress) => ({ ...before, ...inAddress(change) })) as never,
      replace: true,
      resetScroll: false,
    });
  };
  useEffect(() => {
    // The person went back or followed a link: what they typed here before is no longer asked for.
    if (q === sent.current) return;
    sent.current = q;
    clearTimeout(timer.current);
    setTyped(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = ({ text, ...others }: Partial<ListSearch>) => {
    if (Object.keys(others).length > 0) put(others);
    if (text === undefined) return;
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => put({ text }), pauseMs);
  };
  const statuses = textOf(address.status).split(',').filter(Boolean);
  return [{ text: typed, statuses, late: textOf(address.late) === 'yes' }, change];
}

/** The router reads what looks like a number as one. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** As a number what the router would otherwise put into quotation marks. */
const inWords = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : text || undefined);

function inAddress({ text, statuses, late }: Partial<ListSearch>): InAddress {
  return {
    ...(text === undefined ? {} : { q: inWords(text.trim()) }),
    ...(statuses ? { status: statuses.join(',') || undefined } : {}),
    ...(late === undefined ? {} : { late: late ? 'yes' : undefined }),
  };
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word that was typed begins or is within one of these. */
export function isFound(text: string, values: readonly (string | number | null | undefined)[]): boolean {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const said = values.map((value) => plain(String(value ?? '')));
  return words.every((word) => said.some((one) => one.includes(word)));
}
