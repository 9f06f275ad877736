import type { Pressable } from '#kit/PressedButtons.tsx';
import { type ListSearch, useListSearch } from './list-search.ts';

/** A button that narrows a list: its key in the address, what it is called, and which rows it leaves. */
export interface Filter<T> {
  key: string;
  label: string;
  leaves: (row: T) => boolean;
  /** What is late or wrong. */
  loud?: boolean;
  /** Is there also while it leaves nothing. */
  stays?: boolean;
}

export interface NarrowedList<T> {
  text: string;
  type: (text: string) => void;
  filters: readonly Pressable[];
  press: (key: string) => void;
  clear: () => void;
  found: readonly T[];
  /** Whether a row is among those that are found. */
  holds: (row: T) => boolean;
  of: number;
  isNarrowed: boolean;
  /** What it is narrowed to, in words; another text means other rows. */
  words: string;
}

/** The rows of a list that are searched for, and that one of the pressed buttons leaves, if any is pressed. */
export function useNarrowedList<T>(
  rows: readonly T[],
  isFound: (row: T, text: string) => boolean,
  filters: readonly Filter<T>[] = [],
): NarrowedList<T> {
  const [search, change] = useListSearch();
  return narrowedList(rows, isFound, filters, search, change);
}

/** The same for a list whose search and buttons are kept elsewhere than those of its page. */
export function narrowedList<T>(
  rows: readonly T[],
  isFound: (row: T, text: string) => boolean,
  filters: readonly Filter<T>[],
  { text, statuses }: Pick<ListSearch, 'text' | 'statuses'>,
  change: (to: Partial<ListSearch>) => void,
): NarrowedList<T> {
  const hasText = (row: T) => text.trim() === '' || isFound(row, text);
  const pressed = filters.filter(({ key }) => statuses.includes(key));
  const isLeft = (row: T) => pressed.length === 0 || pressed.some(({ leaves }) => leaves(row));
  const withText = rows.filter(hasText);
  const buttons = filters.map((filter) => ({
    ...filter,
    count: withText.filter(filter.leaves).length,
    pressed: pressed.includes(filter),
  }));
  const keys = pressed.map(({ key }) => key);
  return {
    text,
    type: (typed) => change({ text: typed }),
    filters: buttons.filter((one) => one.count > 0 || one.pressed || one.stays),
    press: (key) => change({ statuses: keys.includes(key) ? keys.filter((one) => one !== key) : [...keys, key] }),
    clear: () => change({ text: '', statuses: [], late: false }),
    found: withText.filter(isLeft),
    holds: (row) => hasText(row) && isLeft(row),
    of: rows.length,
    isNarrowed: text.trim() !== '' || pressed.length > 0,
    words: [text.trim(), ...pressed.map(({ label }) => label)]
      .filter(Boolean)
      .map((word) => `“${word}”`)
      .join(' and '),
  };
}

/** How many of them are there, for the title of a part of such a list: "12", or "3 of 12" where some are not among the found. */
export const countOf = (found: readonly unknown[], all: readonly unknown[]): number | string =>
  found.length === all.length
    ? all.length
    : `${found.length.toLocaleString('en')} of ${all.length.toLocaleString('en')}`;
