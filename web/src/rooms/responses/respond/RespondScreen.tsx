import { responses } from '@portal/contract/responses/room.ts';
import { useCallback, useEffect, useState } from 'react';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { Failed, Loading } from '#kit/States.tsx';
import { Answers, type Typed } from './Answers.tsx';
import { BirthDate } from '#shared/patient-page/BirthDate.tsx';
import { ask, type Opened } from './calls.ts';
import { Contact } from '#shared/patient-page/Contact.tsx';
import { forgetCode } from '#shared/patient-page/link-code.ts';
import { Step } from '#shared/patient-page/Step.tsx';

type View =
  | { is: 'looking' | 'sent' }
  | { is: 'birth'; again?: string }
  | { is: 'failed'; why: string }
  | { is: 'dead'; why: string }
  | { is: 'open'; opened: Opened };

const dead = responses.failures['respond.unknown'].message;

/** A patient's answers to one assessment, behind the link of a reminder. */
export function RespondScreen({ code }: { code: string | null }) {
  const [view, setView] = useState<View>(code ? { is: 'looking' } : { is: 'dead', why: dead });
  const [problem, setProblem] = useState<{ said: string; isWrong: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  // It outlives the pass: whoever has to enter the date of birth again finds it as it was.
  const [typed, setTyped] = useState<Typed | null>(null);
  const end = useCallback((next: View) => {
    forgetCode();
    setView(next);
  }, []);
  const isLooking = view.is === 'looking';
  useEffect(() => {
    if (!code || !isLooking) return;
    ask('lookAtCode', { code }).then(
      () => setView({ is: 'birth' }),
      (failure: unknown) => {
        if (isNotThere(failure)) end({ is: 'dead', why: sentenceOf(failure) });
        else setView({ is: 'failed', why: sentenceOf(failure) });
      },
    );
  }, [code, isLooking, end]);

  const open = async (birthDate: string) => {
    if (!code) return;
    setBusy(true);
    setProblem(null);
    try {
      setView({ is: 'open', opened: await ask('openAssessment', { code, birthDate }) });
    } catch (failure) {
      if (isNotThere(failure)) end({ is: 'dead', why: sentenceOf(failure) });
      else setProblem({ said: await wordsOf(failure), isWrong: isWrongDay(failure) });
    } finally {
      setBusy(false);
    }
  };
  /** How often it may be tried yet. */
  const wordsOf = async (failure: unknown): Promise<string> => {
    const sentence = sentenceOf(failure);
    if (!code || !isWrongDay(failure)) return sentence;
    const told = failure.detail.triesLeft;
    const left = typeof told === 'number' ? told : await triesLeft(code);
    return left === null ? sentence : `${sentence} ${left === 1 ? '1 try' : `${left} tries`} left.`;
  };

  switch (view.is) {
    case 'looking':
      return <Loading />;
    case 'failed':
      return <Failed message={view.why} onRetry={() => setView({ is: 'looking' })} />;
    case 'birth':
      return (
        <BirthDate
          title="Your assessment"
          problem={problem?.said ?? view.again ?? null}
          isWrong={problem?.isWrong ?? false}
          busy={busy}
          onDay={(day) => void open(day)}
        >
          Your care team would like to know how you are. Please enter your date of birth first.
        </BirthDate>
      );
    case 'open':
      return (
        <Answers
          code={code ?? ''}
          opened={view.opened}
          typed={typed}
          onClosed={(now, again) => {
            setTyped(now);
            setView({ is: 'birth', again });
          }}
          onSent={() => end({ is: 'sent' })}
          onDead={(why) => end({ is: 'dead', why })}
        />
      );
    case 'sent':
      return (
        <Step title="Thank you">
          <p>Your answers were sent to your care team. You can close this page.</p>
          {/* Nobody may be reading them now. */}
          <p>In an emergency, call your local emergency number.</p>
          <Contact />
        </Step>
      );
    case 'dead':
      return (
        <Step title="Your assessment">
          <p>{view.why}</p>
          <Contact />
        </Step>
      );
  }
}

const isWrongDay = (failure: unknown): failure is CallFailure =>
  failure instanceof CallFailure && failure.code === 'respond.wrong_birth_date';

const triesLeft = (code: string): Promise<number | null> =>
  ask('lookAtCode', { code }).then(
    (reply) => reply.triesLeft,
    () => null,
  );
