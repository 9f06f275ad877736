import { Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { Hours } from '@portal/contract/companies/brand-rules.ts';
import { closedNote, closesAt, dayName, dayProblem, days, opensAt, usualDay, zones } from './hours.ts';
import classes from './companies.module.css';

interface Props {
  value: Hours;
  /** They are those of the brand, and stay so however another release has kept them. */
  isKept: boolean;
  onChange: (hours: Hours) => void;
}

/** When a brand is open (BST-06 to BST-08, CCN-23, CCN-27). */
export function HoursFields({ value, isKept, onChange }: Props) {
  return (
    <Stack gap="sm">
      <Select
        label="Time zone"
        data={zones}
        value={value.timezone}
        error={!isKept && !zones.includes(value.timezone) && 'Please choose a time zone.'}
        allowDeselect={false}
        onChange={(zone) => zone && onChange({ ...value, timezone: zone as Hours['timezone'] })}
        w={120}
      />
      {days.map((day) => {
        const text = value[day];
        const isClosed = text === 'Closed';
        const problem = isKept ? null : dayProblem(text);
        const set = (from: string, until: string) => onChange({ ...value, [day]: `${from}-${until}` });
        return (
          <fieldset key={day} className={classes.day}>
            <legend>{dayName(day)}</legend>
            <Group gap="sm" wrap="nowrap" align="flex-start">
              <Checkbox
                label="Closed"
                aria-label={`${dayName(day)} closed`}
                checked={isClosed}
                onChange={({ currentTarget }) =>
                  onChange({ ...value, [day]: currentTarget.checked ? 'Closed' : usualDay })
                }
                mt={8}
              />
              {!isClosed && (
                <>
                  <TextInput
                    type="time"
                    aria-label={`${dayName(day)} opens at`}
                    value={opensAt(text)}
                    onChange={({ currentTarget }) => set(currentTarget.value, closesAt(text))}
                    error={problem}
                  />
                  <TextInput
                    type="time"
                    aria-label={`${dayName(day)} closes at`}
                    value={closesAt(text)}
                    onChange={({ currentTarget }) => set(opensAt(text), currentTarget.value)}
                    error={problem !== null}
                  />
                </>
              )}
            </Group>
          </fieldset>
        );
      })}
      <Text size="sm" c="gray.7">
        {closedNote}
      </Text>
    </Stack>
  );
}
