import { Textarea } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { isSendable, longest } from '@portal/contract/conversations/rules.ts';
import { IconSend } from '@tabler/icons-react';
import { type ReactNode, type RefCallback, useRef } from 'react';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import classes from '../conversations.module.css';

/** Enter sends, with Shift it begins a new line. Empty text is not sent (OPC-74). */
export function SendBox(props: {
  text: string;
  onText: (text: string) => void;
  onSend: (text: string) => void;
  /** What stands there is on its way, and stays until it is through. */
  busy?: boolean;
  label?: string;
  /** What becomes of what is written. */
  says?: string | undefined;
  before?: ReactNode;
  /** Takes the field, for what leads to it. */
  place?: RefCallback<HTMLTextAreaElement>;
}) {
  const { text, onText, onSend, busy = false, label = 'Message', says, before, place } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldAndPlace = useMergedRef(field, place);
  const length = [...text.trim()].length;
  const send = () => {
    field.current?.focus();
    if (!busy && isSendable(text)) onSend(text.trim());
  };
  return (
    <form
      className={classes.send}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={fieldAndPlace}
        aria-label={label}
        description={says}
        placeholder="Write a message"
        rows={2}
        readOnly={busy}
        value={text}
        error={
          length > longest.message &&
          `The message is too long (maximum is 4,000 characters, it has ${length.toLocaleString('en')}).`
        }
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {before}
      <SubmitButton busy={busy} leftSection={<IconSend size={16} aria-hidden />}>
        Send
      </SubmitButton>
    </form>
  );
}
