import { mostOfRecurrence, recurrenceOf } from '../assessments/recurrence.ts';
import { z } from 'zod';

/** SCH-05, SCH-07. */
export const recurrence = z
  .string()
  .refine(
    (value) => recurrenceOf(value) !== null,
    `must be a whole number from 1 to ${mostOfRecurrence} and d, w or M`,
  );

/** OPC-20. */
export const daysUntilDue = 1;
/** SCH-03, OPC-61. */
export const scheduleStatuses = ['Active', 'Blocked'] as const;
/** A calendar shows so many days at most. */
export const longestCalendar = 366;
/** Whoever is asked so long after the moment, because no server was up, gets no message of it (REL-14). */
export const tellsWithinMinutes = 60;
