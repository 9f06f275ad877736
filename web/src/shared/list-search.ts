/** What a list is narrowed to. It stands in the address, as `?q=boston&status=processing,shipped&late=yes`, so that it can be kept and sent. */
import { plainText } from '@portal/contract/plain-text.ts';
import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useRemembered } from '#kit/remember.ts';
import { useChangeSearch } from './page-search.ts';

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
  price: 'missing',
} as const;
export type Only = keyof typeof onlyValues;
const onlys = Object.keys(onlyValues) as Only[];

interface InAddress extends Partial<Record<Only, unknown>> {
  /** Which of the lists of a page it is. */
  tab?: unknown;
  q?: unknown;
  status?: unknown;
  late?: unknown;
}

const pauseMs = 250;
const nothing: InAddress = {};

/** A page that one comes back to is narrowed as it was left, unless its address says something else. */
export function useListSearch(): readonly [ListSearch & { sought: string }, (change: Partial<ListSearch>) => void] {
  const { pathname, search } = useMatch({ strict: false });
  const address = search as InAddress;
  const changeSearch = useChangeSearch();
  const [left, leave] = useRemembered(`search:${pathname} ${textOf(address.tab)}`, nothing);
  const q = textOf(address.q);
  const [typed, setTyped] = useState(q);
  const sent = useRef(q);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const put = (part: InAddress) => changeSearch(part, { replace: true, resetScroll: false });
  const narrowed = {
    statuses: listIn(address.status),
    late: address.late === 'yes',
    only: onlys.filter((name) => textOf(address[name]) === onlyValues[name]),
  };
  const isOpen = useRef(false);
  const said = inAddress({ text: q, ...narrowed });
  useEffect(() => {
    const isFirst = !isOpen.current;
    isOpen.current = true;
    if (isFirst && isEmpty(said) && !isEmpty(left)) put(left);
    else leave(said);
    // oxlint-disable-next-line react/exhaustive-deps -- what was left counts once, when the page opens
  }, [JSON.stringify(said)]);
  useEffect(() => {
    // The person went back or followed a link: what they typed here before is no longer asked for.
    if (q === sent.current) return;
    sent.current = q;
    clearTimeout(timer.current);
    setTyped(q);
  }, [q]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (part: Partial<ListSearch>) => {
    leave({ ...left, ...inAddress(part) });
    const { text, ...others } = part;
    if (Object.keys(others).length > 0) put(inAddress(others));
    if (text === undefined) return;
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      // A space at the end is on its way to another word, and none of the address.
      sent.current = text.trim();
      put(inAddress({ text }));
    }, pauseMs);
  };
  // What is asked of the server waits for a pause: `sought`.
  return [{ text: typed, sought: q, ...narrowed }, change];
}

/** The router reads what looks like a number as one. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listIn = (value: unknown): string[] => textOf(value).split(',').filter(Boolean);
const isEmpty = (said: InAddress): boolean => Object.values(said).every((value) => value === undefined);

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

/** Whether every word that was typed begins or is within one of these. */
export function isFound(text: string, values: readonly (string | number | null | undefined)[]): boolean {
  const words = plainText(text).split(/\s+/).filter(Boolean);
  const said = values.map((value) => plainText(String(value ?? '')));
  return words.every((word) => said.some((one) => one.includes(word)));
}
