import { z } from 'zod';
import { mostOfRecurrence } from '../assessments/recurrence.ts';
import { text } from '../wire.ts';

/** SCH-05. */
export const noRecurrence = `must be a whole number from 1 to ${mostOfRecurrence} and d, w or M`;
/**
 * SCH-07. A trigger may have made it longer than a person may set (CGW-15): sent back as it was read, it is the same as before, so the
 * bound is asked for where that is known.
 */
export const recurrence = z.string().regex(/^[1-9]\d{0,3}[dwM]$/, noRecurrence);

/** By its name of the IANA, as browsers tell it: `Pacific/Auckland`. */
export const zone = text(64).refine(isZone, 'must be a time zone as Europe/London');
function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** OPC-20. */
export const daysUntilDue = 1;
/** SCH-03, OPC-61. */
export const scheduleStatuses = ['Active', 'Blocked'] as const;
/** A calendar shows so many days at most. */
export const longestCalendar = 366;
/** Whoever is asked so long after the moment, because no server was up, gets no message of it (REL-14). */
export const tellsWithinMinutes = 60;
