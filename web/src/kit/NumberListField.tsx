import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

const number = /^\d{1,12}(\.\d{1,6})?$/;

/**
 * The number list that the requirements ask for; no screen has one yet, the page of the kit shows it. Numbers of zero or more; comma, space or Enter adds one, a second of the same is dropped
 * (INP-07, OPN-74).
 */
export function NumberListField(props: {
  label: string;
  value: readonly number[];
  onChange: (value: number[]) => void;
  error?: string | null;
}) {
  const { label, value, onChange, error } = props;
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);

  /** Takes what is whole, and leaves in the field what is no number. */
  const take = (text: string, rest: string) => {
    const parts = text.split(/[\s,]+/).filter(Boolean);
    const wrong = parts.filter((part) => !number.test(part));
    const next = [...new Set([...value, ...parts.filter((part) => number.test(part)).map(Number)])];
    setProblem(wrong.length > 0 ? 'must be a number of 0 or more' : null);
    setTyped([...wrong, rest].filter(Boolean).join(' '));
    if (next.length !== value.length) onChange(next);
  };
  const type = (text: string) => {
    const whole = /^(.*[\s,])([^\s,]*)$/s.exec(text);
    if (whole) return take(whole[1] ?? '', whole[2] ?? '');
    setProblem(null);
    setTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      take(typed, '');
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) onChange(value.slice(0, -1));
  };

  return (
    <Stack gap={6}>
      <TextInput
        label={label}
        description="Separate numbers by a comma, a space or Enter."
        inputMode="decimal"
        value={typed}
        error={problem ?? error}
        onKeyDown={onKeyDown}
        onBlur={() => typed !== '' && take(typed, '')}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {value.length > 0 && (
        <Group gap={6} component="ul" m={0} p={0} aria-label={label}>
          {value.map((one) => (
            <li key={one} style={{ listStyle: 'none' }}>
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Remove ${one}`}
                onClick={() => onChange(value.filter((other) => other !== one))}
              >
                {one} ×
              </Button>
            </li>
          ))}
        </Group>
      )}
    </Stack>
  );
}
