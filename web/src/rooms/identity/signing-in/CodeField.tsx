import { TextInput } from '@mantine/core';

/** Six digits and nothing else; leading zeros are kept (MFA-04, OPN-85). The field sets no limit: it would cut "123 456" before its space is gone. */
export function CodeField(props: { value: string; error: string | null; onChange: (code: string) => void }) {
  const { value, error, onChange } = props;
  return (
    <TextInput
      label="Authentication code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      error={error}
      errorProps={{ role: 'alert' }}
      data-autofocus
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the step has this one field, and came up because of what the person did
      autoFocus
      onChange={(event) => onChange(event.currentTarget.value.replace(/\D/g, '').slice(0, 6))}
    />
  );
}
