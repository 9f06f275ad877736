import { expect, test } from 'vitest';
import { type FilterRow, isLeftBy, type Operator, readFilterRows } from './filter-rows.ts';

const columns = [
  { key: 'name', title: 'Name', valueOf: ({ name }: { name: string }) => name },
  { key: 'role', title: 'Role', valueOf: ({ role }: { name: string; role: string }) => role },
];
const row = (column: string, operator: Operator, value = ''): FilterRow => ({ column, operator, value });
const nora = { name: 'Nora Quill', role: 'Nurse' };

test.each([
  ['contains', 'QUIL', true],
  ['contains', 'x', false],
  ['equals', ' nora quill ', true],
  ['equals', 'nora', false],
  ['starts', 'nora', true],
  ['starts', 'quill', false],
  ['ends', 'quill', true],
  ['ends', 'nora', false],
  ['empty', '', false],
  ['filled', '', true],
  // A row without the value that it wants says nothing.
  ['equals', ' ', true],
] as const)('CLN-20 OPC-84 "%s %s" leaves the record: %s', (operator, value, isLeft) => {
  expect(isLeftBy([row('name', operator, value)], columns)(nora)).toBe(isLeft);
});

test('OPC-84 all rows must hold', () => {
  const rows = [row('name', 'contains', 'nora'), row('role', 'equals', 'Doctor')];
  expect(isLeftBy(rows, columns)(nora)).toBe(false);
  expect(isLeftBy(rows, columns)({ ...nora, role: 'Doctor' })).toBe(true);
  expect(isLeftBy([], columns)(nora)).toBe(true);
});

test('OPC-84 what has no value is empty, blanks too', () => {
  expect(isLeftBy([row('name', 'empty')], columns)({ name: ' ', role: '' })).toBe(true);
});

test('CLN-20 of an address only what makes sense is a filter', () => {
  const keys = ['name', 'role'];
  expect(
    readFilterRows(
      [
        ['name', 'contains', 7],
        ['role', 'empty'],
        ['x', 'empty'],
        ['name', 'toString'],
        ['name', 'contains', { toString: 1 }],
        ['name', { toString: 1 }, 'x'],
        'name',
      ],
      keys,
    ),
  ).toEqual([
    { column: 'name', operator: 'contains', value: '7' },
    { column: 'role', operator: 'empty', value: '' },
  ]);
  expect(readFilterRows(Array(500).fill(['name', 'contains', 'a']), keys)).toHaveLength(20);
});
