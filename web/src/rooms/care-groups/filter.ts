/** Which groups the table shows, as it stands in the page's address (CGP-02, CGP-04 to CGP-07, OPS-31). */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';

export interface GroupFilter {
  by: 'trial' | 'sponsor';
  /** None picked means all. */
  picked: readonly number[];
  trials: boolean;
  sites: boolean;
  /** By name, from the end. */
  down: boolean;
}
export type Search = Readonly<Record<string, unknown>>;

export const everything: GroupFilter = { by: 'trial', picked: [], trials: true, sites: true, down: false };

/** What of an address is a filter; what makes no sense is left out. */
export function readFilter(search: Search): GroupFilter {
  const picked = Array.isArray(search['picked']) ? search['picked'] : [];
  return {
    by: search['by'] === 'sponsor' ? 'sponsor' : 'trial',
    picked: picked.filter((one): one is number => Number.isInteger(one)),
    trials: search['trials'] !== false,
    sites: search['sites'] !== false,
    down: search['down'] === true,
  };
}

/** The same for an address; what is as at first is not said. */
export const asSearch = ({ by, picked, trials, sites, down }: GroupFilter): object => ({
  by: by === 'trial' ? undefined : by,
  picked: picked.length > 0 ? picked : undefined,
  trials: trials ? undefined : false,
  sites: sites ? undefined : false,
  down: down || undefined,
});

export const isNarrowed = ({ picked, trials, sites }: GroupFilter): boolean => picked.length > 0 || !trials || !sites;

/** The groups of trials; those of a clinic have a page of their own. */
export const ofTrials = (groups: readonly CareGroup[]): CareGroup[] =>
  groups.filter(({ type }) => type !== 'careGroup');

/** What was picked and is not offered, since it is gone or out of sight, does not count either: nobody could take it back. */
export const withOffered = (groups: readonly CareGroup[], filter: GroupFilter): GroupFilter => {
  const offered = new Set(choicesOf(groups, filter.by).map(({ value }) => value));
  return { ...filter, picked: filter.picked.filter((one) => offered.has(String(one))) };
};

/** OPS-31: picking a trial keeps its sites. */
export const filtered = (groups: readonly CareGroup[], { by, picked, trials, sites }: GroupFilter): CareGroup[] =>
  groups.filter(({ gId, parentId, type, sponsorId }) => {
    if (!(type === 'clinicalTrial' ? trials : sites)) return false;
    if (picked.length === 0) return true;
    return by === 'trial' ? picked.includes(gId) || picked.includes(parentId ?? 0) : picked.includes(sponsorId ?? 0);
  });

/** What the multi-select offers: the trials, or the sponsors that trials have. */
export function choicesOf(groups: readonly CareGroup[], by: GroupFilter['by']): { value: string; label: string }[] {
  const choices = new Map<string, string>();
  for (const group of groups) {
    if (by === 'trial' && group.type === 'clinicalTrial') choices.set(String(group.gId), group.groupName);
    if (by === 'sponsor' && group.sponsorId !== null) choices.set(String(group.sponsorId), group.sponsorName ?? '');
  }
  return [...choices]
    .map(([value, label]) => ({ value, label }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en'));
}
