/** Calls from the portal to a patient (DMO-05 to DMO-10, OPC-83). */
import { patientAccess } from '../patients/access.ts';

export const callAccess = patientAccess;
export const outcomes = ['Reached', 'No answer', 'Left a message', 'Wrong number'] as const;
export type Outcome = (typeof outcomes)[number];
/** DMO-09. */
export const longest = { alternateNumber: 20, note: 1_000, clientName: 100 } as const;
/** A call is not longer. */
export const longestCallSeconds = 24 * 3_600;

/** DMO-08: the number as the line is asked for it: +1 and its digits. Null where it is none. */
export function dialled(typed: string): string | null {
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return digits.length === 10 ? `+1${digits}` : null;
}
/** DMO-09: as an alternate number is typed. */
export const alternateProblem = (typed: string): string | null =>
  typed.trim() === ''
    ? 'Alternate number is required'
    : typed.trim().length > longest.alternateNumber || !/^\d{3}-\d{3}-\d{4}$/.test(typed.trim())
      ? 'Alternate number must be in the form ddd-ddd-dddd'
      : null;

/** DMO-07, CCN-18: MM:SS, the hours in front where there are any. */
export function durationWords(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${two(hours)}:${rest}` : rest;
}
