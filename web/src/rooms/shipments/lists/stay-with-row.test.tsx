import * as api from '@portal/contract/shipments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { renderPage } from '#test/portal.tsx';
import { aLine, aRequest, noon, shipped, siteReplies } from '#test/shipments.ts';

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: noon });
  return () => vi.useRealTimers();
});

// The last one went to a participant: with the second gone there is nothing left to be ticked together.
const rows = [shipped({ srId: 71 }), shipped({ srId: 72 }), shipped({ srId: 73, toParticipant: true })];
const damaged = { message: '', srId: 72, status: 'damaged', version: 5 } as const;
const focused = () => document.activeElement?.getAttribute('aria-label');

test('SST-09 OPS-85 after a delivery was reported and nothing is asked for again the keyboard is on the next row, however early the list is read anew', async () => {
  const inShell = (
    <main tabIndex={-1}>
      <ShipmentRequest />
    </main>
  );
  const { user, answer, live } = renderPage(inShell, {
    route: '/shipment-request?site=2',
    replies: [
      ...siteReplies,
      [api.listForSite, { requests: rows }],
      [api.readForSite, { request: aRequest({ ...shipped(), srId: 72, products: [aLine()] }) }],
    ],
  });
  const sent = Promise.withResolvers<typeof damaged>();
  answer(api.moveBySite, () => sent.promise);
  await user.click(await screen.findByRole('button', { name: 'Actions for request 72' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Report delivery' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report delivery of request 72' }));
  await user.click(dialog.getByRole('radio', { name: 'Damaged' }));
  await user.click(dialog.getByRole('button', { name: 'Report delivery' }));
  answer(api.listForSite, { requests: rows.map((row) => (row.srId === 72 ? { ...row, ...damaged } : row)) });
  await live.tell({ type: 'shipment.changed', id: 72, careGroupId: 2 });
  await waitFor(() =>
    expect(screen.getByLabelText('View request 72').closest('section')?.getAttribute('aria-label')).toBe(
      'Shipment History',
    ),
  );
  sent.resolve(damaged);
  await user.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(focused()).toBe('Actions for request 73'));
});
