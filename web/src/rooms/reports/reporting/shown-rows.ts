/** Which number's rows are shown; it stands in the address, as `?rows=shipments&month=2031-03&status=received`. */
import { monthName, type OutreachChannel, outreachChannels } from '@portal/contract/reports/reporting-rules.ts';
import { type ShipmentStatus, shipmentStatus } from '@portal/contract/shipments/rules.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';

export type ShownRows =
  | { rows: 'shipments'; month: string; status?: ShipmentStatus | undefined }
  | { rows: 'outreach'; month: string; channel?: OutreachChannel | undefined };

export interface ReportSearch {
  rows?: unknown;
  month?: unknown;
  status?: unknown;
  channel?: unknown;
  due?: unknown;
}

/** What is none of these shows no rows. */
export function rowsIn(search: ReportSearch): ShownRows | null {
  const { rows, month, status, channel } = search;
  if (typeof month !== 'string' || !monthName.test(month)) return null;
  const known = shipmentStatus.safeParse(status).data;
  const way = outreachChannels.find((one) => one === channel);
  if (rows === 'shipments' && (status === undefined || known)) return { rows, month, status: known };
  return rows === 'outreach' && (channel === undefined || way) ? { rows, month, channel: way } : null;
}

export function useReportSearch() {
  const search = useSearch({ strict: false }) as ReportSearch;
  const navigate = useNavigate();
  const put = (part: ReportSearch) =>
    void navigate({
      to: '.',
      search: ((before: ReportSearch) => ({ ...before, ...part })) as never,
      replace: true,
      resetScroll: false,
    });
  return {
    shown: rowsIn(search),
    hide: () => put({ rows: undefined, month: undefined, status: undefined, channel: undefined }),
    onlyDue: search.due === 'yes',
    showDue: (only: boolean) => put({ due: only ? 'yes' : undefined }),
  };
}
