import { afterChange, type Answer, type Question, walk, wantsAnswer } from '@portal/contract/assessments/flow.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { isOffline, isUnanswered, tellsOfKey } from '#api/unanswered.ts';
import { isOver } from '#shared/patient-page/ask.ts';
import { TextMessages } from '#shared/patient-page/TextMessages.tsx';
import { tidy } from '#shared/questions/answer-text.ts';
import { type Ground, standingIn, useKeeping } from '../keeping.ts';
import { KeptAloud } from '../KeptAloud.tsx';
import { Asking } from './Asking.tsx';
import { ask, type Opened } from './calls.ts';
import { Checking } from './Checking.tsx';
import { Elsewhere, type Found, Unread } from './Elsewhere.tsx';
import { usePlace } from './places.ts';
import { longestFrom } from './steps.ts';
import { together } from './together.ts';

/** What a patient has answered so far, and where they are: after the last question at the check. */
export interface Typed {
  answers: readonly Answer[];
  place: number;
  ground: Ground<readonly Answer[]>;
}

interface Props {
  code: string;
  opened: Opened;
  /** From before the date of birth was entered again. */
  typed: Typed | null;
  /** It has to be entered again. */
  onClosed: (typed: Typed, sentence: string) => void;
  onSent: () => void;
  /** The link died meanwhile. */
  onDead: (sentence: string) => void;
}

const notSent = 'Your answers could not be sent. Nothing is lost: please press “Send” again.';
const notKnown =
  'It is not known whether your answers have arrived. Please press “Send” again: they are sent only once.';
const perhapsSent = 'This link no longer works. Your answers may have arrived already. Please ask your care team.';

