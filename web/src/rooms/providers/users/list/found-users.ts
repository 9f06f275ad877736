/** Which users are those that somebody looks for. */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import type { UserState } from '@portal/contract/providers/user-rules.ts';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type FilterColumn, type FilterRow, isLeftBy, isSaid, useFilterRows } from '#shared/filter-rows.ts';
import { isFound } from '#shared/list-search.ts';
import { type Filter, type NarrowedList, useNarrowedList } from '#shared/narrowed-list.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { withAllBelow } from '../groups.ts';
import { trainedWord, userState } from '../words.ts';

const isUserFound = ({ name, email }: User, text: string): boolean => isFound(text, [name, email]);

const stateWords: Record<UserState, string> = {
  pending: 'Pending',
  active: 'Has access',
  deactivated: 'Deactivated',
};
const stateFilters: readonly Filter<User>[] = Object.entries(stateWords).map(([state, label]) => ({
  key: state,
  label,
  leaves: (user) => userState(user) === state,
}));

/** OPC-84. */
const columns: readonly FilterColumn<User>[] = [
  { key: 'name', title: 'Name', valueOf: ({ name }) => name },
  { key: 'email', title: 'Email', valueOf: ({ email }) => email },
  { key: 'role', title: 'Role', valueOf: ({ type }) => type },
  { key: 'status', title: 'Status', valueOf: ({ status }) => status },
];
const trained: FilterColumn<User> = { key: 'trained', title: 'Training Completed', valueOf: trainedWord };
const withTraining = [...columns, trained];
const keysOf = (some: readonly FilterColumn<User>[]) => some.map(({ key }) => key);
const [plainKeys, trainingKeys] = [keysOf(columns), keysOf(withTraining)];

interface InAddress {
  role?: unknown;
  group?: unknown;
}

export interface FoundUsers extends NarrowedList<User> {
  role: string;
  group: number | null;
  narrow: (part: { role?: string | undefined; group?: number | undefined }) => void;
  columns: readonly FilterColumn<User>[];
  rows: FilterRow[];
  changeRows: (rows: FilterRow[]) => void;
  /** Changes with what it is narrowed to. */
  key: string;
}

/** The users that fit what was typed, and what stands in the address: `status`, `role` and `group`. */
export function useFoundUsers(users: readonly User[], groups: readonly CareGroup[], hasTraining: boolean): FoundUsers {
  const address = useSearch({ strict: false }) as InAddress;
  const changeSearch = useChangeSearch();
  const role = typeof address.role === 'string' ? address.role : '';
  const group = Number(address.group) || null;
  const known = hasTraining ? withTraining : columns;
  const [rows, changeRows] = useFilterRows(hasTraining ? trainingKeys : plainKeys);
  const left = useMemo(() => {
    const isLeft = isLeftBy(rows, known);
    const within = group === null ? null : withAllBelow(groups, group);
    return users.filter(
      (user) =>
        (role === '' || user.type === role) &&
        (within === null || user.gIds.some((gId) => within.has(gId))) &&
        isLeft(user),
    );
  }, [users, groups, role, group, rows, known]);
  const list = useNarrowedList(left, isUserFound, stateFilters);
  const narrow = (part: InAddress) => changeSearch(part, { replace: true, resetScroll: false });
  const said = rows.filter(isSaid);
  return {
    ...list,
    of: users.length,
    isNarrowed: list.isNarrowed || role !== '' || group !== null || said.length > 0,
    clear: () => {
      list.clear();
      if (rows.length > 0) changeRows([]);
      narrow({ role: undefined, group: undefined });
    },
    role,
    group,
    narrow,
    columns: known,
    rows,
    changeRows,
    key: JSON.stringify([list.words, role, group, said]),
  };
}
