import * as api from '@portal/contract/shipments/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Call, aReply, renderPage } from '#test/portal.tsx';
import { aRow, pharmacist } from '#test/shipments.ts';
import { ShipmentsScreen } from '../ShipmentsScreen.tsx';

const ended = (srId: number) => aRow({ srId, status: 'received' });
const waiting = aRow({ srId: 3, status: 'preprocessing' });

/** A pharmacy's screen in front of a server that has three portions. */
function openHistory() {
  const portions: Record<string, [rows: api.ShipmentSummary[], more: string | null]> = {
    first: [[ended(9), ended(8), waiting], '8'],
    8: [[ended(7), waiting], '3'],
    3: [[ended(2)], null],
  };
  const page = renderPage(<ShipmentsScreen siteId={null} onSite={() => undefined} />, {
    viewer: pharmacist,
    replies: [
      [
        api.listForPharmacy,
        ({ query }: Call) => {
          const [requests, more] = portions[query.after ?? 'first']!;
          return aReply(api.listForPharmacy, { requests }, more ? { 'x-more': more } : {});
        },
      ],
    ],
  });
  const asked = () => page.callsOf(api.listForPharmacy).map(({ query }) => query.after ?? 'first');
  return { ...page, portions, asked };
}
const history = () => screen.findByRole('region', { name: 'Shipment History' });
const listed = async () =>
  within(await history())
    .getAllByRole('link', { name: /^View request/ })
    .map((link) => link.getAttribute('aria-label'));

test('OPS-23 SHP-06 below a history that is longer than the list stands how many are shown; older ones are added by a press', async () => {
  const { user, asked } = openHistory();
  expect(await screen.findByText('Showing 2 past shipments. There are older ones.')).toBeDefined();
  expect(within(await history()).getByText('(more than 2)')).toBeDefined();
  // Whether older ones are among what is looked for is not known.
  await user.type(screen.getByRole('searchbox'), '9');
  expect(await within(await history()).findByText('(1)')).toBeDefined();
  expect(within(await history()).queryByText(/more than/)).toBeNull();
  await user.clear(screen.getByRole('searchbox'));
  await within(await history()).findByText('(more than 2)');
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Showing 3 past shipments. There are older ones.')).toBeDefined();
  expect(await screen.findByText('1 older added to the list.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  const all = await screen.findByText('Showing all 4 past shipments.');
  await waitFor(() => expect(document.activeElement).toBe(all));
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
  expect(await listed()).toEqual([9, 8, 7, 2].map((srId) => `View request ${srId}`));
  // What waits came with the first portion, whatever its age, and stands once.
  expect(screen.getAllByRole('link', { name: 'View request 3' })).toHaveLength(1);
  expect(asked()).toEqual(['first', 8, 3]);
});

test('OPS-23 SHP-14 older ones stay when something changes, which is read anew portion by portion', async () => {
  const { user, live, portions, asked } = openHistory();
  await user.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Showing 3 past shipments. There are older ones.');
  portions['first'] = [[aRow({ srId: 10, status: 'received' }), ended(9), waiting], '9'];
  portions['9'] = [[ended(8), ended(7), waiting], '3'];
  await live.tell({ type: 'shipment.changed', id: 10 });
  expect(await screen.findByText('Showing 4 past shipments. There are older ones.')).toBeDefined();
  expect(await listed()).toEqual([10, 9, 8, 7].map((srId) => `View request ${srId}`));
  expect(asked()).toEqual(['first', 8, 'first', 9]);
});

test('OPS-23 a portion that cannot be loaded says so and can be asked for again', async () => {
  const { user, answer, asked } = openHistory();
  await screen.findByRole('button', { name: 'Show older' });
  answer(api.listForPharmacy, { status: 500, body: { code: 'unexpected', message: 'broken' } });
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map((one) => one.textContent)).toEqual(['They could not be loaded. Please try again.']);
  answer(api.listForPharmacy, () => aReply(api.listForPharmacy, { requests: [ended(7)] }, {}));
  await user.click(screen.getByRole('button', { name: 'Show older' }));
  expect(await screen.findByText('Showing all 3 past shipments.')).toBeDefined();
  expect(screen.queryByText('They could not be loaded. Please try again.')).toBeNull();
  expect(asked()).toEqual(['first', 8, 8]);
});

test('OPS-23 a history that came whole says nothing of it', async () => {
  const { findByRole } = renderPage(<ShipmentsScreen siteId={null} onSite={() => undefined} />, {
    viewer: pharmacist,
    replies: [[api.listForPharmacy, { requests: [ended(9)] }]],
  });
  expect(await findByRole('link', { name: 'View request 9' })).toBeDefined();
  expect(screen.queryByText(/^Showing/)).toBeNull();
});
