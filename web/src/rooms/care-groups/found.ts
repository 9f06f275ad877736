/** Which groups are those that somebody looks for, and how they stand below each other. */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { statusText } from '@portal/contract/care-groups/rules.ts';
import { isFound } from '#shared/list-search.ts';
import type { Filter } from '#shared/narrowed-list.ts';

export const isGroupFound = (group: CareGroup, text: string): boolean =>
  isFound(text, [group.groupName, group.displayName, group.sponsorName, group.groupType]);

/** A button for each status that there is, `?status=trial-not-configured`, and for the sites that lack what it takes to be supplied. */
export function filtersOf(groups: readonly CareGroup[], unsupplied: ReadonlyMap<number, unknown>): Filter<CareGroup>[] {
  const statuses = [...new Set(groups.map(statusText))].filter(Boolean).sort();
  return [
    ...statuses.map((status) => ({
      key: status.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
      label: status,
      leaves: (group: CareGroup) => statusText(group) === status,
    })),
    { key: 'cannot-be-supplied', label: 'Cannot be supplied', leaves: ({ gId }) => unsupplied.has(gId), loud: true },
  ];
}

const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The place of each group by name, a trial's sites right below it, in either direction. */
export function placesByTrial(groups: readonly CareGroup[], down: boolean): (group: CareGroup) => number {
  const known = new Map(groups.map((group) => [group.gId, group]));
  const topOf = (group: CareGroup) => known.get(group.parentId ?? 0) ?? group;
  const byName = (one: CareGroup, other: CareGroup) =>
    (down ? -1 : 1) * compare(one.groupName, other.groupName) || one.gId - other.gId;
  const order = [...groups].sort((one, other) => {
    const [top, otherTop] = [topOf(one), topOf(other)];
    if (top !== otherTop) return byName(top, otherTop);
    return Number(one !== top) - Number(other !== top) || byName(one, other);
  });
  const places = new Map(order.map(({ gId }, place) => [gId, place]));
  return ({ gId }) => places.get(gId) ?? 0;
}
