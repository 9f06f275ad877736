import { Group } from '@mantine/core';
import { useState } from 'react';
import { type Allowed, StrictField } from './StrictField.tsx';

/** Whole numbers, none of them negative; null where a field is empty (INP-05, OPN-73). */
export interface Pattern {
  start: number | null;
  every: number | null;
  end: number | null;
}
export const emptyPattern: Pattern = { start: null, every: null, end: null };

/** What is wrong with a pattern; null where nothing is. */
const patternProblem = ({ start, end }: Pattern): string | null =>
  start !== null && end !== null && end < start ? 'End must not be before start' : null;

const digits: Allowed = {
  keep: (typed) => typed.replace(/\D/g, '').slice(0, 6),
  refused: /\D/g,
  only: 'Digits only',
};

const fields = [
  ['start', 'Start'],
  ['every', 'Every'],
  ['end', 'End'],
] as const;

/**
 * The pattern field that the requirements ask for; no screen has one yet, the page of the kit shows it. From when, how often and until
 * when, in digits alone (INP-05, INP-06).
 */
export function PatternField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: Pattern;
  onChange: (value: Pattern) => void;
}) {
  const [typed, setTyped] = useState<Partial<Record<keyof Pattern, string>>>({});
  const textOf = (name: keyof Pattern): string => {
    const text = typed[name];
    // Leading zeros stay as they were typed.
    return text !== undefined && (text === '' ? null : Number(text)) === value[name] ? text : String(value[name] ?? '');
  };
  const type = (name: keyof Pattern, text: string) => {
    setTyped((before) => ({ ...before, [name]: text }));
    onChange({ ...value, [name]: text === '' ? null : Number(text) });
  };
  const problem = patternProblem(value);
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" component="fieldset" bd={0} m={0} p={0} miw={0} aria-label={label}>
      {fields.map(([name, word]) => (
        <StrictField
          key={name}
          label={word}
          inputMode="numeric"
          allowed={digits}
          maxLength={6}
          value={textOf(name)}
          error={name === 'end' ? problem : undefined}
          onChange={(text) => type(name, text)}
          flex={1}
          miw={0}
        />
      ))}
    </Group>
  );
}
