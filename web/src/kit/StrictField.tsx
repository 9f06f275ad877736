import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

/** What a field takes of what is typed, and what it says of the rest. */
export interface Allowed {
  keep: (typed: string) => string;
  /** Every character that is not taken. */
  refused: RegExp;
  /** Such as "Digits only". */
  only: string;
  /** What is to be looked at then, where it is no number. */
  check?: string;
}

type Props = Omit<TextInputProps, 'value' | 'onChange'> & {
  allowed: Allowed;
  value: string;
  onChange: (kept: string) => void;
};

/** A field that leaves out what it does not allow and says so, until it is emptied, or changed once it was left: 1.5 must not become 15 unseen. */
export function StrictField({ allowed, value, onChange, onBlur, error, ...rest }: Props) {
  const [leftOut, setLeftOut] = useState<string | null>(null);
  /** What the field held when it was left; null until then, and while what is left out in it is new. */
  const [heldWhenLeft, setHeldWhenLeft] = useState<string | null>(null);
  const leaveOut = (text: string) => {
    setLeftOut(text);
    setHeldWhenLeft(null);
  };
  const note =
    leftOut !== null &&
    (heldWhenLeft ?? value) === value &&
    `${allowed.only}: “${leftOut}” was left out. Please check ${allowed.check ?? 'the number'}.`;
  const refusedIn = (text: string): string => [...new Set(text.match(allowed.refused))].join('');
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={value}
      error={
        note && error && heldWhenLeft !== null ? (
          <>
            {note}
            <br />
            {error}
          </>
        ) : (
          note || error
        )
      }
      onPaste={(event) => {
        const text = event.clipboardData.getData('text').trim();
        if (refusedIn(text) === '' && text.length <= (rest.maxLength ?? text.length)) return;
        event.preventDefault();
        leaveOut(text.length > 20 ? `${text.slice(0, 20)}…` : text);
      }}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        // Spaces around what is pasted are nobody's mistake.
        const isPasted = (event.nativeEvent as InputEvent).inputType === 'insertFromPaste';
        const refused = refusedIn(isPasted ? typed.trim() : typed);
        if (refused !== '') leaveOut(refused);
        else if (typed === '' || (isPasted && value === '') || heldWhenLeft !== null) setLeftOut(null);
        onChange(allowed.keep(typed));
      }}
      onBlur={(event) => {
        setHeldWhenLeft(value);
        onBlur?.(event);
      }}
    />
  );
}
