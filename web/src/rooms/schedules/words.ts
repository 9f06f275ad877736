/** How a patient's schedules say things. */
import { inWords, type Unit } from '@portal/contract/assessments/recurrence.ts';

/** "Within 1 day" below a date would read as the time that is left until then. */
export const timeToAnswer = (dueDescription: string): string =>
  dueDescription.replace(/^Within (\d+ days?)$/, '$1 to answer');

/** A workflow may ask less often than a person may set. */
export const wordsOf = (recurrence: string): string => {
  const [, every, unit] = /^(\d+)([dwM])$/.exec(recurrence) ?? [];
  return unit ? inWords({ every: Number(every), unit: unit as Unit }) : recurrence;
};

/** A number as it was answered: it may have more decimals than numbers are shown with otherwise. */
export const shownNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 20 });
