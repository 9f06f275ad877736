/** The filter of a table by its columns (CLN-20, OPC-84): rows of column, operator and value, all of which must hold. */
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useChangeSearch } from './page-search.ts';

export const operators = {
  contains: 'contains',
  equals: 'equals',
  starts: 'starts with',
  ends: 'ends with',
  empty: 'is empty',
  filled: 'is not empty',
} as const;
export type Operator = keyof typeof operators;

export interface FilterRow {
  column: string;
  operator: Operator;
  value: string;
}

/** A column that can be filtered by: what stands in it is text. */
export interface FilterColumn<T> {
  key: string;
  title: string;
  valueOf: (record: T) => string;
}

export const wantsValue = (operator: Operator): boolean => operator !== 'empty' && operator !== 'filled';

/** A row without the value that it wants leaves everything. */
export const isSaid = ({ operator, value }: FilterRow): boolean => !wantsValue(operator) || value.trim() !== '';

const holds: Record<Operator, (text: string, value: string) => boolean> = {
  contains: (text, value) => text.includes(value),
  equals: (text, value) => text === value,
  starts: (text, value) => text.startsWith(value),
  ends: (text, value) => text.endsWith(value),
  empty: (text) => text === '',
  filled: (text) => text !== '',
};
const plain = (text: string): string => text.trim().toLowerCase();

/** Whether all rows that say something leave a record. */
export function isLeftBy<T>(rows: readonly FilterRow[], columns: readonly FilterColumn<T>[]): (record: T) => boolean {
  const asked = rows.filter(isSaid).flatMap(({ column, operator, value }) => {
    const known = columns.find(({ key }) => key === column);
    return known ? [{ valueOf: known.valueOf, isHeld: holds[operator], value: plain(value) }] : [];
  });
  return (record) => asked.every(({ valueOf, isHeld, value }) => isHeld(plain(valueOf(record)), value));
}

/** As they stand in the address, `where=[["email","ends","example.com"]]`; what makes no sense is left out. */
export function readFilterRows(where: unknown, keys: readonly string[]): FilterRow[] {
  if (!Array.isArray(where)) return [];
  return where.flatMap((row: unknown) => {
    const [column, operator, value = ''] = Array.isArray(row) ? (row as unknown[]) : [];
    const isKnown = keys.some((key) => key === column) && Object.hasOwn(operators, String(operator));
    return isKnown ? [{ column: column as string, operator: operator as Operator, value: String(value) }] : [];
  });
}
const asWhere = (rows: readonly FilterRow[]) =>
  rows.length === 0
    ? undefined
    : rows.map(({ column, operator, value }) =>
        wantsValue(operator) ? [column, operator, value] : [column, operator],
      );

const pauseMs = 250;

/** The rows of the address, and how they are changed: while somebody types the address waits for a pause. */
export function useFilterRows(keys: readonly string[]): readonly [FilterRow[], (rows: FilterRow[]) => void] {
  const { where } = useSearch({ strict: false }) as { where?: unknown };
  const changeSearch = useChangeSearch();
  const asked = JSON.stringify(where ?? null);
  const [rows, setRows] = useState(() => readFilterRows(where, keys));
  const sent = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    // The person went back or followed a link.
    if (asked === sent.current) return;
    sent.current = asked;
    clearTimeout(timer.current);
    setRows(readFilterRows(JSON.parse(asked), keys));
  }, [asked, keys]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: FilterRow[]) => {
    setRows(next);
    clearTimeout(timer.current);
    const put = () => {
      const said = asWhere(next);
      sent.current = JSON.stringify(said ?? null);
      changeSearch({ where: said }, { replace: true, resetScroll: false });
    };
    // A row more or less is no typing.
    if (next.length === rows.length) timer.current = setTimeout(put, pauseMs);
    else put();
  };
  return [rows, change];
}
