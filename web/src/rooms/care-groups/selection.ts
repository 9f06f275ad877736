/** What is chosen on the page of the groups, as it stands in its address. */

/** A group; or a new one below it, or with null at the top. */
export interface Selection {
  group: number | null;
  isNew: boolean;
}
export const tabs = ['configuration', 'overview', 'brand', 'documents', 'assessments'] as const;
export type Tab = (typeof tabs)[number];
export interface Shown extends Selection {
  tab: Tab;
}

export function readShown(search: Readonly<Record<string, unknown>>): Shown {
  const { group, tab } = search;
  const isNew = search['new'] === true;
  const named = tabs.find((one) => one === tab);
  return {
    group: Number.isInteger(group) ? (group as number) : null,
    isNew,
    tab: isNew || !named ? 'configuration' : named,
  };
}

export const shownAsSearch = ({ group, isNew, tab }: Shown): object => ({
  group: group ?? undefined,
  new: isNew || undefined,
  tab: tab === 'configuration' ? undefined : tab,
});
