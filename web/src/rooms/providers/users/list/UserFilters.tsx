import { NativeSelect, Select } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { useMemo } from 'react';
import { AddFilter } from '#shared/FilterRows.tsx';
import { distinctNames } from '#shared/site-names.ts';
import type { FoundUsers } from './found-users.ts';

/** Narrows the list to a role, to a care group with all below it, and by its columns. */
export function UserFilters(props: { list: FoundUsers; users: readonly User[]; groups: readonly CareGroup[] }) {
  const { list, users, groups } = props;
  const roles = useMemo(() => [...new Set(users.map(({ type }) => type))].sort(), [users]);
  const choices = useMemo(() => {
    const nameOf = distinctNames(groups, groups, 'displayName');
    return groups
      .map((group) => ({ value: String(group.gId), label: nameOf(group) }))
      .sort((one, other) => one.label.localeCompare(other.label, 'en'));
  }, [groups]);
  return (
    <>
      <NativeSelect
        label="Role"
        data={[
          { value: '', label: 'All roles' },
          ...(list.role && !roles.some((role) => role === list.role) ? [list.role] : []),
          ...roles,
        ]}
        value={list.role}
        onChange={(event) => list.narrow({ role: event.currentTarget.value || undefined })}
      />
      <Select
        label="Care group"
        placeholder="All care groups"
        data={choices}
        value={list.group === null ? null : String(list.group)}
        onChange={(value) => list.narrow({ group: value === null ? undefined : Number(value) })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Show all care groups' }}
        limit={50}
        nothingFoundMessage="No care groups found."
        w={{ base: '100%', xs: 200 }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <AddFilter columns={list.columns} rows={list.rows} onChange={list.changeRows} />
    </>
  );
}
