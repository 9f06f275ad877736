/** What triggers a part of a workflow. */
import { z } from 'zod';

/** CGW-12: documents know no other. */
export const triggerTypes = ['Time'] as const;

/** CGW-15: days, weeks and months, the latter in upper case. */
export const triggerUnits = { d: 'Days', w: 'Weeks', M: 'Months' } as const;
export type TriggerUnit = keyof typeof triggerUnits;

/** Of what somebody says of a trigger. */
export const longestTriggerDescription = 500;

const noValue = 'must be a whole number from 1 and d, w or M, such as 3d';
/** `3d`, `2w`, `1M`: a whole number from 1, as long as what is kept. SCH-05 bounds what a person sets for one patient alone. */
export const triggerValue = z.string().regex(/^[1-9]\d{0,3}[dwM]$/, noValue);
export const isTriggerValue = (value: string): boolean => triggerValue.safeParse(value).success;

/** CGW-19. */
export const documentIdentifier = (docId: number, gId: number): string => `doc|${docId}|${gId}`;

/** CGW-13: the seed's fill counts exist and are offered to nobody; an Rx Status Change is read where it stands and made by nobody (OPS-88). */
export const assessmentTriggerTypes = ['Time', 'Fill-Count (List)', 'Fill-Count (Pattern)'] as const;
export type AssessmentTriggerType = (typeof assessmentTriggerTypes)[number];
/** CGW-15, CGW-16: what is wrong with the value of a trigger; a pattern is start, every, end. */
export function triggerProblem(type: AssessmentTriggerType, value: string): string | null {
  if (type === 'Time') return isTriggerValue(value) ? null : noValue;
  const counts = value.split(',');
  const areWhole = counts.every((count) => /^\d{1,6}$/.test(count)) && counts.length <= 50;
  if (type === 'Fill-Count (List)') return areWhole ? null : 'must be whole numbers from 0 by commas';
  return areWhole && counts.length === 3 ? null : 'must be start, every and end, whole numbers from 0 by commas';
}
/** CGW-19. */
export const assessmentIdentifier = (surveyId: number, gId: number): string => `survey|${surveyId}|${gId}`;
