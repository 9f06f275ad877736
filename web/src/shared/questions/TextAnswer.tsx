import { Input } from '@mantine/core';
import { useId, useRef } from 'react';
import { longest } from '@portal/contract/responses/rules.ts';
import { Described } from '#kit/Described.tsx';
import { useHoldBack } from '#kit/StrictField.tsx';
import { tooLong } from '#kit/too-long.ts';
import type { AnswerProps } from './answer-props.ts';
import classes from './questions.module.css';

/** A text in the person's own words. It grows with what is typed where the browser can. */
export function TextAnswer({ answer, onAnswer, labelledBy, describedBy, isLarge, readOnly, ...props }: AnswerProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isTooLong = tooLong(answer, longest.answer);
  useHoldBack(field, isTooLong !== undefined);
  const problem = isTooLong ?? props.problem;
  const problemId = problem ? `${id}problem` : undefined;
  return (
    <div>
      <Described by={[describedBy, problemId].filter(Boolean).join(' ')}>
        <Input
          component="textarea"
          ref={field}
          multiline
          styles={{ input: { resize: 'vertical' } }}
          rows={isLarge ? 5 : 3}
          classNames={isLarge ? { input: classes.large } : {}}
          value={answer}
          readOnly={readOnly}
          error={Boolean(problem)}
          aria-labelledby={labelledBy}
          // In its place stands a blank: 1|2 never becomes 12.
          onChange={(event) => onAnswer(event.currentTarget.value.replaceAll('|', ' '))}
        />
      </Described>
      {problem && (
        <p className={classes.problem} id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
