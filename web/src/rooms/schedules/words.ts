/** How a patient's schedules say things. */
import { inWords, type Unit } from '@portal/contract/assessments/recurrence.ts';

/** A workflow may ask less often than a person may set. */
export const wordsOf = (recurrence: string): string => {
  const [, every, unit] = /^(\d+)([dwM])$/.exec(recurrence) ?? [];
  return unit ? inWords({ every: Number(every), unit: unit as Unit }) : recurrence;
};
