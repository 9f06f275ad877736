import type { Enrollments } from '@portal/contract/reports/endpoints.ts';
import { newestFirst } from '@portal/contract/reports/rules.ts';
import { asDay } from '#kit/today.ts';

/** One bar of the chart. */
export interface EnrollmentMonth {
  /** DSH-10: `Mar 2024`. */
  label: string;
  enrollments: number;
}

/** DSH-09, OPN-50: the newest month first. */
export const monthsOf = (enrollments: Enrollments): EnrollmentMonth[] =>
  newestFirst(enrollments).map(({ year, month, of }) => ({
    label: asDay(`${year}-${String(month).padStart(2, '0')}-01`)
      .slice(3)
      .replace('-', ' '),
    enrollments: of.numEnrollments,
  }));
