import type { Enrollments } from '@portal/contract/reports/endpoints.ts';
import { newestFirst } from '@portal/contract/reports/rules.ts';
import { asDay } from '#kit/today.ts';

/** One bar of the chart. */
export interface EnrollmentMonth {
  /** DSH-10: `Mar 2024`. */
  label: string;
  enrollments: number;
}

/** DSH-09, OPN-50: the newest month first. The wire leaves out months without an enrollment; here they are none (OPN-49). */
export function monthsOf(enrollments: Enrollments): EnrollmentMonth[] {
  const told = newestFirst(enrollments).map(({ year, month, of }) => ({
    at: year * 12 + month - 1,
    enrollments: of.numEnrollments,
  }));
  const [newest, oldest] = [told[0]?.at ?? 0, told.at(-1)?.at ?? 1];
  const found = new Map(told.map((one) => [one.at, one.enrollments]));
  return Array.from({ length: Math.min(newest - oldest + 1, most) }, (_, back) => newest - back).map((at) => ({
    label: asDay(`${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`)
      .slice(3)
      .replace('-', ' '),
    enrollments: found.get(at) ?? 0,
  }));
}

/** Fifty years: nothing that a chart could still show is longer. */
const most = 600;
