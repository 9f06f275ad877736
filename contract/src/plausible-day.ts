/** Days that people type for what expires or begins: in any year beyond these a digit was mistyped. */
import { day } from './wire.ts';

const [earliest, latest] = ['1900-01-01', '2199-12-31'];

/** Days compare as text. */
export const implausibleDayProblem = (value: string): string | null =>
  value < earliest || value > latest ? 'must lie between 01-Jan-1900 and 31-Dec-2199' : null;

export const plausibleDay = day.superRefine((value, context) => {
  const message = implausibleDayProblem(value);
  if (message) context.addIssue({ code: 'custom', message });
});
