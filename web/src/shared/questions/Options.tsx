import { useId } from 'react';
import type { AnswerProps } from './answer-props.ts';
import classes from './questions.module.css';
import { valuesOf } from './answer-text.ts';

/** One of several options, or with `Checkbox` any of them. Whatever the order of pressing, they are kept in that of the question. */
export function Options({
  question,
  answer,
  onAnswer,
  labelledBy,
  describedBy,
  problem,
  isLarge,
  readOnly,
}: AnswerProps) {
  const id = useId();
  const isMany = question.questionType === 'Checkbox';
  const chosen = isMany ? valuesOf(answer) : [answer];
  const press = (option: string) => {
    if (!isMany) return onAnswer(option);
    const now = chosen.includes(option) ? chosen.filter((one) => one !== option) : [...chosen, option];
    onAnswer(question.options.filter((one) => now.includes(one)).join('|'));
  };
  const problemId = problem ? `${id}problem` : undefined;
  return (
    <div>
      <div
        className={classes.options}
        data-large={isLarge || undefined}
        role={isMany ? 'group' : 'radiogroup'}
        aria-labelledby={labelledBy}
        aria-describedby={[describedBy, problemId].filter(Boolean).join(' ') || undefined}
      >
        {question.options.map((option) => (
          <label key={option} className={classes.option}>
            <input
              type={isMany ? 'checkbox' : 'radio'}
              name={id}
              value={option}
              checked={chosen.includes(option)}
              disabled={readOnly}
              onChange={() => press(option)}
            />
            <span>{option}</span>
          </label>
        ))}
      </div>
      {problem && (
        <p className={classes.problem} id={problemId}>
          {problem}
        </p>
      )}
    </div>
  );
}
