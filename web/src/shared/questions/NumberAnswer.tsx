import { messages, numberOf, rangeOf, spansOf } from '@portal/contract/assessments/flow.ts';
import { alsoDescribedBy } from '#kit/Described.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import type { AnswerProps } from './answer-props.ts';
import { useSettled } from './settled.ts';

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
  // Whoever typed one that lies within what is told is told where nothing is taken.
  const isWithin = wrong !== null && value !== null && told.some((span) => span.low < value && value < span.high);
  const below = Math.max(...ranges.map((range) => range.high).filter((bound) => value !== null && bound < value));
  const above = Math.min(...ranges.map((range) => range.low).filter((bound) => value !== null && bound > value));
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
      description={isWithin ? `${hint}, but none between ${below} and ${above}` : hint}
      error={wrong ?? problem}
      errorProps={{ 'aria-live': 'polite' }}
      aria-labelledby={labelledBy}
      inputContainer={alsoDescribedBy(describedBy)}
      inputWrapperOrder={['description', 'input', 'error']}
      onChange={(event) => onAnswer(event.currentTarget.value)}
    />
  );
}
