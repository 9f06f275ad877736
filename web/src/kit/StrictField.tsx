import { TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, type RefObject, useEffect, useRef, useState } from 'react';
import { tooLong } from './too-long.ts';

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
  /** So many characters at most: a longer text is refused, and not cut as by `maxLength`, which is for a few digits. */
  most?: number;
  value: string;
  onChange: (kept: string) => void;
  ref?: Ref<HTMLInputElement> | undefined;
};

/** What was left out and is yet to be looked at. */
interface LeftOut {
  text: string;
  /** What the field shows meanwhile. */
  kept: string;
  /** It was left with it, or kept its form from being sent. */
  isLookedAt: boolean;
  /** The form was to be sent with it. */
  isHeldBack: boolean;
}

/** Marks what is sent like a form and cannot be one, as it has forms in it: it asks with a `submit` event of its own (`maySend`). */
export const actsAsForm = 'data-acts-as-form';
/** Whether none of the fields in it holds it back. */
export const maySend = (element: HTMLElement | null): boolean =>
  element?.dispatchEvent(new Event('submit', { cancelable: true })) ?? true;

/** While it holds, the form around the field is not sent, whichever key or button asks for that: the field is gone to instead. */
export function useHoldBack(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  holds: boolean,
  onHeld?: () => void,
): void {
  const held = useRef(onHeld);
  useEffect(() => {
    held.current = onHeld;
  });
  useEffect(() => {
    const form = field.current?.form ?? field.current?.closest(`[${actsAsForm}]`);
    if (!holds || !form) return;
    // The form's own handler hears of it further up, and must not.
    const holdBack = (event: Event) => {
      // A form that lies within what acts as one is not held back by it.
      if (event.target !== form) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      held.current?.();
      field.current?.focus();
    };
    form.addEventListener('submit', holdBack);
    return () => form.removeEventListener('submit', holdBack);
  }, [field, holds]);
}

/**
 * A field that leaves out what it does not allow and says so, until it is emptied, or changed once it was left or held its form
 * back: 1.5 must not become 15 unseen. As long as it says so the form around it is not sent, whichever key or button asks for
 * that, and the field hands on nothing but an empty text: what somebody else keeps of it, a draft for one, would outlive the
 * warning. No form has to think of it.
 */
export function StrictField({ allowed, most = Infinity, value, onChange, onBlur, onKeyDown, ref, ...rest }: Props) {
  const [said, setLeftOut] = useState<LeftOut | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // The form has put another value in its place.
  const hasOtherValue = said !== null && value !== '';
  if (hasOtherValue) setLeftOut(null);
  const leftOut = hasOtherValue ? null : said;
  const shown = leftOut ? leftOut.kept : value;
  const isTooLong = tooLong(shown, most);
  const error = isTooLong ?? rest.error;
  const note =
    leftOut &&
    `${allowed.only}: “${leftOut.text}” was left out. Please check ${allowed.check ?? 'the number'}${leftOut.isLookedAt ? ', and change it or enter it again' : ''}.`;
  const leaveOut = (text: string, kept: string) => {
    setLeftOut({ text, kept, isLookedAt: false, isHeldBack: false });
    onChange('');
  };
  const look = () => setLeftOut((now) => now && { ...now, isLookedAt: true });
  const refusedIn = (text: string): string => [...new Set(text.match(allowed.refused))].join('');
  // Nothing can be read wrongly into an empty field: it is told once, and may then stay empty.
  const holds = isTooLong !== undefined || (leftOut !== null && !(leftOut.isHeldBack && leftOut.kept === ''));
  useHoldBack(input, holds, () => setLeftOut((now) => now && { ...now, isLookedAt: true, isHeldBack: true }));
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      ref={useMergedRef(input, ref)}
      value={shown}
      error={
        // What else is wrong is wrong of an empty field.
        note && error && leftOut.isLookedAt && shown === '' ? (
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
        if (rest.readOnly || (refusedIn(text) === '' && text.length <= (rest.maxLength ?? text.length))) return;
        event.preventDefault();
        leaveOut(text.length > 20 ? `${text.slice(0, 20)}…` : text, shown);
      }}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        // Spaces around what is pasted are nobody's mistake.
        const isPasted = (event.nativeEvent as InputEvent).inputType === 'insertFromPaste';
        const refused = refusedIn(isPasted ? typed.trim() : typed);
        const kept = allowed.keep(typed);
        if (refused !== '') return leaveOut(refused, kept);
        const isMended = typed === '' || (isPasted && shown === '') || leftOut?.isLookedAt;
        setLeftOut(leftOut && !isMended ? { ...leftOut, kept } : null);
        onChange(leftOut && !isMended ? '' : kept);
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        // A list that takes what stands here on Enter shows it; what comes into the field next is new.
        if (event.key === 'Enter' && event.defaultPrevented) look();
      }}
      onBlur={(event) => {
        look();
        onBlur?.(event);
      }}
    />
  );
}
