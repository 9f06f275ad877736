import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';

type Name = 'displayName' | 'groupName';

/**
 * What tells these groups apart: two trials may each have a site of one name (CGP-20), and then the one above stands behind
 * it. `all` are those among which that is found.
 */
export function distinctNames(
  groups: readonly CareGroup[],
  all: readonly CareGroup[],
  name: Name,
): (group: CareGroup) => string {
  const times = new Map<string, number>();
  for (const group of groups) times.set(group[name], (times.get(group[name]) ?? 0) + 1);
  return (group) => {
    if ((times.get(group[name]) ?? 0) < 2) return group[name];
    const above = all.find(({ gId }) => gId === group.parentId);
    return above ? `${group[name]} (${above[name]})` : group[name];
  };
}

/** The trial sites among groups, by names that tell them apart, in their order. */
export function sitesByName(groups: readonly CareGroup[]): CareGroup[] {
  const sites = groups.filter(({ type }) => type === 'trialSite');
  const nameOf = distinctNames(sites, groups, 'displayName');
  return sites
    .map((site) => ({ ...site, displayName: nameOf(site) }))
    .toSorted((one, other) => one.displayName.localeCompare(other.displayName, 'en'));
}
