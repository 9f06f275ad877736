import { act, cleanup, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '#test/kit.tsx';
import { AppTable, type Column } from './AppTable.tsx';
import { forgetAll } from './remember.ts';
import { SearchField } from './SearchField.tsx';

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

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('at the first and at the last page the buttons that lead on keep the focus, and do nothing more', async () => {
  const { user } = show(table(visitors(11)));
  await user.click(button('Next page'));
  expect(names()).toEqual(['Visitor 11']);
  const isOff = (name: string) => [button(name).disabled, button(name).getAttribute('aria-disabled')];
  expect([isOff('Next page'), isOff('Previous page')]).toEqual([
    [false, 'true'],
    [false, 'false'],
  ]);
  expect(button('Next page').hasAttribute('data-disabled')).toBe(true);
  expect(button('Previous page').hasAttribute('data-disabled')).toBe(false);
  await user.click(button('Next page'));
  expect(names()).toEqual(['Visitor 11']);
  expect(focused()).toBe('Next page');
  await user.click(button('Previous page'));
  expect(isOff('Previous page')).toEqual([false, 'true']);
  expect(focused()).toBe('Previous page');
});

test('a page that is shown, or that does not exist, is not asked for', async () => {
  const on = { onPage: vi.fn<(page: number) => void>(), onSize: vi.fn<() => void>(), onEmpty: vi.fn<() => void>() };
  const remote = { page: 3, size: 5, total: 12, more: false, ...on };
  const { user } = show(<AppTable {...table(visitors(2)).props} remote={remote} />);
  await user.click(button('Next page'));
  await user.click(button('Page 3'));
  await user.click(button('Previous page'));
  expect(on.onPage.mock.calls).toEqual([[2]]);
});

test('the button of a page that was pressed keeps the focus, also where the buttons move', async () => {
  const { user } = show(table(visitors(100)));
  await user.click(button('Page 5'));
  expect(focused()).toBe('Page 5');
  await user.click(button('Page 6'));
  expect(focused()).toBe('Page 6');
  expect(button('Page 6').getAttribute('aria-current')).toBe('page');
  await user.click(button('Next page'));
  expect(focused()).toBe('Next page');
});

test('a page that the server sends later takes the focus from nobody who has moved on', async () => {
  const go = vi.fn<() => void>();
  const remote = (page: number) => ({ page, size: 5, total: 50, more: false, onPage: go, onSize: go, onEmpty: go });
  const page = (at: number) => <AppTable {...table(visitors(5)).props} remote={remote(at)} />;
  const { user, rerender } = show(page(1));
  await user.click(button('Page 5'));
  rerender(page(5));
  expect(focused()).toBe('Page 5');
  await user.click(button('Page 6'));
  button('Actions for Visitor 1').focus();
  rerender(page(6));
  expect(document.activeElement).toBe(button('Actions for Visitor 1'));
});

test('an empty table says so in one sentence, and a waiting one does not', () => {
  const { rerender } = show(table([], { loading: true }));
  expect(screen.queryByText('No visitors')).toBeNull();
  expect(screen.getByText('Visitors: loading')).toBeDefined();
  rerender(table([]));
  expect(screen.getByText('No visitors')).toBeDefined();
  expect(screen.queryByText('Visitors: loading')).toBeNull();
});

const ticked = vi.fn();
const pressed = vi.fn();
const worked: Column<Visitor>[] = [
  {
    accessor: 'tick',
    title: 'Select',
    render: ({ name }) => <input type="checkbox" aria-label={`Select ${name}`} onChange={() => ticked(name)} />,
  },
  {
    accessor: 'name',
    title: 'Name',
    render: ({ name }) => (
      <button type="button" onClick={() => pressed(name)}>
        {name}
      </button>
    ),
  },
  {
    accessor: 'menu',
    title: 'Actions',
    render: ({ name }) => (
      <button type="button" aria-haspopup="menu">
        {`Actions for ${name}`}
      </button>
    ),
  },
];
const workedTable = (label: string, records = visitors(3)) => (
  <AppTable records={records} columns={worked} idAccessor="id" empty="" storeKey={label} label={label} />
);

test('j and k, or the arrows, lead from row to row and on into the next table; Enter opens the first thing of a row, x ticks it', async () => {
  const { user } = show(
    <>
      <SearchField value="" onChange={() => undefined} />
      {workedTable('First', visitors(2))}
      {workedTable('Second', visitors(1))}
    </>,
  );
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('j');
  expect(focused()).toBe('Visitor 1');
  await user.keyboard('{ArrowDown}{Enter}');
  expect(pressed.mock.calls).toEqual([['Visitor 2']]);
  await user.keyboard('xk');
  expect([ticked.mock.calls, focused()]).toEqual([[['Visitor 2']], 'Visitor 1']);
  await user.keyboard('jj');
  expect(document.activeElement?.closest('table')?.getAttribute('aria-label')).toBe('Second');
  await user.keyboard('jkk');
  expect(focused()).toBe('Visitor 1');
  // On a box it is boxes that follow, and on the button of a menu the arrows are the menu's.
  await user.click(screen.getAllByRole('checkbox', { name: 'Select Visitor 1' })[0]!);
  await user.keyboard('j');
  expect(focused()).toBe('Select Visitor 2');
  await user.keyboard('{Enter}');
  expect(pressed.mock.calls.at(-1)).toEqual(['Visitor 2']);
  await user.click(screen.getByRole('button', { name: 'Actions for Visitor 2' }));
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Actions for Visitor 2');
  // What is typed is typed.
  await user.click(screen.getByRole('searchbox'));
  await user.keyboard('jx');
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
});

test('a row with nothing to press is come to as a whole', async () => {
  const { user } = show(table(visitors(2).map((visitor) => ({ ...visitor, name: '' }))));
  await user.keyboard('jj');
  expect(focused()).toBe('Actions for ');
  cleanup();
  const facts = columns.slice(0, 2);
  const other = show(
    <AppTable records={visitors(2)} columns={facts} idAccessor="id" empty="" storeKey="facts" label="Facts" />,
  );
  await other.user.keyboard('jj');
  expect(document.activeElement?.textContent).toBe('Visitor 289');
});

test('"/" leads to the search of the page, but not out of a field or past a dialog', async () => {
  const { user, rerender } = show(
    <>
      <input aria-label="Other" />
      <SearchField value="" onChange={() => undefined} />
    </>,
  );
  await user.click(screen.getByRole('textbox', { name: 'Other' }));
  await user.keyboard('/');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Other' }).value).toBe('/');
  await user.click(document.body);
  await user.keyboard('/');
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  expect([document.activeElement, search.value]).toEqual([search, '']);
  // Out of an empty one Escape leads back to the list.
  await user.keyboard('{Escape}');
  expect(document.activeElement).toBe(document.body);
  rerender(
    <>
      <SearchField value="" onChange={() => undefined} />
      <div role="dialog" aria-modal="true">
        <button type="button">Inside</button>
      </div>
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Inside' }));
  await user.keyboard('/');
  expect(focused()).toBe('Inside');
});

test('a table that is wider than its room is marked to be scrolled sideways, until it fits again', () => {
  const told: (() => void)[] = [];
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        told.push(tell);
      }
      observe() {}
      disconnect() {}
    },
  );
  try {
    show(table(visitors(2)));
    const scroller = screen.getByRole('table', { name: 'Visitors' }).parentElement as HTMLElement;
    const wide = (scrollWidth: number) => {
      Object.defineProperties(scroller, {
        scrollWidth: { value: scrollWidth, configurable: true },
        clientWidth: { value: 1119, configurable: true },
      });
      for (const tell of told) tell();
      return scroller.hasAttribute('data-wider');
    };
    expect([wide(1119), wide(1618), wide(1119)]).toEqual([false, true, false]);
  } finally {
    vi.unstubAllGlobals();
  }
});

