/** What triggers a part of a workflow. */
import { z } from 'zod';

/** CGW-12: documents know no other. */
export const triggerTypes = ['Time'] as const;

/** CGW-15: days, weeks and months, the latter in upper case. */
export const triggerUnits = { d: 'Days', w: 'Weeks', M: 'Months' } as const;
export type TriggerUnit = keyof typeof triggerUnits;

/** `3d`, `2w`, `1M`: a whole number from 1. */
export const triggerValue = z
  .string()
  .regex(/^[1-9]\d{0,3}[dwM]$/, 'must be a whole number from 1 and d, w or M, such as 3d');

/** CGW-19. */
export const documentIdentifier = (docId: number, gId: number): string => `doc|${docId}|${gId}`;

/** CGW-13: the seed's fill counts exist and are offered to nobody; an Rx Status Change is read where it stands and made by nobody (OPS-88). */
export const assessmentTriggerTypes = ['Time', 'Fill-Count (List)', 'Fill-Count (Pattern)'] as const;
/** CGW-16: start, every, end; or a list of counts. */
export const patternValue = z.string().regex(/^\d{1,6}(,\d{1,6}){0,49}$/, 'must be whole numbers from 0 by commas');
/** CGW-19. */
export const assessmentIdentifier = (surveyId: number, gId: number): string => `survey|${surveyId}|${gId}`;