/** The questions, one a screen, from where the patient left off. */
export function Answers({ code, opened, typed, onClosed, onSent, onDead }: Props) {
  const { pass } = opened;
  // The clinician's part of a question stays on the server.
  const [questions] = useState<Question[]>(() =>
    opened.questions.map((question) => ({ ...question, flagged: [], additionalInfo: '' })),
  );
  const [answers, setAnswers] = useState<readonly Answer[]>(typed?.answers ?? opened.answers);
  const kept = useKeeping(
    async (now: readonly Answer[], from) => {
      const goesOnFrom = from && from.toISOString();
      const { savedAt } = await ask('keepOwnDraft', { code, pass, answers: [...now], goesOnFrom });
      return new Date(savedAt);
    },
    typed?.ground ?? { base: standsIn(opened), lost: null },
  );
  /** Answers of before that cannot be shown; of them nobody is told "Saved.", which would be of what the page shows. */
  const [isUnread, setUnread] = useState(opened.unreadable === true);
  const isShownSaved =
    kept.state.is === 'saved' && !(opened.unreadable && kept.state.at.toISOString() === opened.savedAt);
  const isUnsaved = ['waiting', 'saving', 'failed'].includes(kept.state.is);
  // Asked by itself: what a form of the portal asks counts for somebody who is signed in.
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
  const keep = (now: readonly Answer[]) => kept.keep(sentOf(questions, now));
  const answerOf = (questionNum: number) => answers.find((one) => one.questionNum === questionNum)?.answer ?? '';
  const { shown, isFinished } = walk(questions, answers);
  /** After the last one comes the check; where its answer cannot be, or leads nowhere yet, it is not done. */
  const last = isFinished ? shown.length : shown.length - 1;
  const answered = 1 + shown.map(({ questionNum }) => answerOf(questionNum) !== '').lastIndexOf(true);
  const [place, setPlace] = usePlace(typed?.place ?? Math.min(answered, last), last);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [found, setFound] = useState<readonly Found[] | null>(null);
  const tries = useRef({ at: null as Date | null });
  /** A try got no answer, and may have arrived. */
  const [mayBeSent, setMayBeSent] = useState(false);
  const change = (questionNum: number, answer: string) => {
    const now = afterChange(questions, answers, { questionNum, answer });
    tries.current.at = null;
    setProblem(null);
    setAnswers(now);
    keep(now);
  };
  /** Another device has kept other answers: what was answered here stays beside them (REL-07). */
  const takeOver = ({ draft, savedAt }: Standing) => {
    if (!draft) {
      setUnread(true);
      kept.goOnFrom({ what: [], savedAt });
      return keep(answers);
    }
    const before = kept.ground().base?.what ?? [];
    const now = together(questions, { before, here: answers, there: draft.answers });
    kept.goOnFrom({ what: draft.answers, savedAt });
    tries.current.at = null;
    setAnswers(now.answers);
    if (now.found) setFound(now.found);
    const way = walk(questions, now.answers);
    setPlace(Math.min(place, way.isFinished ? way.shown.length : way.shown.length - 1));
    keep(now.answers);
  };

  // What the last pass did not keep any more.
  useEffect(() => {
    if (typed) keep(typed.answers);
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it is there again
  }, []);
  const end = (failure: unknown) => {
    if (isClosed(failure)) onClosed({ answers, place, ground: kept.ground() }, sentenceOf(failure));
    // The first try may have arrived, though its answer did not.
    else onDead(mayBeSent ? perhapsSent : sentenceOf(failure));
  };
  const keepOn = () => keep(answers);
  /** For what is asked meanwhile: by then more may be answered. */
  const latest = useRef({ end, keepOn, takeOver });
  useLayoutEffect(() => {
    latest.current = { end, keepOn, takeOver };
  });
  const endOnceStill = (failure: unknown) => void kept.stop().then(() => latest.current.end(failure));
  // While the answers are sent none of them is changed: the browser's Back leads to a question once that is over.
  const question = busy ? undefined : shown[place];
  const unkept = kept.state.is === 'failed' ? kept.state.failure : null;
  useEffect(() => {
    if (!unkept || busy) return;
    const standing = standingIn<NonNullable<Standing['draft']>>(unkept);
    if (standing) takeOver(standing);
    // At the check after a try that may have arrived, the next press tells whether it has.
    else if (isOver(unkept) && !(mayBeSent && !question)) endOnceStill(unkept);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each draft that was refused
  }, [unkept]);

  const send = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const standing = standingIn<NonNullable<Standing['draft']>>(await kept.stop());
    if (standing) {
      setBusy(false);
      return latest.current.takeOver(standing);
    }
    tries.current.at ??= serverNow();
    try {
      const time_completed = tries.current.at.toISOString();
      await ask('sendOwnResponse', { code, pass, answers: sentOf(questions, answers), time_completed });
      onSent();
    } catch (failure) {
      const status = failure instanceof CallFailure ? failure.status : 0;
      if (isOver(failure)) latest.current.end(failure);
      else {
        const isLost = isUnanswered(failure);
        if (isLost) setMayBeSent(true);
        const saysWhy = isOffline(failure) || status === 400 || status === 409;
        if (isLost || (mayBeSent && !tellsOfKey(failure))) setProblem(notKnown);
        else setProblem(saysWhy ? sentenceOf(failure) : notSent);
        setBusy(false);
        latest.current.keepOn();
      }
    }
  };

  return (
    <>
      <KeptAloud state={kept.state} />
      {isUnread && <Unread />}
      {found && <Elsewhere found={found} />}
      {question ? (
        <Asking
          key={question.questionNum}
          question={question}
          place={place + 1}
          most={place + longestFrom(questions, question.questionNum)}
          answer={answerOf(question.questionNum)}
          hasLater={shown.slice(place + 1).some((later) => answerOf(later.questionNum) !== '')}
          said={
            isShownSaved
              ? 'Saved. You can close this page and go on later.'
              : kept.state.is === 'failed' && 'Not saved yet. Please keep this page open.'
          }
          onAnswer={(answer) => change(question.questionNum, answer)}
          onBack={place > 0 ? () => setPlace(place - 1) : null}
          onNext={() => setPlace(place + 1)}
        />
      ) : (
        <Checking
          shown={shown}
          answerOf={answerOf}
          busy={busy}
          problem={problem}
          mayBeSent={mayBeSent}
          onChange={(to) => {
            setProblem(null);
            setPlace(to);
          }}
          onSend={() => void send()}
        />
      )}
      {typeof opened.takesTexts === 'boolean' && (
        <TextMessages
          takesTexts={opened.takesTexts}
          onChoose={(takesTexts) => ask('chooseTexts', { code, pass, takesTexts })}
          onOver={endOnceStill}
        />
      )}
    </>
  );
}

interface Standing {
  draft: { answers: readonly Answer[] } | null;
  savedAt: Date;
}
/** What was kept before the page was opened. */
const standsIn = ({ answers, savedAt }: Opened) =>
  savedAt === null ? null : { what: answers, savedAt: new Date(savedAt) };

/** The link is good; the date of birth was entered too long ago. */
const isClosed = (failure: unknown): boolean =>
  isOver(failure) && failure instanceof CallFailure && failure.status === 403;

/** The answers of the way, as far as it goes. */
const sentOf = (questions: readonly Question[], answers: readonly Answer[]): Answer[] =>
  walk(questions, answers)
    .shown.filter(({ questionType }) => wantsAnswer(questionType))
    .map(({ questionNum, questionType }) => {
      const given = answers.find((one) => one.questionNum === questionNum)?.answer ?? '';
      return { questionNum, answer: tidy(questionType, given) };
    })
    .filter(({ answer }) => answer !== '');
