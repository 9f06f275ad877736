import { type Access, type Person, meets } from '@portal/contract/access.ts';
import { insideRoutes, menuGroups } from './routes.ts';

/** One entry of the sidebar. */
export interface MenuEntry {
  label: string;
  path: string;
  access: Access;
}
interface MenuGroup {
  label: string;
  entries: readonly MenuEntry[];
}

const all: readonly MenuGroup[] = [undefined, ...menuGroups].map((group) => ({
  label: group ?? '',
  entries: insideRoutes.flatMap(({ path, menu }) =>
    menu && menu.group === group ? [{ label: menu.label, path, access: menu.access }] : [],
  ),
}));

/** The menu of one person (SCP-07): entries without a group come first; a group without entries is left out. */
export const menuOf = (person: Person): MenuGroup[] =>
  all
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => meets(entry.access, person)) }))
    .filter((group) => group.entries.length > 0);
