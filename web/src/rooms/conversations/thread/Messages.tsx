import { Anchor, Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { documentGone } from '@portal/contract/conversations/document-gone.ts';
import { sentences } from '@portal/contract/conversations/rules.ts';
import type { Message } from '@portal/contract/conversations/shapes.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Empty } from '#kit/States.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import classes from '../conversations.module.css';
import { dayWords, exactly, isSameDay, timeOfDay } from '../times.ts';
import { Spoken } from '../Spoken.tsx';
import { linked } from './linked.tsx';
import type { Pending } from './drafts.ts';
import type { NextPlace } from './next-place.ts';
import type { Sought } from './use-thread.ts';

const DocumentViewer = lazyDialog(() => import('#shared/DocumentViewer.tsx'), 'DocumentViewer');

/** Within so many pixels of the end of what is loaded, older ones are loaded (CHT-05, CCN-03). */
const threshold = 100;

/** So long the message that somebody was led to is marked. */
const markedMs = 2_500;

interface Props {
  messages: readonly Message[];
  isAll: boolean;
  sought: Sought | null;
  isLoadingOlder: boolean;
  pending: readonly Pending[];
  onOlder: () => void;
  onSeen: (msgIds: readonly number[]) => void;
  onSendAgain: (one: Pending) => void;
  onDiscard: (clientKey: string) => void;
  /** Where whoever has pressed what goes away goes on. */
  next: NextPlace;
}

/** Oldest on top, opened at the end or at the message that is sought. It stays where it is when something comes while somebody reads further up. */
export function Messages(props: Props) {
  const { messages, isAll, sought, isLoadingOlder, pending, onOlder, onSeen, onSendAgain, onDiscard, next } = props;
  const { cpId } = useViewer();
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ first: 0, last: 0, count: 0, height: 0, isAtEnd: true, goal: '' });
  const [isNewBelow, setNewBelow] = useState(false);
  const [marked, setMarked] = useState('');
  const goal = sought ? `${sought.msgId} ${sought.turn}` : '';
  const last = messages.at(-1)?.msgId ?? 0;
  const toEnd = () => {
    const box = scroller.current;
    if (box) box.scrollTop = box.scrollHeight;
    setNewBelow(false);
  };

  const goOn = () => {
    if (!next.go()) scroller.current?.focus();
  };
  /** Somebody asked for older ones: with the last of them their button goes away. */
  const wasOlder = useRef(false);
  useEffect(() => {
    if (!wasOlder.current || !isAll) return;
    wasOlder.current = false;
    if (document.activeElement === document.body) scroller.current?.focus();
  }, [isAll]);

  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const was = place.current;
    const first = messages[0]?.msgId ?? 0;
    const isOwn = messages.at(-1)?.cpId === cpId || pending.length > was.count;
    const target = goal === was.goal ? null : box.querySelector<HTMLElement>('[data-sought]');
    if (target) {
      const [at, within] = [target.getBoundingClientRect(), box.getBoundingClientRect()];
      box.scrollTop += at.top - within.top - Math.max(0, (box.clientHeight - at.height) / 2);
      place.current.isAtEnd = isAtEndOf(box);
      target.focus({ preventScroll: true });
      setMarked(goal);
    } else if (was.last === 0 || ((last > was.last || pending.length !== was.count) && (was.isAtEnd || isOwn))) toEnd();
    else if (first < was.first) box.scrollTop += box.scrollHeight - was.height;
    else if (last > was.last) setNewBelow(true);
    place.current = { ...was, first, last, count: pending.length, height: box.scrollHeight, goal };
    // oxlint-disable-next-line react/exhaustive-deps -- after each change of what is shown
  }, [messages, pending, goal]);
  useEffect(() => {
    if (marked === '') return;
    const timer = setTimeout(() => setMarked(''), markedMs);
    return () => clearTimeout(timer);
  }, [marked]);

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
    const isAtEnd = isAtEndOf(box);
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
        // It also changes by what is one's own, older or read by somebody: what is news is said beside it.
        aria-live="off"
        aria-label="Messages"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {!isAll && (
          <Group justify="center" pb="xs">
            <SubmitButton
              variant="default"
              size="compact-sm"
              busy={isLoadingOlder}
              onPress={() => {
                wasOlder.current = true;
                onOlder();
              }}
            >
              Show earlier messages
            </SubmitButton>
          </Group>
        )}
        {!isAll && <p className={classes.onPaper}>Earlier messages are not on this paper.</p>}
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
            <Shown
              key={message.msgId}
              message={message}
              isOwn={message.cpId === cpId}
              isSought={message.msgId === sought?.msgId}
              isMarked={message.msgId === sought?.msgId && marked === goal}
            />,
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
                  {/* A refusal is an alert of its own already (SOC-06). */}
                  <Text
                    size="sm"
                    className={classes.problem}
                    role={one.problem === sentences.sendFailed ? 'alert' : undefined}
                  >
                    {one.problem}
                  </Text>
                  <Group gap="xs" mt={4}>
                    <Button
                      size="compact-sm"
                      onClick={() => {
                        goOn();
                        onSendAgain(one);
                      }}
                    >
                      Try again
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => {
                        goOn();
                        onDiscard(one.clientKey);
                      }}
                    >
                      Discard
                    </Button>
                  </Group>
                </div>
              )}
            </li>
          ))}
        </ol>
      </div>
      <div className={classes.onScreen}>
        <Spoken
          lines={messages.map((one) => ({
            msgId: one.msgId,
            isOwn: one.cpId === cpId,
            words: `${one.senderName}: ${[one.message, one.isDocumentGone ? documentGone : one.document?.name].filter(Boolean).join(' ')}`,
          }))}
        />
      </div>
      {isNewBelow && (
        <Button
          className={classes.below}
          size="compact-sm"
          onClick={() => {
            toEnd();
            // In the message box a phone would lay its keyboard over what this leads to.
            scroller.current?.focus();
          }}
        >
          New messages below
        </Button>
      )}
    </div>
  );
}

