/** Which requests are those that somebody looks for. */
import { daysLate, shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { isFound, type ListSearch } from '#shared/list-search.ts';
import type { Pressable } from '#kit/PressedButtons.tsx';
import { today } from '#kit/today.ts';
import { statusWords } from '#shared/StatusBadge.tsx';
import { fullName } from '../sentences.ts';
import type { Row } from '../sides.ts';
import type { Listed } from './columns.tsx';
import { isLate } from './late.ts';

export const isNarrowed = ({ text, statuses, late }: ListSearch): boolean =>
  text.trim() !== '' || statuses.length > 0 || late;

const saidOf = (row: Listed) => [
  row.srId,
  row.siteName,
  ...row.products.map(({ drugName }) => drugName),
  ...(row.participants ?? []).flatMap((one) => [one.subjectNumber, fullName(one)]),
];
const hasText = (row: Row, { text }: Pick<ListSearch, 'text'>): boolean =>
  isFound(text, [
    ...saidOf(row),
    row.partnerName,
    row.protocolNumber,
    ...row.parcels.flatMap(({ courier, trackingNumber, lotNumbers }) => [courier, trackingNumber, ...lotNumbers]),
  ]);

export const isRequestFound = (row: Row, search: ListSearch): boolean =>
  hasText(row, search) &&
  (search.statuses.length === 0 || search.statuses.includes(row.status)) &&
  (!search.late || isLate(row));

/** What comes due has no status yet. */
export const isUpcomingFound = (row: Listed & { nextOrderDate: string }, search: ListSearch): boolean =>
  isFound(search.text, saidOf(row)) &&
  search.statuses.length === 0 &&
  (!search.late || (daysLate(row.nextOrderDate, today()) ?? 0) > 0);

/** A button for each status that there is among what matches the text, and for what is late. */
export function filtersOf(rows: readonly Row[], search: ListSearch): Pressable[] {
  const found = rows.filter((row) => hasText(row, search));
  return [
    ...shipmentStatus.options.map((status) => ({
      key: status,
      label: statusWords[status],
      count: found.filter((row) => row.status === status).length,
      pressed: search.statuses.includes(status),
    })),
    { key: 'late', label: 'Late', count: found.filter(isLate).length, pressed: search.late, loud: true },
  ].filter(({ key, count, pressed }) => count > 0 || pressed || key === 'late');
}

/** What a pressed button asks for. */
export function pressed(key: string, { statuses, late }: ListSearch): Partial<ListSearch> {
  if (key === 'late') return { late: !late };
  return { statuses: statuses.includes(key) ? statuses.filter((one) => one !== key) : [...statuses, key] };
}
