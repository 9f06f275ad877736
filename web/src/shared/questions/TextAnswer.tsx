import { Input } from '@mantine/core';
import { useId } from 'react';
import { longest } from '@portal/contract/responses/rules.ts';
import type { AnswerProps } from './answer-props.ts';
import classes from './questions.module.css';

/** A text in the person's own words. It grows with what is typed where the browser can. */
export function TextAnswer({ answer, onAnswer, labelledBy, describedBy, problem, isLarge, readOnly }: AnswerProps) {
  const id = useId();
  const problemId = problem ? `${id}problem` : undefined;
  return (
    <div>
      <Input
        component="textarea"
        multiline
        styles={{ input: { resize: 'vertical' } }}
        rows={isLarge ? 5 : 3}
        classNames={isLarge ? { input: classes.large } : {}}
        maxLength={longest.answer}
        value={answer}
        readOnly={readOnly}
        error={Boolean(problem)}
        aria-labelledby={labelledBy}
        aria-describedby={[describedBy, problemId].filter(Boolean).join(' ') || undefined}
        // In its place stands a blank: 1|2 never becomes 12.
        onChange={(event) => onAnswer(event.currentTarget.value.replaceAll('|', ' '))}
      />
      {problem && (
        <p className={classes.problem} id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