const isAtEndOf = (box: HTMLElement): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < threshold;

/** Whose it is, and whether the other side has read it, depends on who wrote it (CHT-10). */
function Shown(props: { message: Message; isOwn: boolean; isSought: boolean; isMarked: boolean }) {
  const { message, isOwn, isSought, isMarked } = props;
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
      data-sought={isSought || undefined}
      data-marked={isMarked || undefined}
      tabIndex={isSought ? -1 : undefined}
    >
      <Text size="xs" c="gray.7">
        {isOwn ? (
          <>
            <span className={classes.onScreen}>You</span>
            <span className={classes.onPaper}>{message.senderName}</span>
          </>
        ) : (
          <span>{message.senderName}</span>
        )}
        {isPatient && ' (patient)'} ·{' '}
        <time dateTime={message.timeSent.toISOString()} title={exactly(message.timeSent)}>
          {timeOfDay(message.timeSent)}
        </time>
        {read && ` · ${read}`}
      </Text>
      {message.message !== '' && <p>{linked(message.message)}</p>}
      {message.document && <Attached document={message.document} />}
      {message.isDocumentGone && <p>{documentGone}</p>}
    </li>
  );
}

function Attached({ document: { docId, name } }: { document: { docId: number; name: string } }) {
  const [viewing, view] = useState<number | null>(null);
  return (
    <>
      <Anchor component="button" type="button" fz="sm" ta="left" onClick={() => view(docId)}>
        {name}
      </Anchor>
      {viewing !== null && (
        <DocumentViewer
          key={viewing}
          docId={viewing}
          title={viewing === docId ? name : undefined}
          onView={view}
          onClose={() => view(null)}
        />
      )}
    </>
  );
}
