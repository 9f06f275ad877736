import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { IconFilterPlus, IconX } from '@tabler/icons-react';
import { type FilterColumn, type FilterRow, type Operator, operators, wantsValue } from './filter-rows.ts';

type Columns = readonly Pick<FilterColumn<never>, 'key' | 'title'>[];

/** Begins another row of the filter, with the first column. */
export function AddFilter(props: {
  columns: Columns;
  rows: readonly FilterRow[];
  onChange: (rows: FilterRow[]) => void;
}) {
  const { columns, rows, onChange } = props;
  return (
    <Button
      variant="subtle"
      data-add-filter
      leftSection={<IconFilterPlus size={18} aria-hidden />}
      onClick={() => onChange([...rows, { column: columns[0]?.key ?? '', operator: 'contains', value: '' }])}
    >
      Add filter
    </Button>
  );
}

/** The rows of the filter of a table, each to be changed and taken away (CLN-20). */
export function FilterRows(props: {
  columns: Columns;
  rows: readonly FilterRow[];
  onChange: (rows: FilterRow[]) => void;
}) {
  const { columns, rows, onChange } = props;
  const change = (at: number, part: Partial<FilterRow>) =>
    onChange(rows.map((row, other) => (other === at ? { ...row, ...part } : row)));
  const remove = (at: number) => {
    onChange(rows.filter((_, other) => other !== at));
    // The button that was pressed is gone, and the keyboard would be nowhere.
    document.querySelector<HTMLElement>('[data-add-filter]')?.focus();
  };
  return (
    <div role="group" aria-label="Filters">
      <Stack gap="xs">
        {rows.map(({ column, operator, value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is its place
          <Group key={at} gap="xs" align="flex-end">
            <NativeSelect
              aria-label={`Filter ${at + 1}: column`}
              data={columns.map(({ key, title }) => ({ value: key, label: title }))}
              value={column}
              onChange={(event) => change(at, { column: event.currentTarget.value })}
            />
            <NativeSelect
              aria-label={`Filter ${at + 1}: operator`}
              data={Object.entries(operators).map(([key, label]) => ({ value: key, label }))}
              value={operator}
              onChange={(event) => change(at, { operator: event.currentTarget.value as Operator })}
            />
            {wantsValue(operator) && (
              <TextInput
                aria-label={`Filter ${at + 1}: value`}
                placeholder="Value"
                autoComplete="off"
                maxLength={100}
                value={value}
                onChange={(event) => change(at, { value: event.currentTarget.value })}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray.7"
              size={36}
              aria-label={`Remove filter ${at + 1}`}
              onClick={() => remove(at)}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </div>
  );
}
