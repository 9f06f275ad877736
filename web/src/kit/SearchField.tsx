import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (text: string) => void };

/** Narrows the list below it while somebody types. */
export function SearchField({ onChange, ...rest }: Props) {
  return (
    <TextInput
      type="search"
      label="Search"
      leftSection={<IconSearch size={16} aria-hidden />}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      {...rest}
    />
  );
}
