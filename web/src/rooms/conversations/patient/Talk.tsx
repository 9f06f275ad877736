import { Button, Textarea } from '@mantine/core';
import { documentGone } from '@portal/contract/conversations/document-gone.ts';
import { type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { documentWaitMs } from '#api/exchange.ts';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { newKey } from '#api/new-key.ts';
import { isUnanswered, tellsOfKey } from '#api/unanswered.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { alsoDescribedBy } from '#kit/Described.tsx';
import { Notice } from '#kit/Notice.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { isOver } from '#shared/patient-page/ask.ts';
import page from '#shared/patient-page/patient-page.module.css';
import { Contact } from '#shared/patient-page/Contact.tsx';
import { Problem } from '#shared/patient-page/Problem.tsx';
import { Step } from '#shared/patient-page/Step.tsx';
import { TextMessages } from '#shared/patient-page/TextMessages.tsx';
import { Spoken } from '../Spoken.tsx';
import { ask, type Opened, type Said } from './calls.ts';
import { OwnDocument } from './OwnDocument.tsx';
import classes from './talk.module.css';

/** Their page looks for news so often. */
const everyMs = 15_000;
const pageSize = 25;
const longestMessage = 4_000;
const notSent = 'Your message could not be sent. Please press “Send” again.';
const notKnown =
  'It is not known whether your message was sent. Please press “Send” again without changing it: it is sent only once.';

/**
 * What is being written, and the key under which a message was sent of which nobody knows whether it has arrived: the same words again
 * are the same message, which is stored once.
 */
export interface Writing {
  text: string;
  intended: { text: string; clientKey: string } | null;
}
const has = <K extends string>(what: unknown, ...names: K[]): what is Record<K, unknown> =>
  typeof what === 'object' && what !== null && names.every((name) => name in what);
export const isWriting = (what: unknown): what is Writing =>
  has(what, 'text', 'intended') &&
  typeof what.text === 'string' &&
  (what.intended === null ||
    (has(what.intended, 'text', 'clientKey') &&
      [what.intended.text, what.intended.clientKey].every((text) => typeof text === 'string')));

/** The messages, oldest on top, and the box to answer. */
export function Talk(props: {
  code: string;
  opened: Opened;
  writing: Writing;
  onWriting: (writing: Writing) => void;
  /** The link died meanwhile. */
  onDead: (sentence: string) => void;
  /** The date of birth is asked for anew. */
  onClosed: (sentence: string) => void;
}) {
  const { code, opened, writing, onWriting, onDead, onClosed } = props;
  const { text } = writing;
  const { pass, hearsWhatWasShown } = opened;
  const [said, setSaid] = useState<readonly Said[] | null>(null);
  const [isMore, setMore] = useState(false);
  /** Why the messages cannot be read, which the next look may change, and why one was not sent. */
  const [unread, setUnread] = useState<string | null>(null);
  const [unsent, setUnsent] = useState(writing.intended?.text === text.trim() ? notKnown : null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const end = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const isTooLong = tooLong(text, longestMessage);
  /** What stands on the page, the newest first; and of which messages the server has answered that it knows they do. */
  const shown = useRef<readonly Said[]>([]);
  const told = useRef(new Set<number>());
  /** Another one whenever messages of others have come onto the page. */
  const [news, setNews] = useState<object | null>(null);
  const take = useCallback((came: readonly Said[]) => {
    const before = new Set(shown.current.map(({ msgId }) => msgId));
    if (came.some(({ msgId, isOwn }) => !isOwn && !before.has(msgId))) setNews({});
    setSaid((before) => {
      const all = new Map([...(before ?? []), ...came].map((one) => [one.msgId, one]));
      return [...all.values()].toSorted((a, b) => a.msgId - b.msgId);
    });
  }, []);
  const failed = useCallback(
    (failure: unknown) => {
      if (!isOver(failure)) setUnread(sentenceOf(failure));
      else if (isNotThere(failure)) onDead(sentenceOf(failure));
      else onClosed(sentenceOf(failure));
    },
    [onDead, onClosed],
  );
  const read = useCallback(
    async (msg_start: number, seenTo = shown.current.find(({ isOwn }) => !isOwn)?.msgId ?? 0, msg_limit = pageSize) => {
      const body = { code, pass, msg_start, msg_limit, ...(hearsWhatWasShown && { seenTo }) };
      const { messages, isMore: more } = await ask('readOwnMessages', body);
      for (const { msgId } of messages) if (msgId <= seenTo) told.current.add(msgId);
      take(messages);
      return more;
    },
    [code, pass, hearsWhatWasShown, take],
  );
  /**
   * Says that messages were shown, from the newest on of which the server has not answered that it knows so: its place moves as others come.
   * None is asked for that does not stand on the page, since that would come onto it.
   */
  const tell = useCallback(
    (from = 0) => {
      if (!hearsWhatWasShown || document.visibilityState === 'hidden') return;
      const start = shown.current.findIndex(({ msgId, isOwn }) => !isOwn && !told.current.has(msgId));
      // Where this is lost, the next look says it too, or else what is wrong.
      if (start >= from) read(start, undefined, Math.min(pageSize, shown.current.length - start)).catch(() => {});
    },
    [hearsWhatWasShown, read],
  );
  useEffect(() => {
    let isFirst = true;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      // What begins with the newest is said by the look itself.
      tell(1);
      read(0).then(
        (more) => {
          if (isFirst) setMore(more);
          isFirst = false;
          setUnread(null);
        },
        (failure: unknown) => failed(failure),
      );
    };
    look();
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [read, tell, failed]);
  useEffect(() => {
    shown.current = said?.toReversed() ?? [];
  }, [said]);
  useEffect(() => {
    if (news) tell();
  }, [news, tell]);
  const count = said?.length ?? 0;
  const last = said?.at(-1)?.msgId;
  useEffect(() => {
    if (last !== undefined) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);

  const send = async (event: SubmitEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (isTooLong) field.current?.focus();
    if (busy || isTooLong || message === '') return;
    const before = writing.intended?.text === message ? writing.intended : null;
    const intended = before ?? { text: message, clientKey: newKey() };
    onWriting({ text, intended });
    setBusy(true);
    setUnsent(null);
    try {
      const reply = await ask('sendOwnMessage', { code, pass, message, clientKey: intended.clientKey });
      take([reply.message]);
      onWriting({ text: '', intended: null });
    } catch (failure) {
      const isLost = isUnanswered(failure);
      // A limit tells for how long.
      const isLimit = failure instanceof CallFailure && failure.status === 429;
      // This try has not arrived; of one before it nothing is known still.
      if (!isLost) onWriting({ text, intended: before });
      if (isOver(failure)) failed(failure);
      else if (isLost || (before && !tellsOfKey(failure) && !isLimit)) setUnsent(notKnown);
      else setUnsent(failure instanceof CallFailure ? sentenceOf(failure) : notSent);
    } finally {
      setBusy(false);
    }
  };
  const showEarlier = async () => {
    try {
      // Of these none is on the page yet.
      const more = await read(count, 0);
      setMore(more);
      // With the last of them the button goes away.
      if (!more) log.current?.focus();
    } catch (failure) {
      failed(failure);
    }
  };
  const openDocument = (docId: number) => ask('openOwnDocument', { code, pass, docId }, { waitMs: documentWaitMs });

  return (
    <Step title={opened.topic}>
      <p className={page.quiet}>
        With {opened.careTeam || 'your care team'}. In an emergency, call your local emergency number.
      </p>
      {isMore && (
        <Button variant="default" onClick={() => void showEarlier()}>
          Show earlier messages
        </Button>
      )}
      {unread && <Notice tone="error">{unread}</Notice>}
      {said === null && !unread ? (
        <p role="status">Loading…</p>
      ) : (
        // What is news of it is said below; the rest is older, or read by somebody.
        <div ref={log} tabIndex={-1} role="log" aria-live="off" aria-label="Messages">
          <ol className={classes.messages}>
            {said?.map((one) => (
              <li key={one.msgId} className={classes.message} data-own={one.isOwn || undefined}>
                <span className={page.quiet}>
                  {one.isOwn ? 'You' : one.senderName} · {asClinicTime(new Date(one.timeSent))}
                  {one.isOwn && one.isReadByCareTeam && ' · Read'}
                </span>
                {one.message !== '' && <p>{one.message}</p>}
                {one.document && <OwnDocument {...one.document} onOpen={openDocument} onOver={failed} />}
                {one.isDocumentGone && <p>{documentGone}</p>}
              </li>
            ))}
          </ol>
        </div>
      )}
      <Spoken
        lines={
          said &&
          said.map(({ msgId, isOwn, senderName, message, document: paper, isDocumentGone }) => ({
            msgId,
            isOwn,
            words: `${senderName}: ${[message, isDocumentGone ? documentGone : paper?.name].filter(Boolean).join(' ')}`,
          }))
        }
      />
      <div ref={end} />
      <form noValidate onSubmit={(event) => void send(event)} className={page.screen}>
        <Textarea
          ref={field}
          size="lg"
          label="Your message"
          rows={3}
          error={isTooLong}
          value={text}
          inputContainer={alsoDescribedBy(unsent ? `${id}said` : undefined)}
          readOnly={busy}
          onChange={(event) => onWriting({ ...writing, text: event.currentTarget.value })}
        />
        <Problem id={`${id}said`} text={unsent} />
        <div className={page.buttons}>
          <SubmitButton size="lg" busy={busy}>
            Send
          </SubmitButton>
        </div>
      </form>
      <Contact />
      {typeof opened.takesTexts === 'boolean' && (
        <TextMessages
          takesTexts={opened.takesTexts}
          onChoose={(takesTexts) => ask('chooseTexts', { code, pass, takesTexts })}
          onOver={failed}
        />
      )}
    </Step>
  );
}