test('what is cut off in a column of one line is told where the pointer rests on it', async () => {
  const { user } = show(
    <AppTable
      records={visitors(1)}
      columns={[{ accessor: 'name', title: 'Name', noWrap: true }]}
      idAccessor="id"
      empty="No visitors"
      storeKey="cut"
      label="Visitors"
    />,
  );
  const cell = screen.getByRole('cell', { name: 'Visitor 1' });
  await user.hover(cell);
  expect(cell.title).toBe('');
  await user.unhover(cell);
  Object.defineProperty(cell, 'scrollWidth', { value: cell.clientWidth + 1 });
  await user.hover(cell);
  expect(cell.title).toBe('Visitor 1');
});

test('CON-02 on a phone a list is sorted from above it, unless there is nothing to sort', () => {
  const wide = window.matchMedia;
  window.matchMedia = (query) =>
    Object.defineProperty(wide.call(window, query), 'matches', { value: query === '(max-width: 37.4375em)' });
  try {
    show(table(visitors(2)));
    expect(screen.getByRole('combobox', { name: 'Visitors: sort by' })).toBeDefined();
    cleanup();
    show(table([]));
    expect(screen.getByText('No visitors')).toBeDefined();
    expect(screen.queryByRole('combobox', { name: 'Visitors: sort by' })).toBeNull();
  } finally {
    window.matchMedia = wide;
  }
});

test('on paper all of a list stands, whichever page is shown, and the page is back afterwards', async () => {
  const { user } = show(table(visitors(14)));
  await user.click(screen.getByRole('button', { name: 'Name' }));
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(names()).toEqual(visitors(14).map(({ name }) => name));
  expect(screen.getByText('1–14 of 14')).toBeDefined();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(names()).toEqual(['Visitor 11', 'Visitor 12', 'Visitor 13', 'Visitor 14']);
});

test('paper says what is not on it, of a list too long and of a page that the server keeps', () => {
  const print = () => act(() => void window.dispatchEvent(new Event('beforeprint')));
  show(table(visitors(1_002)));
  print();
  expect(names()).toHaveLength(1_000);
  expect(screen.getByText('1–1,000 of 1,002. The others are not on this paper.')).toBeDefined();
  act(() => void window.dispatchEvent(new Event('afterprint')));
  expect(screen.getByText('1–10 of 1,002')).toBeDefined();
  cleanup();
  const on = { onPage: vi.fn<() => void>(), onSize: vi.fn<() => void>(), onEmpty: vi.fn<() => void>() };
  const remote = { page: 2, size: 5, total: 12, more: false, ...on };
  show(<AppTable {...table(visitors(5)).props} remote={remote} />);
  print();
  expect(screen.getByText('6–10 of 12. The others are not on this paper.')).toBeDefined();
  act(() => void window.dispatchEvent(new Event('afterprint')));
});
