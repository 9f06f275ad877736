import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '#test/kit.tsx';
import { AppTable, type Column } from './AppTable.tsx';
import { forgetAll } from './remember.ts';

interface Visitor {
  id: number;
  name: string;
  age: number | null;
}
const columns: Column<Visitor>[] = [
  { accessor: 'name', title: 'Name', sortable: true },
  { accessor: 'age', title: 'Age', sortable: true, textAlign: 'right' },
  {
    accessor: 'menu',
    title: 'Actions',
    titleHidden: true,
    render: (visitor) => <button type="button">{`Actions for ${visitor.name}`}</button>,
  },
];
const visitors = (count: number): Visitor[] =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, name: `Visitor ${i + 1}`, age: i === 0 ? null : 90 - i }));

const table = (records: Visitor[], more: { loading?: boolean; pageKey?: string } = {}) => (
  <AppTable
    records={records}
    columns={columns}
    idAccessor="id"
    empty="No visitors"
    storeKey="visitors"
    label="Visitors"
    {...more}
  />
);
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('SCN-15 CON-01 CON-02 PAR-03 a table shows ten rows at first and offers pages of 5, 10 and 25', async () => {
  const { user } = show(table(visitors(27)));
  expect(names()).toHaveLength(10);
  const sizes = screen.getByRole('combobox', { name: 'Visitors: rows per page' });
  expect(
    within(sizes)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['5', '10', '25']);
  await user.selectOptions(sizes, '25');
  expect(names()).toHaveLength(25);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(names()).toEqual(['Visitor 26', 'Visitor 27']);
  expect(screen.getByText('26–27 of 27')).toBeDefined();
});

test('OPS-23 pressing a heading sorts up, then down, then not at all; what has no value stays last', async () => {
  const { user } = show(table(visitors(4)));
  const age = screen.getByRole('columnheader', { name: 'Age' });
  await user.click(within(age).getByRole('button'));
  expect(age.getAttribute('aria-sort')).toBe('ascending');
  expect(names()).toEqual(['Visitor 4', 'Visitor 3', 'Visitor 2', 'Visitor 1']);
  await user.click(within(age).getByRole('button'));
  expect(names()).toEqual(['Visitor 2', 'Visitor 3', 'Visitor 4', 'Visitor 1']);
  await user.click(within(age).getByRole('button'));
  expect(age.getAttribute('aria-sort')).toBe('none');
  expect(names()).toEqual(['Visitor 1', 'Visitor 2', 'Visitor 3', 'Visitor 4']);
});

test('numbers inside of texts sort as numbers, so 2 comes before 10', async () => {
  const { user } = show(table(visitors(11)));
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(names().slice(0, 2)).toEqual(['Visitor 1', 'Visitor 2']);
});

test('order and page size are kept while one moves about, and forgotten at sign-out', async () => {
  const first = show(table(visitors(12)));
  await first.user.click(screen.getByRole('button', { name: 'Name' }));
  await first.user.click(screen.getByRole('button', { name: 'Name' }));
  await first.user.selectOptions(screen.getByRole('combobox'), '5');
  first.unmount();
  const second = show(table(visitors(12)));
  expect(names()).toEqual(['Visitor 12', 'Visitor 11', 'Visitor 10', 'Visitor 9', 'Visitor 8']);
  second.unmount();
  forgetAll();
  show(table(visitors(12)));
  expect(names()).toHaveLength(10);
});

test('another search begins on the first page, and a shorter list never leaves an empty page', async () => {
  const { user, rerender } = show(table(visitors(27), { pageKey: '' }));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  rerender(table(visitors(15), { pageKey: '' }));
  expect(names()).toHaveLength(5);
  rerender(table(visitors(15), { pageKey: 'vis' }));
  expect(names()[0]).toBe('Visitor 1');
});

test('an empty table says so in one sentence, and a waiting one does not', () => {
  const { rerender } = show(table([], { loading: true }));
  expect(screen.queryByText('No visitors')).toBeNull();
  expect(screen.getByText('Visitors: loading')).toBeDefined();
  rerender(table([]));
  expect(screen.getByText('No visitors')).toBeDefined();
  expect(screen.queryByText('Visitors: loading')).toBeNull();
});
