import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { Message } from '@portal/contract/conversations/shapes.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Empty } from '#kit/States.tsx';
import { openDocument } from './open-document.ts';
import classes from '../conversations.module.css';
import { dayWords, exactly, isSameDay, timeOfDay } from '../times.ts';
import { linked } from './linked.tsx';
import type { Pending } from './drafts.ts';

/** Within so many pixels of the end of what is loaded, older ones are loaded (CHT-05, CCN-03). */
const threshold = 100;

interface Props {
  messages: readonly Message[];
  isAll: boolean;
  isLoadingOlder: boolean;
  pending: readonly Pending[];
  onOlder: () => void;
  onSeen: (msgIds: readonly number[]) => void;
  onSendAgain: (one: Pending) => void;
  onDiscard: (clientKey: string) => void;
}

/** Oldest on top. It stays where it is when something comes while somebody reads further up. */
export function Messages(props: Props) {
  const { messages, isAll, isLoadingOlder, pending, onOlder, onSeen, onSendAgain, onDiscard } = props;
  const { cpId } = useViewer();
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ first: 0, last: 0, count: 0, height: 0, isAtEnd: true });
  const [isNewBelow, setNewBelow] = useState(false);
  const last = messages.at(-1)?.msgId ?? 0;
  const toEnd = () => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    setNewBelow(false);
  };

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const was = place.current;
    const first = messages[0]?.msgId ?? 0;
    const isOwn = messages.at(-1)?.cpId === cpId || pending.length > was.count;
    if (was.last === 0 || ((last > was.last || pending.length !== was.count) && (was.isAtEnd || isOwn))) toEnd();
    else if (first < was.first) box.scrollTop += box.scrollHeight - was.height;
    else if (last > was.last) setNewBelow(true);
    place.current = { ...was, first, last, count: pending.length, height: box.scrollHeight };
    // oxlint-disable-next-line react/exhaustive-deps -- after each change of what is shown
  }, [messages, pending]);

  const see = () => {
    const box = scroller.current;
    if (!box || document.visibilityState === 'hidden') return;
    const { top, bottom } = box.getBoundingClientRect();
    const seen = [...box.querySelectorAll<HTMLElement>('[data-unread]')].filter((one) => {
      const at = one.getBoundingClientRect();
      return at.bottom >= top && at.top <= bottom;
    });
    onSeen(seen.map(({ dataset }) => Number(dataset['unread'])));
  };
  useEffect(() => {
    see();
    document.addEventListener('visibilitychange', see);
    return () => document.removeEventListener('visibilitychange', see);
  });
  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < threshold;
    place.current.isAtEnd = isAtEnd;
    if (isAtEnd) setNewBelow(false);
    if (box.scrollTop < threshold && !isAll) onOlder();
    see();
  };

  return (
    <div className={classes.pane}>
      <div
        className={classes.messages}
        ref={scroller}
        onScroll={onScroll}
        role="log"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {!isAll && (
          <Group justify="center" pb="xs">
            <Button variant="default" size="compact-sm" loading={isLoadingOlder} onClick={onOlder}>
              Show earlier messages
            </Button>
          </Group>
        )}
        {messages.length === 0 && pending.length === 0 && <Empty message="Nothing has been written yet." />}
        <ol>
          {messages.flatMap((message, at) => [
            ...(isSameDay(message.timeSent, messages[at - 1]?.timeSent)
              ? []
              : [
                  <li key={`day ${message.msgId}`} className={classes.day}>
                    {dayWords(message.timeSent)}
                  </li>,
                ]),
            <Shown key={message.msgId} message={message} isOwn={message.cpId === cpId} />,
          ])}
          {pending.map((one) => (
            <li key={one.clientKey} className={classes.message} data-side="care_provider" data-own>
              <VisuallyHidden>You: </VisuallyHidden>
              <p>{one.text}</p>
              {one.problem === null ? (
                <Text size="xs" c="gray.7">
                  Sending…
                </Text>
              ) : (
                <div>
                  <Text size="sm" className={classes.problem} role={one.problem === '' ? undefined : 'alert'}>
                    {one.problem || 'Not sent.'}
                  </Text>
                  <Group gap="xs" mt={4}>
                    <Button size="compact-sm" onClick={() => onSendAgain(one)}>
                      Try again
                    </Button>
                    <Button size="compact-sm" variant="default" onClick={() => onDiscard(one.clientKey)}>
                      Discard
                    </Button>
                  </Group>
                </div>
              )}
            </li>
          ))}
        </ol>
      </div>
      {isNewBelow && (
        <Button className={classes.below} size="compact-sm" onClick={toEnd}>
          New messages below
        </Button>
      )}
    </div>
  );
}

/** Whose it is, and whether the other side has read it, depends on who wrote it (CHT-10). */
function Shown({ message, isOwn }: { message: Message; isOwn: boolean }) {
  const isPatient = message.cpId === null;
  const read = isPatient
    ? message.readByProvider && 'Read by the care team'
    : message.readByPatient
      ? 'Read by the patient'
      : message.readByProvider && 'Seen by the care team';
  return (
    <li
      className={classes.message}
      data-side={isPatient ? 'patient' : 'care_provider'}
      data-own={isOwn || undefined}
      data-unread={message.readByMe ? undefined : message.msgId}
    >
      <Text size="xs" c="gray.7">
        <span>{isOwn ? 'You' : message.senderName}</span>
        {isPatient && ' (patient)'} ·{' '}
        <time dateTime={message.timeSent.toISOString()} title={exactly(message.timeSent)}>
          {timeOfDay(message.timeSent)}
        </time>
        {read && ` · ${read}`}
      </Text>
      {message.message !== '' && <p>{linked(message.message)}</p>}
      {message.document && <Attached document={message.document} />}
    </li>
  );
}

function Attached({ document: { docId, name } }: { document: { docId: number; name: string } }) {
  return (
    <Anchor component="button" type="button" fz="sm" ta="left" onClick={() => void openDocument(docId)}>
      {name}
    </Anchor>
  );
}
