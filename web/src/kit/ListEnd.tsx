import { Group, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { SubmitButton } from './SubmitButton.tsx';

/** A list of which the server has more than is here. */
export interface Beyond {
  /** There are more than are here. */
  more: boolean;
  isLoading: boolean;
  load: () => Promise<unknown>;
}

/** Below a list that did not come whole: how many are here, and a way to the next ones (OPS-23). */
export function ListEnd(props: {
  shown: number;
  /** What they are, such as "past shipments". */
  things: string;
  /** Which those are that are not here. */
  others: 'older' | 'more';
  /** What else is to know while some are missing. */
  hint?: string;
  beyond: Beyond;
}) {
  const { shown, things, others, hint, beyond } = props;
  const line = useRef<HTMLParagraphElement>(null);
  /** How many there were when others were asked for, and how many those were. */
  const [asked, setAsked] = useState<{ from: number; added: number | null } | null>(null);
  const [failed, setFailed] = useState(false);
  const { more, isLoading } = beyond;
  if (asked?.added === null && !isLoading && shown > asked.from) setAsked({ ...asked, added: shown - asked.from });
  const load = async () => {
    setAsked({ from: shown, added: null });
    setFailed(false);
    await beyond.load().catch(() => setFailed(true));
  };
  const wasAsked = asked !== null;
  // Where the button goes away with the last of them, the keyboard would be nowhere.
  useEffect(() => {
    if (wasAsked && !more && !isLoading) line.current?.focus();
  }, [wasAsked, more, isLoading]);
  if (!more && !wasAsked) return null;
  const count = `${shown.toLocaleString('en')} ${things}`;
  return (
    <Group gap="sm" px="md" py="xs">
      <Text ref={line} size="sm" c="gray.7" tabIndex={-1}>
        {more ? `Showing ${count}. There are ${others === 'more' ? 'more' : 'older ones'}.` : `Showing all ${count}.`}
        {more && hint && ` ${hint}`}
      </Text>
      {more && (
        <SubmitButton variant="default" size="compact-sm" busy={isLoading} onPress={() => void load()}>
          Show {others}
        </SubmitButton>
      )}
      {failed && (
        <Text size="sm" c="red.9" role="alert">
          They could not be loaded. Please try again.
        </Text>
      )}
      <VisuallyHidden component="output">
        {asked?.added ? `${asked.added.toLocaleString('en')} ${others} added to the list.` : ''}
      </VisuallyHidden>
    </Group>
  );
}
