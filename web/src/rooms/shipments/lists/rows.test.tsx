import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { clocks } from '#test/clocks.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import { aReminder, aRow, noon, pharmacist, shipped, siteReplies } from '#test/shipments.ts';

const open = (requests: api.ShipmentSummary[], { viewer = {}, replies = [] as Reply[] } = {}) =>
  renderPage(<ShipmentRequest />, {
    viewer,
    route: '/shipment-request?site=2',
    replies: [...siteReplies, [api.listForSite, { requests }], [api.listForPharmacy, { requests }], ...replies],
  });
/** The cells of a column, of the table that is there once its rows are. */
const cells = async (table: string, column: string) => [
  ...(await screen.findByRole('table', { name: table, busy: false })).querySelectorAll<HTMLElement>(
    `td[data-title="${column}"]`,
  ),
];
const texts = async (table: string, column: string) => (await cells(table, column)).map((one) => one.textContent);
const of = (productId: number, drugName: string, dosageForm: string) => ({
  products: [{ productId, drugName, dosageForm, quantity: 2, quantityUnit: 'Bottle' }],
});

test('PKG-12 products of one drug are told apart by their form, whichever section they are in; others go by their drug', async () => {
  open([aRow(of(1, 'Aurelix', 'Tablet')), shipped({ srId: 72, ...of(2, 'Other', 'Tablet') })], {
    replies: [[api.listReminders, { orderReminders: [{ ...aReminder(), ...of(3, 'Aurelix', 'Capsule') }] }]],
  });
  expect(await texts('Upcoming Shipments', 'Products')).toEqual(['Aurelix, Capsule, 2 Bottles']);
  expect(await texts('Pending Shipments', 'Products')).toEqual(['Aurelix, Tablet, 2 Bottles']);
  expect(await texts('Partner-Completed Shipments', 'Products')).toEqual(['Other, 2 Bottles']);
});

test('SHP-22 the card of a request on a phone says where it is shipped to, to a partner and to a site', async () => {
  const rows = [aRow({ dateRequired: '2026-03-09' }), aRow({ srId: 72, toParticipant: true })];
  const partner = open(rows, { viewer: pharmacist });
  const shipTo = await cells('Pending Shipments', 'Ship To');
  expect(shipTo.map((one) => [one.textContent, one.dataset.card])).toEqual([
    ['Trial site', undefined],
    ['Participant', undefined],
  ]);
  partner.unmount();
  open(rows);
  const types = await cells('Pending Shipments', 'Shipment Type');
  expect(types.map((one) => [one.textContent, one.dataset.card])).toEqual([
    ['PharmacyShip To: Trial site', 'plain'],
    ['PharmacyShip To: Participant', 'plain'],
  ]);
});

test('SGN-03 "Form not signed" leads to the form whoever is to sign it now, and nobody else', async () => {
  const page = open([
    aRow({ dateRequired: '2026-03-09', unsignedFormCount: 1, formToSign: 31 }),
    aRow({ srId: 72, unsignedFormCount: 1 }),
  ]);
  const table = within(await screen.findByRole('table', { name: 'Pending Shipments', busy: false }));
  expect(table.getAllByText('Form not signed').map((one) => one.closest('a')?.getAttribute('href'))).toEqual([
    '/document?sign=31',
    undefined,
  ]);
  await page.user.click(table.getByRole('link', { name: 'Form not signed: sign the form of request 71' }));
  expect(page.router.state.location).toMatchObject({ pathname: '/document', search: { sign: 31 } });
});

test('of an order form that was deleted before it was signed the list says so: nobody is to sign it; one beside it that can be signed goes first', async () => {
  open([
    aRow({ srId: 71, deletedFormCount: 1 }),
    aRow({ srId: 72, unsignedFormCount: 1, deletedFormCount: 1 }),
    aRow({ srId: 73 }),
    aRow({ srId: 74, deletedFormCount: undefined, unsignedFormCount: 2 }),
  ]);
  expect((await texts('Pending Shipments', 'Request')).toSorted()).toEqual([
    '71Form deleted',
    '72Form not signed',
    '73',
    '74Form not signed',
  ]);
});

test('REM-01 OPS-89 what is to be ordered again says where it stands, since it may not have arrived', async () => {
  const orderReminders = [aReminder(), { ...aReminder(), srId: 62, status: 'shipped' as const }];
  open([], { replies: [[api.listReminders, { orderReminders }]] });
  expect(await texts('Upcoming Shipments', 'Status')).toEqual(['Received', 'Shipped']);
});

test.each([24, -24])(
  'REL-10 requests and reminders are late by the day of the server where the clock of the browser is %i hours ahead',
  async (hours) => {
    clocks(noon, hours);
    open(
      ['2026-03-04', '2026-03-05', '2026-03-06'].map((dateRequired, at) => aRow({ srId: 71 + at, dateRequired })),
      { replies: [[api.listReminders, { orderReminders: [{ ...aReminder(), nextOrderDate: '2026-03-05' }] }]] },
    );
    const late = (text: string | null) => /\d days? late/.exec(text ?? '')?.[0] ?? 'in time';
    expect((await texts('Pending Shipments', 'Need By')).map(late)).toEqual(['1 day late', 'in time', 'in time']);
    expect((await texts('Upcoming Shipments', 'Next Order')).map(late)).toEqual(['in time']);
  },
);

test('sites that are known stay to be chosen when they cannot be read again; a failure stands where there are none', async () => {
  const failing = { status: 500, body: { code: 'unexpected', message: 'broken' } };
  const failure = 'There was a problem loading care groups';
  const page = open([aRow()]);
  await cells('Pending Shipments', 'Products');
  const picker = () => screen.queryByRole('combobox', { name: 'Trial site' });
  const isPicked = picker();
  expect(isPicked).not.toBeNull();
  page.answer(listTrials, failing);
  const before = page.callsOf(listTrials).length;
  await act(() => page.queryClient.invalidateQueries());
  await waitFor(() => expect(page.callsOf(listTrials).length).toBeGreaterThan(before));
  expect(picker()).toBe(isPicked);
  expect(screen.queryByText(failure)).toBeNull();
  page.unmount();
  open([aRow()], { replies: [[listTrials, failing]] });
  expect(await screen.findByText(failure)).toBeDefined();
  expect(picker()).toBeNull();
});
