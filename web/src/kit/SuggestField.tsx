import { Combobox, TextInput, useCombobox } from '@mantine/core';
import type { ReactNode } from 'react';

/** A text that has a list to choose from; other text may be typed, and what to say about it is the form's affair. */
export function SuggestField(props: {
  label: string;
  value: string;
  options: readonly string[];
  /** Shown in the list when nothing fits what was typed. */
  nothing: string;
  onType: (text: string) => void;
  onPick: (option: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  maxLength?: number;
}) {
  const { label, value, options, nothing, onType, onPick, onBlur, error, required, maxLength } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const wanted = value.trim().toLowerCase();
  const settled = options.some((option) => option.toLowerCase() === wanted);
  const shown = settled ? options : options.filter((option) => option.toLowerCase().includes(wanted));
  return (
    <Combobox
      store={combobox}
      transitionProps={{ duration: 0 }}
      onOptionSubmit={(option) => {
        onPick(option);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target>
        <TextInput
          label={label}
          value={value}
          error={error}
          required={required}
          maxLength={maxLength}
          autoComplete="off"
          onChange={(event) => {
            onType(event.currentTarget.value);
            combobox.openDropdown();
            combobox.resetSelectedOption();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown();
            onBlur?.();
          }}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        {shown.length === 0 ? (
          <Combobox.Empty>
            <output>{nothing}</output>
          </Combobox.Empty>
        ) : (
          <Combobox.Options mah={240} style={{ overflowY: 'auto' }} aria-label={label}>
            {shown.map((option) => (
              <Combobox.Option key={option} value={option} active={option === value}>
                {option}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
