import { messages, numberOf, type Range, rangeOf, spansOf } from '@portal/contract/assessments/flow.ts';
import { alsoDescribedBy } from '#kit/Described.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import type { AnswerProps } from './answer-props.ts';
import { useSettled } from './settled.ts';

/** Where one range ends and the next has not begun yet. */
const holesIn = (options: readonly string[]): Range[] => {
  const pieces = spansOf(options, 0);
  return pieces.slice(1).map(({ low }, i) => ({ low: pieces[i]?.high ?? low, high: low }));
};

/** OPC-27: the numbers that are taken lie in the ranges of its options. */
export function NumberAnswer(props: AnswerProps) {
  const { question, answer, onAnswer, labelledBy, describedBy, problem, isLarge, readOnly } = props;
  const ranges = question.options.map(rangeOf).filter((range) => range !== null);
  const isSettled = useSettled(answer);
  const typed = answer.trim();
  const value = numberOf(typed);
  const isTaken = value !== null && ranges.some(({ low, high }) => low <= value && value <= high);
  const wrong = typed !== '' && !isTaken && isSettled ? messages.number : null;
  const low = Math.min(...ranges.map((range) => range.low));
  const high = Math.max(...ranges.map((range) => range.high));
  const spans = spansOf(question.options);
  // Of many the outermost bounds alone, so that it can be read.
  const told = spans.length > 3 ? [{ low, high }] : spans;
  const hint =
    told.length > 0 ? `From ${told.map((span) => `${span.low} to ${span.high}`).join(', or from ')}` : undefined;
  // Nothing is taken between them, though it lies within what is told. Of many only the one that was met is named.
  const holes = holesIn(question.options).filter((hole) =>
    told.some((span) => span.low <= hole.low && hole.high <= span.high),
  );
  const met = holes.filter((hole) => wrong !== null && value !== null && hole.low < value && value < hole.high);
  const named = holes.length > 2 ? met : holes;
  const isWhole = told === spans;
  const but = named.map((hole) => `between ${hole.low} and ${hole.high}`).join(', or ');
  const description = but
    ? `${hint}, but ${isWhole ? 'no fractions' : 'none'} ${but}`
    : isWhole && holes.length > 0
      ? `${hint}. Please answer in whole numbers.`
      : hint;
  return (
    <LimitedTextInput
      w={isLarge ? '100%' : '16rem'}
      maw="100%"
      size={isLarge ? 'xl' : 'sm'}
      // A keyboard of digits alone has no minus on some phones.
      inputMode={low < 0 ? 'text' : 'decimal'}
      autoComplete="off"
      most={30}
      value={answer}
      readOnly={readOnly}
      description={description}
      error={wrong ?? problem}
      errorProps={{ 'aria-live': 'polite' }}
      aria-labelledby={labelledBy}
      inputContainer={alsoDescribedBy(describedBy)}
      inputWrapperOrder={['description', 'input', 'error']}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}
