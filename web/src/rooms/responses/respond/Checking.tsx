import { Button } from '@mantine/core';
import { type Question, wantsAnswer } from '@portal/contract/assessments/flow.ts';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { shownAnswer } from '#shared/questions/answer-text.ts';
import classes from '#shared/patient-page/patient-page.module.css';
import { Problem } from '#shared/patient-page/Problem.tsx';
import { Step } from '#shared/patient-page/Step.tsx';

/** What was answered, once more, before it is sent. */
export function Checking(props: {
  shown: readonly Question[];
  answerOf: (questionNum: number) => string;
  busy: boolean;
  problem: string | null;
  /** They may have arrived already. */
  mayBeSent: boolean;
  /** Leads back to a question. */
  onChange: (place: number) => void;
  onSend: () => void;
}) {
  const { shown, answerOf, busy, problem, mayBeSent, onChange, onSend } = props;
  return (
    <Step title="Check your answers">
      <p>{!mayBeSent && 'Nobody has seen them yet. '}Press “Send” when they are correct.</p>
      <dl className={classes.answers}>
        {shown.map(
          ({ questionNum, question, questionType }, i) =>
            wantsAnswer(questionType) && (
              <div key={questionNum}>
                <dt>{question}</dt>
                <dd>
                  <span>{shownAnswer(questionType, answerOf(questionNum))}</span>
                  <Button
                    variant="default"
                    aria-label={`Change: ${question}`}
                    disabled={busy}
                    onClick={() => onChange(i)}
                  >
                    Change
                  </Button>
                </dd>
              </div>
            ),
        )}
      </dl>
      <Problem text={problem} />
      <div className={classes.buttons}>
        <Button variant="default" size="lg" disabled={busy} onClick={() => onChange(shown.length - 1)}>
          Back
        </Button>
        <SubmitButton size="lg" busy={busy} onPress={onSend}>
          Send
        </SubmitButton>
      </div>
    </Step>
  );
}
