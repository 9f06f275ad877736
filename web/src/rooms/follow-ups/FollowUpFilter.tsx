import '#kit/later-styles.ts';
import { Button, Checkbox, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { isEmptyList } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { DateField } from '#kit/DateField.tsx';
import { Notice } from '#kit/Notice.tsx';
import { type Look, lookProblem } from './look.ts';
import classes from './follow-ups.module.css';
import { useProviders } from './queries.ts';

/** Whose follow-ups of which days; nothing changes before "Filter" is pressed (FUP-03, FUP-04, FUP-07, OPC-39). */
export function FollowUpFilter(props: {
  look: Look;
  /** In the calendar the month says which days are shown. */
  withDays: boolean;
  onFilter: (look: Look) => void;
}) {
  const { look, withDays, onFilter } = props;
  const viewer = useViewer();
  const providers = useProviders();
  // The days that nobody has touched go on with those that are looked at.
  const [changed, setChanged] = useState<Partial<Look>>({});
  const typed = { ...look, ...changed };
  const [problem, setProblem] = useState(() => lookProblem(look, withDays));
  const change = (part: Partial<Look>) => {
    setProblem(null);
    setChanged({ ...changed, ...part });
  };
  const apply = () => {
    const asked = withDays ? typed : { ...typed, start: look.start, end: look.end, isToday: look.isToday };
    const found = lookProblem(asked, withDays);
    setProblem(found);
    if (!found) onFilter(asked);
  };
  const known = providers.data ?? [];
  // Who is asked for is named also before, or without, the list.
  const own = { cpId: viewer.cpId, name: `${viewer.fName} ${viewer.lName}`.trim() };
  const named = [...known, ...(known.some(({ cpId }) => cpId === own.cpId) ? [] : [own])];
  const strangers = typed.providers.filter((cpId) => !named.some((one) => one.cpId === cpId));
  return (
    <form
      noValidate
      aria-label="Filter follow-ups"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Stack gap="sm">
        <div className={classes.filter}>
          <MultiSelect
            className={classes.providers}
            label="Care Provider"
            placeholder={typed.providers.length === 0 ? 'Choose care providers' : undefined}
            searchable
            clearable
            disabled={typed.isAll}
            data={[
              ...named.map(({ cpId, name }) => ({ value: String(cpId), label: name })),
              ...strangers.map((cpId) => ({ value: String(cpId), label: `Care provider ${cpId}` })),
            ]}
            value={typed.isAll ? [] : typed.providers.map(String)}
            onChange={(chosen) => change({ providers: chosen.map(Number) })}
            error={
              providers.error &&
              !providers.data &&
              !isEmptyList(providers.error) &&
              'There was a problem retrieving care providers.'
            }
            nothingFoundMessage="No care provider matches."
          />
          {withDays && (
            <>
              <DateField
                label="Start Date"
                display="DD/MM/YYYY"
                value={typed.start}
                disabled={typed.isToday}
                onChange={(start) => change({ start })}
              />
              <DateField
                label="End Date"
                display="DD/MM/YYYY"
                value={typed.end}
                disabled={typed.isToday}
                onChange={(end) => change({ end })}
              />
            </>
          )}
        </div>
        <Group gap="md">
          <Checkbox
            label="Show all providers"
            checked={typed.isAll}
            onChange={({ currentTarget }) => change({ isAll: currentTarget.checked })}
          />
          {withDays && (
            <Checkbox
              label="Show only today"
              checked={typed.isToday}
              onChange={({ currentTarget }) => change({ isToday: currentTarget.checked })}
            />
          )}
          <Button type="submit">Filter</Button>
          {JSON.stringify(typed) !== JSON.stringify(look) && !problem && (
            <Text size="sm" c="gray.7" role="status">
              Press “Filter” to apply the changes.
            </Text>
          )}
        </Group>
        {problem && <Notice tone="error">{problem}</Notice>}
      </Stack>
    </form>
  );
}
