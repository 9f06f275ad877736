import { Box, Group, NativeSelect, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowsSort, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { type Key, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import classes from './AppTable.module.css';
import { useOnPaper } from './on-paper.ts';
import { onPageKey } from './page-keys.ts';
import { PageButtons } from './PageButtons.tsx';
import { useRemembered } from './remember.ts';
import { Empty } from './States.tsx';
import { keepHeadInSight } from './sticky-head.ts';
import { onTableKey } from './table-keys.ts';

type Sortable = string | number | null | undefined;

export interface Column<T> {
  /** A field of the record, or any name when `render` and `sortValue` say the rest. */
  accessor: string;
  title: string;
  /** Stands in the place of the title. */
  header?: ReactNode;
  /** The title is only read out, such as over the menus of the rows. */
  titleHidden?: boolean;
  /** Left out on paper, as columns with a hidden title are. */
  screenOnly?: boolean;
  /** Stays in sight while the table is scrolled sideways, as columns with a hidden title do. */
  pinned?: boolean;
  render?: (record: T) => ReactNode;
  sortable?: boolean;
  /** What to sort by when it is not the field itself; days sort as the wire writes them. */
  sortValue?: (record: T) => Sortable;
  textAlign?: 'left' | 'right';
  width?: number | string;
  noWrap?: boolean;
  /** Its place on the card that a row is on a phone; the others are lines with their title. What is `data-nothing` is left out. */
  card?: 'tick' | 'head' | 'side' | 'first' | 'second' | 'plain' | 'foot' | 'hidden';
}

export interface AppTableProps<T> {
  records: readonly T[];
  columns: readonly Column<T>[];
  idAccessor: (keyof T & string) | ((record: T) => Key);
  loading?: boolean;
  empty: string;
  emptyAction?: ReactNode;
  /** Under this name the page, the order and the page size are kept while one moves about. */
  storeKey: string;
  pageSize?: 5 | 10 | 25;
  /** How many rows a page can have, where a row of the specification names others. */
  sizes?: readonly string[];
  /** The order it has until another one is chosen. */
  order?: Order;
  /** The table's accessible name. */
  label: string;
  /** It has many columns and is scrolled sideways on most screens, not only on narrow ones. */
  wide?: boolean;
  /** The first page is shown again when this changes, such as the text that is searched for. */
  pageKey?: string;
  /** The order lies with the screen, such as in the page's address; pressing a title turns it round. */
  sorting?: { order: Order; onOrder: (order: Order) => void };
  /** The records are one page of many that the server keeps in an order of its own. */
  remote?: RemotePage;
}

export interface RemotePage {
  page: number;
  size: number;
  /** How many there are, or at least are. */
  total: number;
  more: boolean;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  /** A page of nothing, emptied by others or by other words when one comes back to it, is left for this one, whose address takes its place. */
  onEmpty: (last: number) => void;
}

export interface Order {
  accessor: string;
  down: boolean;
}

const usualSizes = ['5', '10', '25'];
/** A list of thousands would keep the browser from printing for long; the paper then says that there are more. */
const mostOnPaper = 1_000;
const field = (record: unknown, accessor: string): unknown => (record as Record<string, unknown>)[accessor];

/** A table. Unless its pages are `remote` its records are all here: sorting and paging happen in the browser (OPS-23, SCN-15, CON-01). */
export function AppTable<T>(props: AppTableProps<T>) {
  const { records, columns, idAccessor, loading = false, empty, emptyAction, storeKey, label, pageKey = '' } = props;
  const { remote, sorting } = props;
  const [ownSize, setSize] = useRemembered(`table:${storeKey}:size`, String(props.pageSize ?? 10));
  const [ownOrder, setOrder] = useRemembered<Order | null>(`table:${storeKey}:order`, props.order ?? null);
  const order = sorting?.order ?? ownOrder;
  const [at, setAt] = useRemembered(`table:${storeKey}:page`, { page: 1, pageKey });
  const size = remote ? String(remote.size) : ownSize;
  const total = remote?.total ?? records.length;
  const pages = Math.max(1, Math.ceil(total / Number(size)));
  const page = remote?.page ?? (at.pageKey === pageKey ? Math.min(at.page, pages) : 1);
  // On paper no page can be turned: all of a list stands there, or who reads it takes a part for the whole.
  const isOnPaper = useOnPaper();
  const [from, most] = isOnPaper && !remote ? [0, mostOnPaper] : [(page - 1) * Number(size), Number(size)];
  const shown = remote ? records : sortRecords(records, columns, order).slice(from, from + most);
  const isBeyond = remote !== undefined && remote.page > 1 && !loading && records.length === 0;
  useEffect(() => {
    if (isBeyond) remote.onEmpty(Math.min(pages, remote.page - 1));
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that is empty
  }, [isBeyond, remote?.page]);
  const waiting = (loading || isBeyond) && records.length === 0;
  const go = remote?.onPage ?? ((next: number) => setAt({ page: next, pageKey }));
  const resize = (next: string) => {
    if (remote) return remote.onSize(Number(next));
    setSize(next);
    go(1);
  };

  const scroller = useRef<HTMLDivElement>(null);
  useEffect(() => (scroller.current ? keepHeadInSight(scroller.current) : undefined), []);
  useEffect(() => onPageKey(onTableKey), []);
  const isPhone = useMediaQuery('(max-width: 37.4375em)', false, { getInitialValueInEffect: false });

  const choose = (next: Order | null) => {
    if (!sorting) setOrder(next);
    else if (next) sorting.onOrder(next);
    go(1);
  };
  const press = (accessor: string) => {
    const isMine = order?.accessor === accessor;
    choose(isMine && order.down && !sorting ? null : { accessor, down: isMine && !order.down });
  };

  return (
    <Box className={classes.root} data-wide={props.wide || undefined}>
      {isPhone && (waiting || records.length > 0) && (
        <SortBy label={label} columns={columns} order={order} onOrder={choose} />
      )}
      <Box className={classes.scroller} ref={scroller}>
        <table className={classes.table} aria-label={label} aria-busy={loading}>
          <thead className={classes.head}>
            <tr>
              {columns.map((column) => (
                <HeaderCell key={column.accessor} column={column} order={order} onPress={press} />
              ))}
            </tr>
          </thead>
          <tbody>
            {waiting && <SkeletonRows columns={columns.length} />}
            {!waiting && records.length === 0 && (
              <tr>
                <td colSpan={columns.length}>
                  <Empty message={empty} action={emptyAction} />
                </td>
              </tr>
            )}
            {shown.map((record) => (
              <tr
                className={classes.row}
                data-row
                key={typeof idAccessor === 'function' ? idAccessor(record) : String(record[idAccessor])}
              >
                {columns.map((column) => (
                  <td
                    key={column.accessor}
                    style={{ textAlign: column.textAlign }}
                    className={cellClass(column)}
                    data-card={column.card ?? (column.titleHidden ? 'side' : undefined)}
                    data-title={column.title}
                    onMouseEnter={column.noWrap ? tellWhole : undefined}
                  >
                    {column.render ? column.render(record) : (field(record, column.accessor) as ReactNode)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Box>
      {records.length > 0 && (
        <Group className={classes.foot} justify="space-between" gap="sm">
          <Group gap="md">
            <Text size="sm" c="gray.7" aria-live="polite">
              {(from + 1).toLocaleString('en')}–{(from + shown.length).toLocaleString('en')} of{' '}
              {remote?.more && 'more than '}
              {total.toLocaleString('en')}
              {isOnPaper && (shown.length < total || remote?.more) && '. The others are not on this paper.'}
            </Text>
            <Group gap="xs" className={classes.size}>
              <Text size="sm" c="gray.7" aria-hidden>
                Rows per page
              </Text>
              <NativeSelect
                size="xs"
                data={[...(props.sizes ?? usualSizes)]}
                value={size}
                aria-label={`${label}: rows per page`}
                onChange={(event) => resize(event.currentTarget.value)}
              />
            </Group>
          </Group>
          {pages > 1 && <PageButtons label={label} pages={pages} page={page} onPage={go} />}
        </Group>
      )}
      <VisuallyHidden component="output">{waiting ? `${label}: loading` : ''}</VisuallyHidden>
    </Box>
  );
}

/** On a phone the titles, which are pressed for it elsewhere, are not there. */
function SortBy<T>({
  label,
  columns,
  order,
  onOrder,
}: {
  label: string;
  columns: readonly Column<T>[];
  order: Order | null;
  onOrder: (order: Order | null) => void;
}) {
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const ways = sortable.flatMap(({ accessor, title }) => [
    { value: accessor, label: title, order: { accessor, down: false } },
    { value: `-${accessor}`, label: `${title}, last first`, order: { accessor, down: true } },
  ]);
  return (
    <NativeSelect
      className={classes.sortBy}
      size="sm"
      aria-label={`${label}: sort by`}
      data={[{ value: '', label: 'Sort by' }, ...ways.map((way) => ({ value: way.value, label: way.label }))]}
      value={order ? `${order.down ? '-' : ''}${order.accessor}` : ''}
      onChange={({ currentTarget }) => onOrder(ways.find(({ value }) => value === currentTarget.value)?.order ?? null)}
    />
  );
}

function HeaderCell<T>({
  column,
  order,
  onPress,
}: {
  column: Column<T>;
  order: Order | null;
  onPress: (accessor: string) => void;
}) {
  const mine = order?.accessor === column.accessor ? order : null;
  const Icon = mine ? (mine.down ? IconSortDescending : IconSortAscending) : IconArrowsSort;
  return (
    <th
      scope="col"
      style={{ textAlign: column.textAlign, width: column.width }}
      className={cellClass({ ...column, noWrap: false })}
      aria-sort={column.sortable ? (mine ? (mine.down ? 'descending' : 'ascending') : 'none') : undefined}
    >
      {column.sortable && (
        <UnstyledButton className={classes.sort} onClick={() => onPress(column.accessor)}>
          {column.title}
          <Icon size={14} aria-hidden className={mine ? undefined : classes.unsorted} />
        </UnstyledButton>
      )}
      {!column.sortable &&
        column.header === undefined &&
        (column.titleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title)}
      {column.header}
    </th>
  );
}

type Place = Pick<Column<unknown>, 'titleHidden' | 'pinned' | 'noWrap' | 'screenOnly'>;
const isPinned = ({ titleHidden, pinned }: Place): boolean => Boolean(titleHidden ?? pinned);
const cellClass = (column: Place): string | undefined =>
  [
    isPinned(column) && classes.pinned,
    !isPinned(column) && column.noWrap && classes.noWrap,
    (column.screenOnly ?? column.titleHidden) && classes.screenOnly,
  ]
    .filter(Boolean)
    .join(' ') || undefined;

/** What is cut off is told in full. */
function tellWhole({ currentTarget: cell }: MouseEvent<HTMLElement>) {
  cell.title = cell.scrollWidth > cell.clientWidth ? cell.innerText : '';
}

function SkeletonRows({ columns }: { columns: number }) {
  return [0, 1, 2, 3, 4].map((row) => (
    <tr key={row} className={classes.waiting} aria-hidden>
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <Skeleton height={14} my={4} radius="sm" />
        </td>
      ))}
    </tr>
  ));
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function sortRecords<T>(records: readonly T[], columns: readonly Column<T>[], order: Order | null): readonly T[] {
  const column = order && columns.find((one) => one.accessor === order.accessor);
  if (!column) return records;
  const valueOf = column.sortValue ?? ((record: T) => field(record, column.accessor) as Sortable);
  return [...records].sort((a, b) => compare(valueOf(a), valueOf(b), order.down));
}

/** What has no value stays at the end in both directions. */
function compare(a: Sortable, b: Sortable, down: boolean): number {
  const [noA, noB] = [a === null || a === undefined || a === '', b === null || b === undefined || b === ''];
  if (noA || noB) return Number(noA) - Number(noB);
  const result = typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));
  return down ? -result : result;
}
