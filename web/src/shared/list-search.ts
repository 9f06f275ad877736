/**
 * What a list is narrowed to. It stands in the address, as `?status=processing,shipped&late=yes`, so that it can be kept and sent, but
 * for what was typed.
 */
import { plainText } from '@portal/contract/plain-text.ts';
import { useMatch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useViewer } from '#api/viewer.ts';
import { remember, useRemembered } from '#kit/remember.ts';
import { useChangeSearch } from './page-search.ts';
import { keepSought, useSought } from './sought.ts';

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
  recalled: 'lots',
} as const;
export type Only = keyof typeof onlyValues;
const onlys = Object.keys(onlyValues) as Only[];

interface InAddress extends Partial<Record<Only, unknown>> {
  /** Which of the lists of a page it is. */
  tab?: unknown;
  status?: unknown;
  late?: unknown;
}

const nothing: InAddress = {};
const leftKey = (pathname: string, tab: unknown) => `search:${pathname} ${textOf(tab)}`;

/** A page that one comes back to is narrowed as it was left, unless its address says something else. */
export function useListSearch(): readonly [ListSearch & { sought: string }, (change: Partial<ListSearch>) => void] {
  const { pathname, search } = useMatch({ strict: false });
  const address = search as InAddress;
  const changeSearch = useChangeSearch();
  const [left, leave] = useRemembered(leftKey(pathname, address.tab), nothing);
  const { typed, sought, type } = useSought();
  const put = (part: InAddress) => changeSearch(part, { replace: true, resetScroll: false });
  const narrowed = {
    statuses: listIn(address.status),
    late: address.late === 'yes',
    only: onlys.filter((name) => textOf(address[name]) === onlyValues[name]),
  };
  const isOpen = useRef(false);
  const said = inAddress(narrowed);
  useEffect(() => {
    const isFirst = !isOpen.current;
    isOpen.current = true;
    if (isFirst && isEmpty(said) && !isEmpty(left)) put(left);
    else leave(said);
    // oxlint-disable-next-line react/exhaustive-deps -- what was left counts once, when the page opens
  }, [JSON.stringify(said)]);
  const change = ({ text, ...others }: Partial<ListSearch>) => {
    if (text !== undefined) type(text);
    if (Object.keys(others).length === 0) return;
    leave({ ...left, ...inAddress(others) });
    put(inAddress(others));
  };
  return [{ text: typed, sought, ...narrowed }, change];
}

/** For what leads to the list of a page, or of one of its tabs: this is sought there, and nothing else of what it was left with. */
export function useSeekIn(): (pathname: string, text: string, tab?: string) => void {
  const { cpId } = useViewer();
  return (pathname, text, tab) => {
    keepSought(cpId, pathname, tab, text);
    remember(leftKey(pathname, tab), nothing);
  };
}

/** The router reads what looks like a number as one. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listIn = (value: unknown): string[] => textOf(value).split(',').filter(Boolean);
const isEmpty = (said: InAddress): boolean => Object.values(said).every((value) => value === undefined);

/** A list that is narrowed so, for a link to it. */
export function inAddress({ statuses, late, only }: Partial<Omit<ListSearch, 'text'>>): InAddress {
  return {
    ...(statuses ? { status: statuses.join(',') || undefined } : {}),
    ...(late === undefined ? {} : { late: late ? 'yes' : undefined }),
    ...(only && Object.fromEntries(onlys.map((name) => [name, only.includes(name) ? onlyValues[name] : undefined]))),
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
