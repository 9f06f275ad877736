import { Button, Group, Stack, Text } from '@mantine/core';
import {
  type InvoiceRow,
  invoiceForPharmacy,
  invoiceForWholesaler,
} from '@portal/contract/shipments/invoice-endpoints.ts';
import { periodProblem } from '@portal/contract/shipments/rules.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { CallFailure } from '#api/failure.ts';
import type { Viewer } from '#api/session.ts';
import { useViewer } from '#api/viewer.ts';
import { csvOf, invoiceFileName, saveCsv } from '#kit/csv.ts';
import { DateField } from '#kit/DateField.tsx';
import { Dialog, DialogCancel } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';
import { deskOf } from './sides.ts';

interface Period {
  start_date: string;
  end_date: string;
}

/** RPT-01: what the viewer's own partner shipped in a period, as a file. */
export function ReportDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer();
  const [start, setStart] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const report = useMutation({
    mutationFn: (period: Period) => exportInvoice(viewer, period),
    // Without a network it says so at once instead of waiting for one.
    networkMode: 'always',
    onSuccess: (fileName) => {
      if (fileName === null) return;
      toastSuccess(`${fileName} is downloaded.`);
      onClose();
    },
  });
  const problem = start && end ? periodProblem(start, end) : null;
  const period = start && end && !problem ? { start_date: start, end_date: end } : null;
  /** What was said of another period no longer holds. */
  const change = (set: (day: string | null) => void) => (day: string | null) => {
    report.reset();
    set(day);
  };
  return (
    <Dialog opened title="Export Report" onClose={onClose} mayClose={!report.isPending}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (period && !report.isPending) report.mutate(period);
        }}
      >
        <Stack gap="sm">
          <Text size="sm">What was shipped of the requests made from the first to the last day.</Text>
          <DateField
            label="Start Date"
            required
            value={start}
            onChange={change(setStart)}
            error={problem}
            disabled={report.isPending}
            data-autofocus
          />
          <DateField
            label="End Date"
            required
            value={end}
            onChange={change(setEnd)}
            min={start ?? undefined}
            disabled={report.isPending}
          />
          {report.data === null && <Notice tone="warning">No responses to export.</Notice>}
          {report.isError && (
            <Notice tone="error" title="There was a problem exporting the responses.">
              {report.error instanceof CallFailure && report.error.code === 'shipment.too_many_rows'
                ? report.error.message
                : null}
            </Notice>
          )}
          <Group justify="flex-end">
            <DialogCancel disabled={report.isPending} />
            <Button type="submit" loading={report.isPending} disabled={!period}>
              Export CSV
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** The name of the file that the browser was handed; null when there is nothing to export (EXP-06). */
async function exportInvoice(viewer: Viewer, period: Period): Promise<string | null> {
  const rows = await readInvoice(viewer, period).catch((failure: unknown) => {
    if (failure instanceof CallFailure && failure.status === 404) return [];
    throw failure;
  });
  if (rows.length === 0) return null;
  const fileName = invoiceFileName(viewer.type, today());
  saveCsv(await csvOf(rows), fileName);
  return fileName;
}

/** A long report is several megabytes. */
const way = { waitMs: 60_000 };

/** By the call of the viewer's own partner (RPT-03, ROL-32). */
async function readInvoice(viewer: Viewer, period: Period): Promise<InvoiceRow[]> {
  if (deskOf(viewer) === 'wholesaler')
    return (await call(invoiceForWholesaler, { query: { wpId: viewer.wpId ?? 0, ...period } }, way)).invoice;
  return (await call(invoiceForPharmacy, { query: { ppId: viewer.ppId ?? 0, ...period } }, way)).invoice;
}
