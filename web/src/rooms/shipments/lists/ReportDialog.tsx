import {
  type InvoiceRow,
  invoiceForPharmacy,
  invoiceForWholesaler,
} from '@portal/contract/shipments/invoice-endpoints.ts';
import { call } from '#api/call.ts';
import { asks } from '#api/queries.ts';
import type { Viewer } from '#api/session.ts';
import { useViewer } from '#api/viewer.ts';
import { csvOf, invoiceFileName, saveCsv } from '#kit/csv.ts';
import { ExportDialog } from '#shared/ExportDialog.tsx';
import type { Period } from '#shared/quick-periods.ts';
import { rowsOrNone, wayOfReports } from '#shared/report-rows.ts';
import { today } from '#kit/today.ts';
import { partnerDeskOf } from '../sides.ts';

/** RPT-01: what the viewer's own partner shipped in a period, as a file. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  return (
    <ExportDialog
      text="Items shipped for requests made between these dates."
      onExport={(period) => exportInvoice(viewer, period)}
      onClose={onClose}
    />
  );
}

/** The name of the file that the browser was handed; null when there is nothing to export (EXP-06). */
async function exportInvoice(viewer: Viewer, period: Period): Promise<string | null> {
  const rows = await rowsOrNone(readInvoice(viewer, period));
  if (rows.length === 0) return null;
  const fileName = invoiceFileName(viewer.type, today());
  saveCsv(await csvOf(rows), fileName);
  return fileName;
}

const invoices = {
  pharmacy: asks(invoiceForPharmacy, ({ ppId }: Viewer, period: Period) => ({ query: { ppId: ppId ?? 0, ...period } })),
  wholesaler: asks(invoiceForWholesaler, ({ wpId }: Viewer, period: Period) => ({
    query: { wpId: wpId ?? 0, ...period },
  })),
};

/** By the call of the viewer's own partner (RPT-03, ROL-32). */
async function readInvoice(viewer: Viewer, period: Period): Promise<InvoiceRow[]> {
  const { endpoint, asked } = invoices[partnerDeskOf(viewer)];
  return (await call(endpoint, asked(viewer, period), wayOfReports)).invoice;
}
