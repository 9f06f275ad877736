/** Which number's rows are shown; it stands in the address, as `?rows=shipments&month=2031-03&status=received`. */
import {
  type AssessmentState,
  assessmentStates,
  monthName,
  type OutreachChannel,
  outreachChannels,
  quarterName,
} from '@portal/contract/reports/reporting-rules.ts';
import { type ShipmentStatus, shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { useSearch } from '@tanstack/react-router';
import { useChangeSearch } from '#shared/page-search.ts';

export type ShownRows =
  | { rows: 'shipments'; month: string; status?: ShipmentStatus | undefined }
  | { rows: 'outreach' | 'patient-outreach'; month: string; channel?: OutreachChannel | undefined }
  | { rows: 'assessments'; quarter: string; state?: AssessmentState | undefined; flagged?: 'yes' | undefined };

export interface ReportSearch {
  rows?: unknown;
  month?: unknown;
  status?: unknown;
  channel?: unknown;
  quarter?: unknown;
  state?: unknown;
  flagged?: unknown;
  due?: unknown;
}

/** What is taken out of the address before another number's rows come into it. */
export const noRows = {
  rows: undefined,
  month: undefined,
  status: undefined,
  channel: undefined,
  quarter: undefined,
  state: undefined,
  flagged: undefined,
} as const satisfies ReportSearch;

/** What is none of these shows no rows. */
export function rowsIn(search: ReportSearch): ShownRows | null {
  const { rows, month, status, channel } = search;
  if (rows === 'assessments') return assessmentsIn(search);
  if (typeof month !== 'string' || !monthName.test(month)) return null;
  const known = shipmentStatus.safeParse(status).data;
  const way = outreachChannels.find((one) => one === channel);
  if (rows === 'shipments' && (status === undefined || known)) return { rows, month, status: known };
  const isOutreach = rows === 'outreach' || rows === 'patient-outreach';
  return isOutreach && (channel === undefined || way) ? { rows, month, channel: way } : null;
}

function assessmentsIn({ quarter, state, flagged }: ReportSearch): ShownRows | null {
  if (typeof quarter !== 'string' || !quarterName.test(quarter)) return null;
  const known = assessmentStates.find((one) => one === state);
  if (state !== undefined && !known) return null;
  return { rows: 'assessments', quarter, state: known, flagged: flagged === 'yes' ? 'yes' : undefined };
}

export function useReportSearch() {
  const search = useSearch({ strict: false }) as ReportSearch;
  const changeSearch = useChangeSearch();
  const put = (part: ReportSearch) => changeSearch(part, { replace: true, resetScroll: false });
  return {
    shown: rowsIn(search),
    hide: () => put(noRows),
    onlyDue: search.due === 'yes',
    showDue: (only: boolean) => put({ due: only ? 'yes' : undefined }),
  };
}
