import '#kit/later-styles.ts';
import { Group, MultiSelect, NativeSelect, Switch } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { choicesOf, type GroupFilter } from './filter.ts';

/** Narrows the table to trials or sponsors, and to trials or sites (CGP-04 to CGP-07). */
export function GroupFilters(props: {
  groups: readonly CareGroup[];
  filter: GroupFilter;
  onFilter: (part: Partial<GroupFilter>) => void;
}) {
  const { groups, filter, onFilter } = props;
  const noun = filter.by === 'trial' ? 'Trials' : 'Sponsors';
  return (
    <Group role="search" aria-label="Filters of the care groups" align="flex-end" gap="md">
      <NativeSelect
        label="Filter By"
        data={[
          { value: 'trial', label: 'Trial' },
          { value: 'sponsor', label: 'Sponsor' },
        ]}
        value={filter.by}
        onChange={(event) => onFilter({ by: event.currentTarget.value as GroupFilter['by'], picked: [] })}
      />
      <MultiSelect
        label={noun}
        placeholder={filter.picked.length > 0 ? undefined : `All ${noun.toLowerCase()}`}
        data={choicesOf(groups, filter.by)}
        value={filter.picked.map(String)}
        onChange={(picked) => onFilter({ picked: picked.map(Number) })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Show all ${noun.toLowerCase()}` }}
        nothingFoundMessage={`No ${noun.toLowerCase()} found.`}
        w={{ base: '100%', xs: 300 }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Switch
        label="Show trials"
        checked={filter.trials}
        onChange={(event) => onFilter({ trials: event.currentTarget.checked })}
        mb={8}
      />
      <Switch
        label="Show sites"
        checked={filter.sites}
        onChange={(event) => onFilter({ sites: event.currentTarget.checked })}
        mb={8}
      />
    </Group>
  );
}
