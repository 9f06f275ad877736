import { Text } from '@mantine/core';
import type { Question } from '@portal/contract/assessments/flow.ts';
import { shownAnswer } from '#shared/questions/answer-text.ts';
import classes from './responses.module.css';
import type { Response } from './work.ts';

/** Answers that were sent and lie off the way of the changed ones: they stay in sight. */
export function SentAnswers({ response, shown }: { response: Response; shown: readonly Question[] }) {
  const numbers = new Set(shown.map(({ questionNum }) => questionNum));
  const off = response.answers.filter(({ questionNum, answer }) => answer !== '' && !numbers.has(questionNum));
  if (off.length === 0) return null;
  return (
    <section aria-label="Sent answers to questions that are no longer asked">
      <Text fw={500} mt="md" size="sm">
        Sent answers to questions that are no longer asked
      </Text>
      <ul>
        {off.map(({ questionNum, question, questionType, answer }) => (
          <li key={questionNum}>
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <span className={classes.words}>{question}</span>
              <br />
              Answer: {shownAnswer(questionType, answer)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}
