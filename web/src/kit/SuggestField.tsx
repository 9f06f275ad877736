import { Combobox, Text, useCombobox } from '@mantine/core';
import { plainText } from '@portal/contract/plain-text.ts';
import type { ReactNode } from 'react';
import { LimitedTextInput } from './LimitedTextInput.tsx';

/** A text that has a list to choose from; other text may be typed, and what to say about it is the form's affair. */
export function SuggestField(props: {
  label: string;
  value: string;
  options: readonly string[];
  /** Shown in the list when nothing fits what was typed; left out, there is no list then. */
  nothing?: string;
  /** The option that somebody means who typed another word for it. */
  meant?: (typed: string) => string | undefined;
  /** What stands under an option. */
  describe?: (option: string) => ReactNode;
  /** What the list is called, where the label would be taken for the field. */
  listLabel?: string;
  /** The field is there for who changes what stands in it, such as into upper case. */
  onType: (text: string, field: HTMLInputElement) => void;
  onPick: (option: string) => void;
  onBlur?: () => void;
  error?: ReactNode;
  required?: boolean;
  /** So many characters at most. */
  most?: number;
  'data-autofocus'?: boolean | undefined;
}) {
  const {
    label,
    value,
    options,
    nothing,
    meant,
    describe,
    onType,
    onPick,
    onBlur,
    error,
    required,
    most = Infinity,
  } = props;
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const wanted = plainText(value);
  const settled = options.some((option) => plainText(option) === wanted);
  const known = meant?.(value);
  const shown = settled ? options : options.filter((option) => option === known || plainText(option).includes(wanted));
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
        <LimitedTextInput
          label={label}
          value={value}
          error={error}
          required={required}
          most={most}
          data-autofocus={props['data-autofocus']}
          autoComplete="off"
          onChange={(event) => {
            onType(event.currentTarget.value, event.currentTarget);
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
      <Combobox.Dropdown hidden={shown.length === 0 && nothing === undefined}>
        {shown.length === 0 ? (
          <Combobox.Empty>
            <output>{nothing}</output>
          </Combobox.Empty>
        ) : (
          <Combobox.Options
            // Described options are few; those that scroll would want the keyboard.
            {...(!describe && { mah: 240, style: { overflowY: 'auto' } })}
            aria-label={props.listLabel ?? label}
          >
            {shown.map((option) => (
              <Combobox.Option key={option} value={option} active={option === value}>
                {option}
                {describe && (
                  <Text size="xs" c="gray.7">
                    {describe(option)}
                  </Text>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        )}
      </Combobox.Dropdown>
    </Combobox>
  );
}
