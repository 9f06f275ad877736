/** What a list is narrowed to. It stands in the address, as `?q=boston&status=processing,shipped&late=yes`, so that it can be kept and sent. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

export interface ListSearch {
  /** What was typed. */
  text: string;
  /** Nothing here is everything. */
  statuses: readonly string[];
  late: boolean;
  /** What else it is narrowed to. */
  only: readonly Only[];
}

/** By its name in the address, with the one value that it has there. */
const onlyValues = {
  due: 'today',
  step: 'confirm',
  comments: 'unread',
  order: 'due',
  supply: 'no',
  price: 'missing',
  expires: '60',
} as const;
export type Only = keyof typeof onlyValues;
const onlys = Object.keys(onlyValues) as Only[];

interface InAddress extends Partial<Record<Only, unknown>> {
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
  const only = onlys.filter((name) => textOf(address[name]) === onlyValues[name]);
  return [{ text: typed, statuses, late: textOf(address.late) === 'yes', only }, change];
}

/** The router reads what looks like a number as one. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** As a number what the router would otherwise put into quotation marks. */
const inWords = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : text || undefined);

/** A list that is narrowed so, for a link to it. */
export function inAddress({ text, statuses, late, only }: Partial<ListSearch>): InAddress {
  return {
    ...(text === undefined ? {} : { q: inWords(text.trim()) }),
    ...(statuses ? { status: statuses.join(',') || undefined } : {}),
    ...(late === undefined ? {} : { late: late ? 'yes' : undefined }),
    ...(only &&
      Object.fromEntries(onlys.map((name) => [name, only.includes(name) ? inWords(onlyValues[name]) : undefined]))),
  };
}

/** The same with one more, or one less. */
export const toggled = <T extends string>(among: readonly T[], one: T): readonly T[] =>
  among.includes(one) ? among.filter((other) => other !== one) : [...among, one];

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether every word that was typed begins or is within one of these. */
export function isFound(text: string, values: readonly (string | number | null | undefined)[]): boolean {
  const words = plain(text).split(/\s+/).filter(Boolean);
  const said = values.map((value) => plain(String(value ?? '')));
  return words.every((word) => said.some((one) => one.includes(word)));
}
