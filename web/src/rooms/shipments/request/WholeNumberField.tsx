import { TextInput, type TextInputProps } from '@mantine/core';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (typed: string) => void };

/** An amount, which stays as it was typed until the person corrects it (SHC-08, SHC-09, PKG-06); a negative one is 0 (DOC-24). */
export function WholeNumberField({ onChange, ...rest }: Props) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      required
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        if (Number(event.currentTarget.value) < 0) onChange('0');
      }}
      {...rest}
    />
  );
}
