import { Button } from '@mantine/core';
import { answerProblem, type Question, wantsAnswer } from '@portal/contract/assessments/flow.ts';
import { type ReactNode, type SubmitEvent, useId, useState } from 'react';
import { tidy } from '#shared/questions/answer-text.ts';
import { QuestionInput } from '#shared/questions/QuestionInput.tsx';
import classes from '#shared/patient-page/patient-page.module.css';
import { Step } from '#shared/patient-page/Step.tsx';

/** One question, which has to be answered before the next one. */
export function Asking(props: {
  question: Question;
  /** From 1, and how many there can be at most. */
  place: number;
  most: number;
  answer: string;
  /** There are answers after it, which a change of this one leads away from. */
  hasLater: boolean;
  said: ReactNode;
  onAnswer: (answer: string) => void;
  onBack: (() => void) | null;
  onNext: () => void;
}) {
  const { question, place, most, answer, hasLater, said, onAnswer, onBack, onNext } = props;
  const { questionType: type } = question;
  const [tried, setTried] = useState(false);
  const id = useId();
  const found = answerProblem(question, tidy(type, answer));
  const problem = found === 'missing' ? 'Please answer this question.' : found;
  // Where one of several fields is wrong, or the field says itself what is, it is not said again below.
  const isSaidAtField = type === 'MedInfo' || (type === 'Numeric' && found !== 'missing');
  const isSaidBelow = tried && problem !== null && !isSaidAtField;
  const next = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (problem === null) return onNext();
    setTried(true);
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([disabled]), textarea')];
    (fields.find(({ required, value }) => required && value.trim() === '') ?? fields[0])?.focus();
  };
  const before = (
    <div className={classes.quiet}>
      <span id={`${id}place`}>
        Question {place} of {most}
      </span>
      <progress className={classes.progress} aria-labelledby={`${id}place`} value={place - 1} max={most} />
    </div>
  );
  return (
    <Step title={question.question} titleId={`${id}title`} before={before}>
      <form noValidate onSubmit={next} className={classes.screen}>
        {hasLater && (
          <p className={classes.quiet} id={`${id}later`}>
            If you change this answer, the next questions are asked again.
          </p>
        )}
        <QuestionInput
          question={question}
          answer={answer}
          onAnswer={onAnswer}
          problem={tried && isSaidAtField ? problem : null}
          labelledBy={`${id}title`}
          describedBy={[hasLater && `${id}later`, isSaidBelow && `${id}problem`].filter(Boolean).join(' ') || undefined}
          isLarge
        />
        {!wantsAnswer(type) && type !== 'Label' && (
          <p>There is nothing to fill in here. Your care team will go through this with you.</p>
        )}
        {isSaidBelow && (
          <p className={classes.problem} role="alert" id={`${id}problem`}>
            {problem}
          </p>
        )}
        <div className={classes.buttons}>
          {onBack && (
            <Button variant="default" size="lg" onClick={onBack}>
              Back
            </Button>
          )}
          <Button type="submit" size="lg">
            Next
          </Button>
        </div>
        <p className={classes.quiet}>{said}</p>
      </form>
    </Step>
  );
}
