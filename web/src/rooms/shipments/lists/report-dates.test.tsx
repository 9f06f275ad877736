import * as api from '@portal/contract/shipments/endpoints.ts';
import { invoiceForPharmacy } from '@portal/contract/shipments/invoice-endpoints.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { pharmacist } from '#test/shipments.ts';
import { ShipmentsScreen } from '../ShipmentsScreen.tsx';

test('SCN-07 RPT-02 RPT-03 the pickers of the report show DD-MMM-YYYY, typed or picked, and the call takes YYYY-MM-DD', async () => {
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
