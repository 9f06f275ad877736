import {
  type InvoiceRow,
  invoiceForPharmacy,
  invoiceForWholesaler,
} from '@portal/contract/shipments/invoice-endpoints.ts';
import { call } from '#api/call.ts';
import type { Viewer } from '#api/session.ts';
import { useViewer } from '#api/viewer.ts';
import { csvOf, invoiceFileName, saveCsv } from '#kit/csv.ts';
import { ExportDialog, type Period } from '#shared/ExportDialog.tsx';
import { rowsOrNone, wayOfReports } from '#shared/report-rows.ts';
import { today } from '#kit/today.ts';
import { deskOf } from '../sides.ts';

/** RPT-01: what the viewer's own partner shipped in a period, as a file. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  return (
    <ExportDialog
      text="What was shipped of the requests made from the first to the last day."
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

/** By the call of the viewer's own partner (RPT-03, ROL-32). */
async function readInvoice(viewer: Viewer, period: Period): Promise<InvoiceRow[]> {
  if (deskOf(viewer) === 'wholesaler')
    return (await call(invoiceForWholesaler, { query: { wpId: viewer.wpId ?? 0, ...period } }, wayOfReports)).invoice;
  return (await call(invoiceForPharmacy, { query: { ppId: viewer.ppId ?? 0, ...period } }, wayOfReports)).invoice;
}
