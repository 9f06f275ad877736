import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { CallFailure, saysNothing, sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import classes from './patient-page.module.css';

const notKnown = 'It is not known whether this was saved. Please press the button again: it is done only once.';

/** A patient stops text messages, after a question, or allows them again. */
export function TextMessages(props: {
  takesTexts: boolean;
  onChoose: (takesTexts: boolean) => Promise<{ takesTexts: boolean }>;
  /** The link has ended, or the date of birth has to be entered again. */
  onOver: (failure: unknown) => void;
}) {
  const { takesTexts, onChoose, onOver } = props;
  const [view, setView] = useState<keyof typeof words>(takesTexts ? 'taken' : 'stopped');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const first = useRef(view);
  const isThere = useRef(true);
  const id = useId();
  useEffect(() => {
    isThere.current = true;
    return () => void (isThere.current = false);
  }, []);
  // What was pressed is gone with its view; the new sentence is read out.
  useEffect(() => {
    if (view !== first.current) said.current?.focus();
    first.current = view;
  }, [view]);
  const show = (next: typeof view) => {
    setProblem(null);
    setView(next);
  };
  const choose = async (wants: boolean) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      show((await onChoose(wants)).takesTexts ? 'allowed' : 'stopped');
    } catch (failure) {
      // The page may have sent its answers meanwhile.
      if (!isThere.current) return;
      if (isOver(failure)) onOver(failure);
      else setProblem(isUnanswered(failure) ? notKnown : sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  const button = { variant: 'default', size: 'lg', 'aria-describedby': problem ? `${id}problem` : undefined } as const;
  return (
    <details className={classes.texts}>
      <summary>Text messages</summary>
      <div className={classes.screen}>
        <p ref={said} tabIndex={-1}>
          {words[view]}
        </p>
        <p className={classes.problem} role="alert" id={`${id}problem`}>
          {problem}
        </p>
        <div className={classes.buttons}>
          {(view === 'taken' || view === 'allowed') && (
            <Button {...button} onClick={() => show('asked')}>
              Stop text messages
            </Button>
          )}
          {view === 'asked' && (
            <>
              <Button {...button} disabled={busy} onClick={() => show('taken')}>
                Keep them
              </Button>
              <SubmitButton {...button} busy={busy} onPress={() => void choose(false)}>
                Stop them
              </SubmitButton>
            </>
          )}
          {view === 'stopped' && (
            <SubmitButton {...button} busy={busy} onPress={() => void choose(true)}>
              Allow them again
            </SubmitButton>
          )}
        </div>
      </div>
    </details>
  );
}

const words = {
  taken: 'Your care team may send you text messages: when it has questions for you, or has written to you.',
  asked:
    'Stop all text messages from your care team? It can then no longer tell you by text of new questions and messages. Emails are not affected.',
  stopped:
    'Text messages are stopped. Your care team sends you none. You can allow them again here for as long as this link works.',
  allowed: 'Text messages are allowed again. Your care team may send you some.',
};

/** Where there is nothing to choose, the link is good all the same. */
const isOver = (failure: unknown): boolean =>
  failure instanceof CallFailure &&
  (failure.status === 403 || (failure.status === 404 && failure.code !== 'not_found' && !saysNothing(failure)));
