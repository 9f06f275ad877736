import * as api from '@portal/contract/shipments/endpoints.ts';
import { invoiceForPharmacy, invoiceForWholesaler } from '@portal/contract/shipments/invoice-endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { watchDownloads } from '#test/downloads.ts';
import { renderPage } from '#test/portal.tsx';
import { anInvoiceRow, aRow, pharmacist, wholesaler } from '#test/shipments.ts';
import { ShipmentsScreen } from '../ShipmentsScreen.tsx';

test('SCN-07 RPT-03 the pickers of the report show DD-MMM-YYYY, typed or picked, and the call takes YYYY-MM-DD', async () => {
  const { user, callsOf } = renderPage(<ShipmentsScreen siteId={null} onSite={() => undefined} />, {
    viewer: pharmacist,
    replies: [
      [api.listForPharmacy, { requests: [] }],
      [invoiceForPharmacy, { invoice: [] }],
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Shipment Requests Report' }));
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
  await screen.findByRole('dialog', { name: 'Export Report' });
  for (const [name, typed, shown] of [
    ['Start Date', '01022026', '01-Feb-2026'],
    ['End Date', '28-feb-2026', '28-Feb-2026'],
  ] as const) {
    expect(field(name).placeholder).toBe('DD-MMM-YYYY');
    await user.click(field(name));
    await user.paste(typed);
    await user.tab();
    expect(field(name).value).toBe(shown);
  }
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(callsOf(invoiceForPharmacy).map(({ sent, query }) => [sent, query])).toEqual([
    [undefined, { ppId: 8, start_date: '2026-02-01', end_date: '2026-02-28' }],
  ]);
});

/** The one export of the screen that has batch shipments (docs/decisions/2026-11-22-shipment-papers.md). */
test.each([
  ['pharmacy', pharmacist, api.listForPharmacy, invoiceForPharmacy],
  ['wholesaler', wholesaler, api.listForWholesaler, invoiceForWholesaler],
] as const)(
  'RPT-02 what a %s shipped as a batch is exported from a dialog whose pickers show DD-MMM-YYYY',
  async (shipmentType, viewer, list, invoice) => {
    const files = watchDownloads();
    const batch = { srId: 72, shipmentType } as const;
    const { subjectNumber: _, ...row } = anInvoiceRow(batch);
    const { user } = renderPage(<ShipmentsScreen siteId={null} onSite={() => undefined} />, {
      viewer,
      replies: [
        [list, { requests: [aRow({ ...batch, isBatchShipment: true, participants: [] })] }],
        [invoice, { invoice: [shipmentType === 'pharmacy' ? { ...row, subjectNumber: '' } : row] }],
      ],
    });
    await screen.findByRole('link', { name: 'View request 72' });
    expect(screen.getAllByRole('button', { name: /report|export/i }).map(({ textContent }) => textContent)).toEqual([
      'Shipment Requests Report',
    ]);
    await user.click(screen.getByRole('button', { name: 'Shipment Requests Report' }));
    await screen.findByRole('dialog', { name: 'Export Report' });
    const shown = ['Start Date', 'End Date'].map((name) => screen.getByRole<HTMLInputElement>('textbox', { name }));
    expect(shown.map(({ placeholder }) => placeholder)).toEqual(['DD-MMM-YYYY', 'DD-MMM-YYYY']);
    for (const [i, typed] of ['01022026', '28022026'].entries()) {
      await user.click(shown[i]!);
      await user.paste(typed);
      await user.tab();
    }
    expect(shown.map(({ value }) => value)).toEqual(['01-Feb-2026', '28-Feb-2026']);
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text).toContain('\r\n72,');
  },
);
