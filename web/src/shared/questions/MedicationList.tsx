import { Button, CloseButton, Stack } from '@mantine/core';
import { longest } from '@portal/contract/responses/rules.ts';
import { type KeyboardEvent, useRef, useState } from 'react';
import { alsoDescribedBy } from '#kit/Described.tsx';
import { StrictField, useHoldBack } from '#kit/StrictField.tsx';
import { inMedications } from '../medication-text.ts';
import type { AnswerProps } from './answer-props.ts';
import { tidy } from './answer-text.ts';
import classes from './questions.module.css';

/** The longest name. */
const longestLine = 200;

/** Names of medications, one a line (OPC-35). Enter begins the next one. */
export function MedicationList(props: AnswerProps) {
  const { answer, onAnswer, labelledBy, describedBy, problem, isLarge, readOnly } = props;
  const list = useRef<HTMLUListElement>(null);
  const lastLine = useRef<HTMLInputElement>(null);
  const lines = answer.split('|');
  // Of the whole answer, the marks between its lines included.
  const isFull = answer.length >= longest.answer;
  const over = [...tidy('MedList', answer)].length - longest.answer;
  useHoldBack(lastLine, over > 0);
  const write = (next: readonly string[]) => onAnswer(next.join('|'));
  // A line that left something out shows it alone: it stays the same one when others come or go.
  const [keys, setKeys] = useState<readonly number[]>([]);
  const free = Math.max(0, ...keys) + 1;
  const keyOf = lines.map((_, i) => keys[i] ?? free + i);
  const goTo = (line: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>('input')[line]?.focus());
  const add = (after: number) => {
    if (isFull) return;
    write(lines.toSpliced(after + 1, 0, ''));
    setKeys(keyOf.toSpliced(after + 1, 0, Math.max(...keyOf) + 1));
    goTo(after + 1);
  };
  const remove = (line: number) => {
    write(lines.toSpliced(line, 1));
    setKeys(keyOf.toSpliced(line, 1));
    goTo(Math.max(line - 1, 0));
  };
  const onKeyDown = (line: number) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (lines[line]?.trim()) add(line);
  };
  return (
    <Stack gap="xs" align="flex-start" role="group" aria-labelledby={labelledBy}>
      <ul className={classes.list} ref={list} style={{ width: '100%', maxWidth: '30rem' }}>
        {lines.map((line, i) => (
          <li key={keyOf[i]}>
            <StrictField
              ref={i === lines.length - 1 ? lastLine : undefined}
              aria-label={`Medication ${i + 1}`}
              inputContainer={alsoDescribedBy(describedBy)}
              size={isLarge ? 'lg' : 'sm'}
              allowed={inMedications}
              most={longestLine}
              readOnly={readOnly}
              value={line}
              error={i === 0 ? problem : undefined}
              onKeyDown={onKeyDown(i)}
              onChange={(text) => write(lines.map((one, at) => (at === i ? text : one)))}
            />
            {!readOnly && lines.length > 1 && (
              <CloseButton
                size={isLarge ? 'xl' : 'lg'}
                aria-label={`Remove ${line.trim() || `medication ${i + 1}`}`}
                onClick={() => remove(i)}
              />
            )}
          </li>
        ))}
      </ul>
      {!readOnly && isFull && (
        <p className={classes.problem} role="status">
          {`The list is full: it takes ${longest.answer.toLocaleString('en-US')} characters.`}
          {over > 0 && ` Please shorten it by ${over.toLocaleString('en-US')}.`}
        </p>
      )}
      {!readOnly && (
        <Button variant="default" size={isLarge ? 'md' : 'xs'} disabled={isFull} onClick={() => add(lines.length - 1)}>
          Add another medication
        </Button>
      )}
    </Stack>
  );
}
