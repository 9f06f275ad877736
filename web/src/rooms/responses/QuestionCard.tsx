import { Button, Group, Text, Title } from '@mantine/core';
import { isFlagged, type Question } from '@portal/contract/assessments/flow.ts';
import type { FlaggedAnswer } from '@portal/contract/responses/flag-endpoints.ts';
import { longest } from '@portal/contract/responses/rules.ts';
import { type ReactNode, useId } from 'react';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { DrugSearch } from '#shared/DrugSearch.tsx';
import { shownAnswer } from '#shared/questions/answer-text.ts';
import { isTable, type TableType } from '#shared/questions/answer-props.ts';
import { QuestionInput } from '#shared/questions/QuestionInput.tsx';
import { FlagNote } from './FlagNote.tsx';
import classes from './responses.module.css';

interface Props {
  question: Question;
  /** From 1, on the way. */
  place: number;
  answer: string;
  note: string;
  /** What was sent, where there is a response (the original stays in sight beside a change). */
  sent: string | null;
  problem: string | null;
  /** Others come after it on the way. */
  hasLater: boolean;
  /** How many answers a change clears. */
  clears: number;
  /** A change has just cleared so many. */
  cleared: { count: number; undo: () => void } | null;
  flag: FlaggedAnswer | undefined;
  readOnly: boolean;
  table: (type: TableType) => ReactNode;
  onAnswer: (answer: string) => void;
  onNote: (note: string) => void;
  /** Reads the answers and their flags anew. */
  onReadAgain: () => void;
}

const findDrug: Parameters<typeof QuestionInput>[0]['findDrug'] = (onPick) => <DrugSearch onPick={onPick} />;
const answers = (count: number) => (count === 1 ? '1 later answer' : `${count} later answers`);

/** One question of the way, with the clinician's note (ANS-02, ANS-07). */
export function QuestionCard(props: Props) {
  const { question, place, answer, note, sent, problem, clears, cleared, flag, readOnly } = props;
  const id = useId();
  const { questionNum, questionType: type } = question;
  const flagged = isFlagged(question, answer);
  // What was closed is the answer that was sent; another one that is flagged is open anew.
  const closed = flagged && flag?.closedAt && sent === answer ? flag : null;
  const warning = clears > 0 && !readOnly ? `${id}warning` : undefined;
  const info = question.additionalInfo === '' ? undefined : `${id}info`;
  const isChanged = sent !== null && sent !== answer && !isTable(type) && type !== 'Label';
  return (
    <li
      className={classes.card}
      data-question={questionNum}
      data-flagged={closed ? 'closed' : flagged || undefined}
      data-missing={problem !== null || undefined}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Title order={3} size="h4" id={`${id}title`}>
          <span className={classes.number}>{place}. </span>
          <span className={classes.words}>{question.question}</span>
        </Title>
        <Text span size="sm" className={classes.flag} role="status" miw="max-content">
          {closed ? '⚑ Flag closed' : flagged && '⚑ Flagged'}
        </Text>
      </Group>
      {info && (
        <p className={classes.info} id={info}>
          {question.additionalInfo}
        </p>
      )}
      <QuestionInput
        question={question}
        answer={answer}
        onAnswer={props.onAnswer}
        labelledBy={`${id}title`}
        describedBy={[info, warning].filter(Boolean).join(' ') || undefined}
        problem={problem}
        readOnly={readOnly}
        findDrug={findDrug}
        table={props.table}
      />
      {/* It comes with the focus, and must not move what is just being pressed: its place is kept, from the next question on. */}
      {(props.hasLater || warning) && !readOnly && (
        <Text size="sm" c="gray.7" id={warning} className={classes.warning}>
          {warning && `Changing this answer clears the ${answers(clears)}.`}
        </Text>
      )}
      {isChanged && (
        <Text size="sm">
          <Text span c="gray.7">
            Sent answer:{' '}
          </Text>
          {shownAnswer(type, sent) || 'none'}
        </Text>
      )}
      {cleared && (
        <Group gap="xs" role="status">
          <Text size="sm" fw={500}>
            {answers(cleared.count)} {cleared.count === 1 ? 'was' : 'were'} cleared.
          </Text>
          <Button variant="default" size="compact-sm" onClick={cleared.undo}>
            Undo
          </Button>
        </Group>
      )}
      {flag && (
        <FlagNote
          flag={flag}
          sent={sent}
          asText={(answer) => shownAnswer(type, answer)}
          onReadAgain={props.onReadAgain}
        />
      )}
      <LimitedTextarea
        label="Note"
        aria-label={`Note on question ${place}`}
        size="xs"
        rows={note === '' ? 1 : 2}
        most={longest.note}
        value={note}
        readOnly={readOnly}
        onChange={(event) => props.onNote(event.currentTarget.value)}
      />
    </li>
  );
}
