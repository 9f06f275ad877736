/** Which requests are those that somebody looks for. */
import { canMove, daysLate, type Side, shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { isFound, type ListSearch, type Only, toggled } from '#shared/list-search.ts';
import type { Pressable } from '#kit/PressedButtons.tsx';
import { today } from '#kit/today.ts';
import { statusWords } from '#shared/StatusBadge.tsx';
import type { Row } from '../sides.ts';
import { type Searched, searchedOf } from '../view/request-facts.tsx';
import { isLate, rowDaysLate } from './late.ts';

export const isNarrowed = ({ text, statuses, late, only }: ListSearch): boolean =>
  text.trim() !== '' || statuses.length > 0 || late || only.length > 0;

const saidOf = (row: Searched) => [row.srId, ...searchedOf(row)];
const hasText = (row: Row, { text }: Pick<ListSearch, 'text'>): boolean =>
  text.trim() === '' ||
  isFound(text, [
    ...saidOf(row),
    ...row.parcels.flatMap(({ courier, trackingNumber, lotNumbers }) => [courier, trackingNumber, ...lotNumbers]),
  ]);

/** What else requests can be narrowed to, with what the buttons say; the server counts all but recalled lots by the same rules for "Needs you". */
const others = {
  recalled: ['Recalled lot', (row) => row.holdsRecalledLot === true],
  due: ['Due today', (row) => rowDaysLate(row) === 0 && row.status !== 'shipped'],
  step: ['To confirm', (row, side) => canMove(row, 'received', side)],
  comments: ['Unread', (row) => row.readCommentCount < row.totalCommentCount],
} as const satisfies Partial<Record<Only, readonly [string, (row: Row, side: Side) => boolean]>>;
const otherNames = Object.keys(others) as (keyof typeof others)[];
const isOnly = (key: string): key is Only => key === 'order' || key in others;
/** These have a button while they are pressed, and are come to by "Needs you": the buttons stay in one line. */
const isAlso = (key: string): boolean => isOnly(key) && key !== 'recalled';
const isOther = (name: Only): name is keyof typeof others => name in others;

export const isRequestFound = (row: Row, search: ListSearch, side: Side): boolean =>
  hasText(row, search) &&
  (search.statuses.length === 0 || search.statuses.includes(row.status)) &&
  (!search.late || isLate(row)) &&
  search.only.every((name) => isOther(name) && others[name][1](row, side));

type Order = Searched & { nextOrderDate: string };
const isOrderLate = ({ nextOrderDate }: Order): boolean => (daysLate(nextOrderDate, today()) ?? 0) > 0;
/** A request of a status is found where requests of that status are. */
export const isUpcomingFound = (row: Order, search: ListSearch): boolean =>
  isFound(search.text, saidOf(row)) &&
  search.statuses.length === 0 &&
  (!search.late || isOrderLate(row)) &&
  search.only.every((name) => name === 'order' && isOrderDue(row));

const isOrderDue = ({ nextOrderDate }: { nextOrderDate: string }): boolean => daysLate(nextOrderDate, today()) !== null;

/** A button for each status that there is among what matches the text, and for what is late or holds a recalled lot. */
export function filtersOf(rows: readonly Row[], search: ListSearch, side: Side, orders: readonly Order[]): Pressable[] {
  const found = rows.filter((row) => hasText(row, search));
  const lateOrders = orders.filter((row) => isOrderLate(row) && isFound(search.text, saidOf(row)));
  const other = (name: keyof typeof others): Pressable => ({
    key: name,
    label: others[name][0],
    count: found.filter((row) => others[name][1](row, side)).length,
    pressed: search.only.includes(name),
    loud: name === 'recalled',
  });
  return [
    // In sight on a phone, too, where the others are scrolled to.
    other('recalled'),
    ...shipmentStatus.options.map((status) => ({
      key: status,
      label: statusWords[status],
      count: found.filter((row) => row.status === status).length,
      pressed: search.statuses.includes(status),
    })),
    {
      key: 'late',
      label: 'Late',
      count: found.filter(isLate).length + lateOrders.length,
      pressed: search.late,
      loud: true,
    },
    ...otherNames.filter((name) => name !== 'recalled').map(other),
    {
      key: 'order',
      label: 'Orders due',
      count: orders.filter(isOrderDue).length,
      pressed: search.only.includes('order'),
    },
  ].filter(({ key, count = 0, pressed }) => pressed || key === 'late' || (count > 0 && !isAlso(key)));
}

/** What a pressed button asks for. */
export function pressed(key: string, { statuses, late, only }: ListSearch): Partial<ListSearch> {
  if (key === 'late') return { late: !late };
  if (isOnly(key)) return { only: toggled(only, key) };
  return { statuses: toggled(statuses, key) };
}
