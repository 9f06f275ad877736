/** The filter of a table by its columns (CLN-20, OPC-84): rows of column, operator and value, all of which must hold. */
import { useMemo } from 'react';
import { useTyped } from './sought.ts';

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

/** More than that nobody asks for. */
const mostRows = 20;

/** As they are kept, or stand in an old address: `[["email","ends","example.com"]]`; what makes no sense is left out. */
export function readFilterRows(where: readonly unknown[], keys: readonly string[]): FilterRow[] {
  return where.slice(0, mostRows).flatMap((row) => {
    const [column, operator, value = ''] = Array.isArray(row) ? (row as unknown[]) : [];
    const isKnown =
      keys.some((key) => key === column) && typeof operator === 'string' && Object.hasOwn(operators, operator);
    const isText = typeof value === 'string' || typeof value === 'number';
    return isKnown && isText
      ? [{ column: column as string, operator: operator as Operator, value: String(value) }]
      : [];
  });
}

/** The rows of the page's table, and how they are changed. */
export function useFilterRows(keys: readonly string[]): readonly [FilterRow[], (rows: readonly FilterRow[]) => void] {
  const [where, keep] = useTyped('where');
  const rows = useMemo(() => readFilterRows(where, keys), [where, keys]);
  return [rows, (next) => keep(next.map(({ column, operator, value }) => [column, operator, value]))];
}
