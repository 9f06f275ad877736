import { useCallback, useEffect, useState } from 'react';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { Failed, Loading } from '#kit/States.tsx';
import { BirthDate } from '#shared/patient-page/BirthDate.tsx';
import { Contact } from '#shared/patient-page/Contact.tsx';
import { begunBefore, forgetCode, keepBegun } from '#shared/patient-page/link-code.ts';
import { Step } from '#shared/patient-page/Step.tsx';
import { ask, type Opened } from './calls.ts';
import { isWriting, Talk, type Writing } from './Talk.tsx';

type View =
  | { is: 'looking' }
  | { is: 'birth'; again?: string }
  | { is: 'failed'; why: string }
  | { is: 'dead'; why: string }
  | { is: 'open'; opened: Opened };

/** A patient's side of one conversation, behind the link of a notice. */
export default function TalkScreen({ code }: { code: string }) {
  const [view, setView] = useState<View>({ is: 'looking' });
  const [problem, setProblem] = useState<{ said: string; isWrong: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  // It outlives the pass and a reload: whoever has to enter the date of birth again finds it as it was.
  const [writing, setWriting] = useState<Writing>(() => begunBefore(isWriting) ?? { text: '', intended: null });
  const write = (now: Writing) => {
    setWriting(now);
    keepBegun(now.text === '' && !now.intended ? null : now);
  };
  const end = useCallback((why: string) => {
    forgetCode();
    setView({ is: 'dead', why });
  }, []);
  const isLooking = view.is === 'looking';
  useEffect(() => {
    if (!isLooking) return;
    ask('lookAtConversation', { code }).then(
      () => setView({ is: 'birth' }),
      (failure: unknown) => {
        if (isNotThere(failure)) end(sentenceOf(failure));
        else setView({ is: 'failed', why: sentenceOf(failure) });
      },
    );
  }, [code, isLooking, end]);
  const open = async (birthDate: string) => {
    setBusy(true);
    setProblem(null);
    try {
      setView({ is: 'open', opened: await ask('openConversation', { code, birthDate }) });
    } catch (failure) {
      if (isNotThere(failure)) end(sentenceOf(failure));
      else setProblem({ said: wordsOf(failure), isWrong: isWrongDay(failure) });
    } finally {
      setBusy(false);
    }
  };
  switch (view.is) {
    case 'looking':
      return <Loading />;
    case 'failed':
      return <Failed message={view.why} onRetry={() => setView({ is: 'looking' })} />;
    case 'birth':
      return (
        <BirthDate
          title="Your messages"
          problem={problem?.said ?? view.again ?? null}
          isWrong={problem?.isWrong ?? false}
          busy={busy}
          onDay={(day) => void open(day)}
        >
          Your care team has written to you. Please enter your date of birth first.
        </BirthDate>
      );
    case 'open':
      return (
        <Talk
          code={code}
          opened={view.opened}
          writing={writing}
          onWriting={write}
          onDead={end}
          onClosed={(again) => setView({ is: 'birth', again })}
        />
      );
    case 'dead':
      return (
        <Step title="Your messages">
          <p>{view.why}</p>
          <Contact />
        </Step>
      );
  }
}

const isWrongDay = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === 'conversation.wrong_birth_date';

/** How often it may be tried yet. */
function wordsOf(failure: unknown): string {
  const sentence = sentenceOf(failure);
  const left = failure instanceof CallFailure ? failure.detail.triesLeft : undefined;
  return typeof left === 'number' ? `${sentence} ${left === 1 ? '1 try' : `${left} tries`} left.` : sentence;
}
