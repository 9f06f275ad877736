import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type Answer, afterChange, type Question, questionsOf, walk } from '@portal/contract/assessments/flow.ts';
import { useState } from 'react';
import { Notice } from '#kit/Notice.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { tidy } from '#shared/questions/answer-text.ts';
import { isTable } from '#shared/questions/answer-props.ts';
import { QuestionInput } from '#shared/questions/QuestionInput.tsx';
import { Flag } from './BranchEditor.tsx';
import classes from './builder.module.css';
import type { Draft } from './graph-edit.ts';

/** Answers the assessment as a patient would, without the notes of clinicians; nothing is kept. */
export function Preview(props: { draft: Draft; hasProblems: boolean; onClose: () => void }) {
  const { draft, hasProblems, onClose } = props;
  const questions = questionsOf(draft);
  /** As they are typed; what they mean is asked of them without blanks. */
  const [answers, setAnswers] = useState<Answer[]>([]);
  const types = new Map(questions.map(({ questionNum, questionType }) => [questionNum, questionType]));
  const tidied = answers.map(({ questionNum, answer }) => ({
    questionNum,
    answer: tidy(types.get(questionNum) ?? 'TextInput', answer),
  }));
  const { shown, flagged, wrong, isFinished } = walk(questions, tidied);
  const answer = (given: Answer) => setAnswers(afterChange(questions, answers, given));
  return (
    <Sheet opened onClose={onClose} title="Preview" size="xl">
      <Stack gap="lg">
        {hasProblems && (
          <Notice tone="warning">This assessment has problems: a patient could not answer it like this.</Notice>
        )}
        <ol aria-label="Questions of the preview" className={classes.list}>
          {shown.map((question) => (
            <li key={question.questionNum}>
              <Asked
                question={question}
                answer={answers.find(({ questionNum }) => questionNum === question.questionNum)?.answer ?? ''}
                problem={wrong.find(({ questionNum }) => questionNum === question.questionNum)?.message ?? null}
                isFlagged={flagged.includes(question.questionNum)}
                onAnswer={answer}
              />
            </li>
          ))}
        </ol>
        <Text role="status" fw={500}>
          {isFinished && shown.length > 0 ? 'The assessment ends here.' : ''}
        </Text>
        <Group justify="space-between" gap="sm">
          <Button variant="default" onClick={() => setAnswers([])}>
            Start again
          </Button>
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    </Sheet>
  );
}

function Asked(props: {
  question: Question;
  answer: string;
  problem: string | null;
  isFlagged: boolean;
  onAnswer: (answer: Answer) => void;
}) {
  const { question, answer, problem, isFlagged, onAnswer } = props;
  const { questionNum } = question;
  return (
    <Stack gap="xs">
      <Title order={3} id={`preview-${questionNum}`} style={{ whiteSpace: 'pre-wrap' }}>
        {isFlagged && <Flag />}
        {question.question || 'No text yet'}
      </Title>
      <QuestionInput
        question={question}
        answer={answer}
        labelledBy={`preview-${questionNum}`}
        problem={problem}
        onAnswer={(given) => onAnswer({ questionNum, answer: given })}
      />
      {isTable(question.questionType) && <Text c="gray.7">Here the patient’s own list is filled in.</Text>}
    </Stack>
  );
}
