import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { isOffline, isUnanswered } from '#api/unanswered.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { isOver } from './ask.ts';
import { Problem } from './Problem.tsx';
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
  /** What is being asked for: texts, or none. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const first = useRef(view);
  const isThere = useRef(true);
  /** A try got no answer, and may have arrived. */
  const mayBeDone = useRef(false);
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
    if (asked !== null) return;
    setAsked(wants);
    setProblem(null);
    try {
      const chosen = await onChoose(wants);
      mayBeDone.current = false;
      show(chosen.takesTexts ? 'allowed' : 'stopped');
    } catch (failure) {
      // The page may have sent its answers meanwhile.
      if (!isThere.current) return;
      mayBeDone.current ||= isUnanswered(failure);
      if (isOver(failure)) onOver(failure);
      // Without a network nothing is learnt of an earlier try.
      else if (isUnanswered(failure) || (isOffline(failure) && mayBeDone.current)) setProblem(notKnown);
      else setProblem(sentenceOf(failure));
    } finally {
      setAsked(null);
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
        <Problem id={`${id}problem`} text={problem} />
        <div className={classes.buttons}>
          {(view === 'taken' || view === 'allowed') && (
            <Button {...button} onClick={() => show('asked')}>
              Stop text messages
            </Button>
          )}
          {view === 'asked' && (
            <>
              <SubmitButton
                {...button}
                busy={asked === true}
                ready={asked !== false}
                // They may be stopped by now: then keeping them has to be sent as well.
                onPress={() => (mayBeDone.current ? void choose(true) : show('taken'))}
              >
                Keep them
              </SubmitButton>
              <SubmitButton
                {...button}
                busy={asked === false}
                ready={asked !== true}
                onPress={() => void choose(false)}
              >
                Stop them
              </SubmitButton>
            </>
          )}
          {view === 'stopped' && (
            <SubmitButton {...button} busy={asked === true} onPress={() => void choose(true)}>
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
