/** Days that people type for what expires or begins: in any year beyond these a digit was mistyped. */
import { day } from './wire.ts';

const [earliest, latest] = ['1900-01-01', '2199-12-31'];

const problem = 'must lie between 01-Jan-1900 and 31-Dec-2199';

/** Days compare as text. What the server answers is about a field; a form names the field, and has a sentence. */
export const implausibleDayProblem = (value: string, field?: string): string | null => {
  if (value >= earliest && value <= latest) return null;
  return field === undefined ? problem : `${field} ${problem}.`;
};

export const plausibleDay = day.superRefine((value, context) => {
  const message = implausibleDayProblem(value);
  if (message) context.addIssue({ code: 'custom', message });
});
