import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Period, encoded, frequencyOf, numberProblem, periods } from './frequency.ts';

/**
 * The frequency field that the requirements ask for; no screen has one yet, the page of the kit shows it. A number of days, weeks or
 * months, handed over as "3d", "2w" or "1M"; null for none (INP-01 to INP-04).
 */
export function FrequencyField(props: {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string | null;
  required?: boolean;
}) {
  const { label, value, onChange, error, required } = props;
  const given = frequencyOf(value);
  const [typed, setTyped] = useState<{ text: string; period: Period; value: string | null }>();
  // What was typed counts as long as nobody else has changed the value.
  const shown =
    typed?.value === value ? typed : { text: given ? String(given.number) : '', period: given?.period ?? 'd' };
  const hand = (text: string, period: Period) => {
    const next = encoded(text, period);
    setTyped({ text, period, value: next });
    if (next !== value) onChange(next);
  };
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" component="fieldset" bd={0} m={0} p={0} miw={0} aria-label={label}>
      <TextInput
        label={label}
        inputMode="numeric"
        value={shown.text}
        required={required}
        error={numberProblem(shown.text) ?? error}
        onChange={(event) => hand(event.currentTarget.value.trim(), shown.period)}
        flex={1}
        miw={0}
      />
      <NativeSelect
        label="Period"
        data={periods.map(({ code, label: word }) => ({ value: code, label: word }))}
        value={shown.period}
        onChange={(event) => hand(shown.text, event.currentTarget.value as Period)}
        w="8rem"
      />
    </Group>
  );
}
