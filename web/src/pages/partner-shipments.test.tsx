import * as api from '@portal/contract/shipments/endpoints.ts';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { renderPage } from '#test/portal.tsx';
import { aReminder, aRow, forWholesaler, noon, pharmacist, siteReplies, wholesaler } from '#test/shipments.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['a site', {}, true],
  ['a pharmacy', pharmacist, false],
  ['a wholesaler', wholesaler, false],
] as const)('PRM-09 %s on /shipment-request sees what comes due again: %s %s', async (_who, viewer, sees) => {
  const { callsOf } = renderPage(<ShipmentRequest />, {
    viewer,
    route: '/shipment-request?site=2',
    replies: [
      ...siteReplies,
      [api.listForSite, { requests: [aRow()] }],
      [api.listForPharmacy, { requests: [aRow()] }],
      [api.listForWholesaler, { requests: [forWholesaler(aRow())] }],
      [api.listReminders, { orderReminders: [aReminder()] }],
    ],
  });
  await screen.findByRole('button', { name: 'Actions for request 71' });
  const names = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label') ?? region.textContent);
  expect(names.some((name) => /upcoming|remind/i.test(name))).toBe(sees);
  expect(screen.queryAllByText(/upcoming|reminder/i).length > 0).toBe(sees);
  expect(callsOf(api.listReminders).length > 0).toBe(sees);
});
