import { TextInput, type TextInputProps } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { onPageKey } from './page-keys.ts';
import classes from './SearchField.module.css';

type Props = Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (text: string) => void };

/** Narrows the list below it while somebody types. "/" leads to the first one of the page. */
export function SearchField({ value, onChange, ...rest }: Props) {
  useEffect(() => onPageKey(onSlash), []);
  return (
    <TextInput
      type="search"
      label="Search"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        value === '' && (
          <span className={classes.key} aria-hidden>
            /
          </span>
        )
      }
      autoComplete="off"
      aria-keyshortcuts="/"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // The first press empties it; then the keys are the list's again.
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape' && value === '') currentTarget.blur();
      }}
      {...rest}
    />
  );
}

/** Leads the keyboard to the search of the page, or of the section that a press comes from, where that has its own. */
export function focusSearch(from?: Element): void {
  const field =
    from?.closest('section')?.querySelector<HTMLInputElement>('[type="search"]') ??
    document.querySelector<HTMLInputElement>('[aria-keyshortcuts="/"]') ??
    document.querySelector<HTMLInputElement>('[type="search"]');
  field?.focus();
  field?.select();
}

/** The sign itself is not typed into the field. */
function onSlash(event: KeyboardEvent): void {
  if (event.key !== '/') return;
  event.preventDefault();
  focusSearch();
}
