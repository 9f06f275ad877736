import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as documents from '@portal/contract/shipments/document-endpoints.ts';
import * as api from '@portal/contract/shipments/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetAll } from '#kit/remember.ts';
import ShipmentRequest from '#pages/ShipmentRequest.tsx';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import { aRequest, aRow, forWholesaler, pharmacist, siteAddress, siteReplies, wholesaler } from '#test/shipments.ts';
import { hasScreen } from '#test/sight.ts';
// It is there when the page asks for it.
import './RequestPanel.tsx';

const { shows } = hasScreen();
afterEach(forgetAll);

const packed = aRequest({
  status: 'shipped',
  dateShipped: '2026-03-03',
  packages: [
    {
      courier: 'UPS',
      trackingNumber: '1Z 555',
      items: [
        {
          itemId: 1,
          productId: 1,
          quantity: 10,
          lotNumber: 'L7',
          expirationDate: '2027-12-31',
          orderItemId: 501,
          condition: null,
        },
      ],
    },
  ],
});
const comment = {
  commentId: 5,
  fname: 'Pat',
  lname: 'Pharm',
  type: 'Pharmacy User',
  message: 'Which lot?',
  created: new Date('2026-03-05T11:00:00Z'),
  isRead: true,
  isMine: false,
};
const slip = {
  docId: 31,
  srId: 71,
  category: 3,
  friendlyName: 'Signed slip',
  filename: 'slip.pdf',
  contentType: 'application/pdf',
  uploadedBy: 'Pat Pharm',
  uploadedAt: new Date('2026-03-05T11:00:00Z'),
  isCorrected: false,
};
const sites: Reply[] = [
  ...siteReplies,
  [api.listForSite, { requests: [aRow(), aRow({ srId: 72 })] }],
  [api.readForSite, { request: packed }],
  [api.siteComments.list, { comments: [comment] }],
  [documents.siteDocuments.list, { documents: [slip] }],
];
const open = (route: string, replies: Reply[] = [], viewer: object = {}) =>
  renderPage(<ShipmentRequest />, { route, viewer, replies: [...sites, ...replies] });
const panel = (srId = 71) => screen.findByRole('dialog', { name: `Request ${srId}` });
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('SHP-16 SHP-18 PKG-01 CMT-01 SDC-04 a request opens beside its list with its history, packages, comments and documents', async () => {
  open('/shipment-request?site=2&request=71');
  const shown = within(await panel());
  expect((await shown.findAllByRole('heading', { level: 3 })).map((one) => one.textContent)).toEqual([
    'History',
    'Packages',
    'Comments',
    'Documents',
  ]);
  expect(await shown.findByText(/on 02-Mar-2026 by Sam Sites/)).toBeDefined();
  const box = within(shown.getByRole('region', { name: 'Package 1' }));
  for (const text of [/UPS 1Z 555/, 'L7', '31-Dec-2027', '10 Bottles']) expect(box.getByText(text)).toBeDefined();
  expect(await shown.findByText('Which lot?')).toBeDefined();
  expect(await shown.findByRole('button', { name: /^Signed slip/ })).toBeDefined();
  expect(shown.getByRole('button', { name: 'Confirm delivery' })).toBeDefined();
});

test('PKG-01 SHP-16 what was sent short is said in the panel', async () => {
  const [box] = packed.packages;
  const less = { ...packed, packages: [{ ...box!, items: [{ ...box!.items[0]!, quantity: 7 }] }] };
  open('/shipment-request?site=2&request=71', [[api.readForSite, { request: less }]]);
  const shown = within(await panel());
  expect(await shown.findByText(/^Aurelix 50 mg.*: 3 short$/)).toBeDefined();
});

test('SHP-12 the number in the list is a link; what the list knows is there at once, and Back leads to the row', async () => {
  const page = open('/shipment-request?site=2&q=bos', [[api.readForSite, () => new Promise(() => undefined)]]);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'View request 71' });
  await waitFor(() => expect(link.getAttribute('href')).toBe('/shipment-request?site=2&request=71'));
  await page.user.click(link);
  const shown = within(await panel());
  for (const text of ['101-001 Ann Archer', '10-Mar-2026', 'Aurelix 50 mg, Tablet, 10 Bottles', 'Preprocessing'])
    expect(shown.getByText(text)).toBeDefined();
  expect((await panel()).contains(document.activeElement)).toBe(true);
  page.router.history.back();
  await isClosed();
  expect(page.router.state.location.search).toEqual({ site: 2 });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View request 71' })));
  await page.user.click(screen.getByRole('link', { name: 'View request 72' }));
  await panel(72);
  await page.user.keyboard('{Escape}{Escape}');
  await isClosed();
  expect(page.router.state.location.search).toEqual({ site: 2 });
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('bos');
});

test('SHP-12 an address that was sent alone shows the request, and behind it the list of its site', async () => {
  const page = open('/shipment-request?request=71', [[listTrials, { groups: [aTrial(), aSite(), lyon] }]]);
  await panel();
  await waitFor(() => expect(page.router.state.location.search).toEqual({ request: 71, site: 2 }));
  expect(page.callsOf(api.readForSite)[0]?.query).toEqual({ srId: 71 });
  await page.user.keyboard('{Escape}');
  await isClosed();
  expect(page.router.state.location.search).toEqual({ site: 2 });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'View request 71' })));
});

test.each([404, 400])('SEC-23 a request that is not in sight was not found (%s)', async (status) => {
  const page = open('/shipment-request?site=2&request=5009', [
    [api.readForSite, { status, body: { code: 'not_found', message: 'Not found.' } }],
  ]);
  expect(await within(await panel(5009)).findByText('Request 5009 was not found.')).toBeDefined();
  expect(page.callsOf(api.siteComments.list)).toEqual([]);
});

test('SHP-15 a request that cannot be read now says so and can be tried again', async () => {
  const page = open('/shipment-request?request=71', [
    [api.readForSite, { status: 500, body: { code: 'unexpected', message: 'broken' } }],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('There was a problem retrieving shipment request data.')).toBeDefined();
  page.answer(api.readForSite, { request: packed });
  await page.user.click(shown.getByRole('button', { name: 'Try again' }));
  expect(await shown.findByText(/UPS 1Z 555/)).toBeDefined();
});

test('CMT-10 SDC-07 comments and documents that cannot be read are none here too, and nothing is said', async () => {
  const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
  open('/shipment-request?site=2&request=71', [
    [api.siteComments.list, broken],
    [documents.siteDocuments.list, broken],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('No comments')).toBeDefined();
  expect(await shown.findByText('No documents to display')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CMT-05 SHP-19 the panel says how many comments are unread and leads to them, and those on the screen are read', async () => {
  shows(() => false);
  const marked = { message: 'Comments marked as read.' };
  const page = open('/shipment-request?site=2&request=71', [
    [
      api.siteComments.list,
      { comments: [comment, ...[6, 7].map((commentId) => ({ ...comment, commentId, isRead: false }))] },
    ],
    [api.siteComments.markRead, marked],
  ]);
  const shown = within(await panel());
  await page.user.click(await shown.findByRole('button', { name: '2 unread comments' }));
  const [, first] = within(shown.getByRole('list', { name: 'Comments' })).getAllByRole('listitem');
  expect(document.activeElement).toBe(first);
  shows(() => true);
  await waitFor(() => expect(page.callsOf(api.siteComments.markRead)).toHaveLength(1), { timeout: 4_000 });
  expect(page.callsOf(api.siteComments.markRead)[0]?.body).toEqual({ srId: 71, commentIds: [6, 7], isRead: 1 });
});

test('whoever went down to an unread comment before the request was there is led to it once more when it is', async () => {
  const request = Promise.withResolvers<object>();
  const page = open('/shipment-request?site=2&request=71', [
    [api.readForSite, () => request.promise],
    [api.siteComments.list, { comments: [{ ...comment, isRead: false }] }],
  ]);
  const shown = within(await panel());
  await page.user.click(await shown.findByRole('button', { name: '1 unread comment' }));
  const unread = document.activeElement as HTMLElement;
  expect(unread.textContent).toContain('Which lot?');
  expect(shown.queryByText(/1Z 555/)).toBeNull();
  const led = vi.spyOn(unread, 'scrollIntoView');
  request.resolve({ request: packed });
  await shown.findByText(/1Z 555/);
  await waitFor(() => expect(led).toHaveBeenCalledWith({ block: 'center' }));
});

test('SST-02 SHP-14 the next step is taken out of the panel, which shows what has become of the request', async () => {
  const waiting = aRequest();
  const page = open(
    '/shipment-request?request=71',
    [
      [api.listForPharmacy, { requests: [aRow()] }],
      [api.readForPharmacy, { request: waiting }],
      [api.pharmacyComments.list, { comments: [] }],
      [documents.pharmacyDocuments.list, { documents: [] }],
      [api.moveByPharmacy, { message: '', srId: 71, status: 'processing', version: 5 }],
    ],
    pharmacist,
  );
  const shown = within(await panel());
  await page.user.click(await shown.findByRole('button', { name: 'Mark as processing' }));
  const question = within(await screen.findByRole('dialog', { name: /as processing\?/ }));
  const now = { status: 'processing' as const, version: 5 };
  page.answer(api.listForPharmacy, { requests: [aRow(now)] });
  page.answer(api.readForPharmacy, { request: aRequest(now) });
  await page.user.click(question.getByRole('button', { name: 'Mark as processing' }));
  expect(await shown.findByRole('button', { name: 'Confirm shipment' })).toBeDefined();
  expect(shown.getByText('Processing')).toBeDefined();
  expect((await panel()).contains(document.activeElement)).toBe(true);
  // What somebody else does is shown as well.
  const next = { status: 'cancelled' as const, version: 6 };
  page.answer(api.listForPharmacy, { requests: [aRow(next)] });
  page.answer(api.readForPharmacy, { request: aRequest(next) });
  await page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
  expect(await shown.findByText('Cancelled')).toBeDefined();
  expect(shown.queryByRole('button', { name: 'Confirm shipment' })).toBeNull();
});

test('SST-02 a row shows the step as soon as it is said that it was taken, before the list is read anew', async () => {
  const page = open('/shipment-request', [[api.listForPharmacy, { requests: [aRow()] }]], pharmacist);
  page.answer(api.moveByPharmacy, { message: '', srId: 71, status: 'processing', version: 5 });
  await page.user.click(await screen.findByRole('button', { name: 'Actions for request 71' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Mark as processing' }));
  const question = within(await screen.findByRole('dialog', { name: /as processing\?/ }));
  const read = page.callsOf(api.listForPharmacy).length;
  page.answer(api.listForPharmacy, () => new Promise(() => undefined));
  await page.user.click(question.getByRole('button', { name: 'Mark as processing' }));
  expect(await screen.findByText('Request 71 is now processing.')).toBeDefined();
  const pending = within(screen.getByRole('region', { name: 'Pending Shipments' }));
  expect(pending.getByText('Processing')).toBeDefined();
  expect(pending.queryByText('Preprocessing')).toBeNull();
  expect(page.callsOf(api.listForPharmacy).length).toBeGreaterThan(read);
});

test('a pharmacy is told of an order form that is not signed yet in the list, beside it and before it takes the request on', async () => {
  const told = { unsignedFormCount: 1 };
  const page = open(
    '/shipment-request?request=71',
    [
      [api.listForPharmacy, { requests: [aRow(told), aRow({ srId: 72 })] }],
      [api.readForPharmacy, { request: aRequest(told) }],
      [api.pharmacyComments.list, { comments: [] }],
      [documents.pharmacyDocuments.list, { documents: [] }],
    ],
    pharmacist,
  );
  const shown = within(await panel());
  expect(await shown.findByText('Order form not signed yet.')).toBeDefined();
  expect(screen.getAllByText('Form not signed')).toHaveLength(1);
  await page.user.click(await shown.findByRole('button', { name: 'Mark as processing' }));
  const question = within(await screen.findByRole('dialog', { name: /as processing\?/ }));
  expect(question.getByText('Order form not signed yet.')).toBeDefined();
  expect(question.queryByRole('link')).toBeNull();
  await page.user.click(question.getByRole('button', { name: 'Cancel' }));
  // Everybody has signed meanwhile, which the list tells of first.
  page.answer(api.listForPharmacy, { requests: [aRow(), aRow({ srId: 72 })] });
  await page.live.tell({ type: 'shipment.changed', id: 71, careGroupId: 2 });
  await waitFor(() => expect(screen.queryByText(/not signed/)).toBeNull());
});

test('SHP-14 P11-11 a lot that is corrected while its request is open shows its day on record', async () => {
  const page = open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow({ status: 'shipped' })] }],
    [api.readForSite, { request: packed }],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('31-Dec-2027')).toBeDefined();
  const [box] = packed.packages;
  const corrected = box!.items.map((item) => ({ ...item, lotExpirationDate: '2026-04-30' }));
  page.answer(api.readForSite, { request: { ...packed, packages: [{ ...box!, items: corrected }] } });
  await page.live.tell({ type: 'lot.changed', id: 3, careGroupId: 1 });
  expect(await shown.findByText('On record for this lot: 30-Apr-2026')).toBeDefined();
});

test('a lot that is recalled while its request is open is said on the request, with its package and in the list', async () => {
  const page = open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow({ status: 'shipped' })] }],
    [api.readForSite, { request: packed }],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('31-Dec-2027')).toBeDefined();
  expect(screen.queryByText('Recalled lot')).toBeNull();
  const [box] = packed.packages;
  const items = box!.items.map((item) => ({ ...item, recalledAt: new Date('2026-03-04T09:00:00Z') }));
  page.answer(api.listForSite, { requests: [aRow({ status: 'shipped', holdsRecalledLot: true })] });
  // The same lot in two packages is said once.
  page.answer(api.readForSite, {
    request: {
      ...packed,
      packages: [
        { ...box!, items },
        { ...box!, items },
      ],
    },
  });
  await page.live.tell({ type: 'lot.changed', id: 3, careGroupId: 1 });
  const alert = (await shown.findByText('This shipment holds a recalled lot')).closest('[role=alert]') as HTMLElement;
  expect(
    within(alert)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Lot L7 of Aurelix 50 mg, Tablet was recalled on 04-Mar-2026.']);
  expect(alert.textContent).toContain('Set it aside, and ask an administrator of the trial what to do with it.');
  expect(shown.getAllByText('Recalled on 04-Mar-2026')).toHaveLength(2);
  expect(await screen.findByText('Recalled lot')).toBeDefined();
});

test('of a recalled lot that went to a participant the site is asked to tell them, of one that is missing nothing; also while the request cannot be read the panel says it', async () => {
  const told = { status: 'shipped', holdsRecalledLot: true, toParticipant: true } as const;
  const [box] = packed.packages;
  const items = box!.items.map((item) => ({ ...item, recalledAt: new Date('2026-03-04T09:00:00Z') }));
  const page = open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow(told)] }],
    [api.readForSite, { status: 500, body: { code: 'unexpected', message: 'Out of order' } }],
  ]);
  const shown = within(await panel());
  const title = await shown.findByText('This shipment holds a recalled lot');
  const alert = title.closest('[role=alert]') as HTMLElement;
  expect(alert.textContent).not.toContain('administrator');
  page.answer(api.readForSite, { request: { ...packed, ...told, packages: [{ ...box!, items }] } });
  await act(() => page.queryClient.refetchQueries());
  const way = 'Tell the participant not to use it, and ask an administrator of the trial what to do with it.';
  expect(await shown.findByText(way)).toBeDefined();
  const missing = items.map((item) => ({ ...item, condition: 'missing' as const }));
  page.answer(api.readForSite, { request: { ...packed, ...told, packages: [{ ...box!, items: missing }] } });
  await act(() => page.queryClient.refetchQueries());
  await waitFor(() => expect(shown.queryByText(way)).toBeNull());
  expect(shown.getByText('This shipment holds a recalled lot')).toBeDefined();
});

test('SGN-03 who is to sign an order form is led to it from its request, and others read of it; of a cancelled request nothing is said', async () => {
  const told = { unsignedFormCount: 2, formToSign: 31 };
  const page = open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow(told)] }],
    [api.readForSite, { request: aRequest(told) }],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('2 order forms not signed yet.')).toBeDefined();
  const link = shown.getByRole('link', { name: 'Sign the next one' });
  expect(link.getAttribute('href')).toBe('/document?sign=31');
  const ofOther = { unsignedFormCount: 1, formToSign: null };
  page.answer(api.listForSite, { requests: [aRow(ofOther)] });
  page.answer(api.readForSite, { request: aRequest(ofOther) });
  await page.live.tell({ type: 'document.changed', id: 5, careGroupId: 2 });
  expect(await shown.findByText('Order form not signed yet.')).toBeDefined();
  expect(shown.queryByRole('link', { name: /^Sign/ })).toBeNull();
  page.answer(api.listForSite, { requests: [aRow({ ...told, status: 'cancelled', version: 5 })] });
  page.answer(api.readForSite, { request: aRequest({ ...told, status: 'cancelled', version: 5 }) });
  await page.live.tell({ type: 'document.changed', id: 5, careGroupId: 2 });
  expect(await shown.findByText('Cancelled')).toBeDefined();
  expect(screen.queryByText(/not signed/)).toBeNull();
});

test('of an order form that was deleted since the request was read the panel says what the list knows: nobody is to sign it any more', async () => {
  open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow({ unsignedFormCount: 0, deletedFormCount: 1 })] }],
    [api.readForSite, { request: aRequest({ unsignedFormCount: 1, deletedFormCount: 0, formToSign: 31 }) }],
  ]);
  const shown = within(await panel());
  // The request itself is read too.
  expect(await shown.findByText(/^since/)).toBeDefined();
  await waitFor(() => expect(shown.queryByText('Loading…')).toBeNull());
  expect(shown.getByText('Order form was deleted before it was signed.')).toBeDefined();
  expect(shown.queryByRole('link', { name: /^Sign/ })).toBeNull();
});

test('SHP-12 without a next step there is no empty bar at the end: the other actions stand with the status', async () => {
  const isBefore = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const look = async () => {
    const shown = within(await panel());
    await shown.findByText(/UPS 1Z 555/);
    const menu = shown.getByRole('button', { name: 'Actions for request 71' });
    return isBefore(menu, shown.getByRole('heading', { name: 'History' }));
  };
  const first = open('/shipment-request?site=2&request=71');
  expect(await look()).toBe(false);
  first.unmount();
  open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow({ status: 'received' })] }],
    [api.readForSite, { request: { ...packed, status: 'received' } }],
  ]);
  expect(await look()).toBe(true);
});

test('ROL-29 PRV-04 to a wholesaler the panel shows no participants', async () => {
  open(
    '/shipment-request?request=71',
    [
      [api.listForWholesaler, { requests: [forWholesaler(aRow())] }],
      [api.readForWholesaler, { request: forWholesaler(packed) }],
      [api.wholesalerComments.list, { comments: [] }],
      [documents.wholesalerDocuments.list, { documents: [] }],
    ],
    wholesaler,
  );
  const shown = within(await panel());
  expect(await shown.findByText(/UPS 1Z 555/)).toBeDefined();
  expect(shown.queryByText('Participants')).toBeNull();
});

test.each([
  ['preprocessing', 'To have it sent to the one on record, cancel this request and order again.'],
  ['processing', 'Ask the pharmacy in a comment what can still be done.'],
] as const)(
  'SHP-22 a site reads that another address is on record by now, and what can be done of a request in %s',
  async (status, way) => {
    const addressNow = { ...siteAddress, street: '9 Elm Street' };
    const request = aRequest({ status, isAddressOutdated: true, addressNow });
    open('/shipment-request?site=2&request=71', [
      [api.listForSite, { requests: [aRow({ status })] }],
      [api.readForSite, { request }],
    ]);
    const title = await within(await panel()).findByText('The address of the trial site on record has changed since.');
    const said = title.closest('[role=alert]');
    expect(said?.textContent).toContain('On record now: 9 Elm Street, Boston, Massachusetts 02114, United States');
    expect(said?.textContent).toContain(`This request keeps the address that it was placed with. ${way}`);
  },
);

test.each([
  ['preprocessing', 'If it is not to be sent there, cancel this request. The other site can order then.'],
  ['processing', 'Ask the pharmacy in a comment what can still be done.'],
] as const)(
  'SHP-22 SEC-23 of a participant who has moved to another site a site reads in %s that the address is outdated, and where they are ordered for',
  async (status, way) => {
    const outdated = { isAddressOutdated: true, isAtAnotherSite: true as const, addressNow: null };
    const request = aRequest({ status, toParticipant: true, ...outdated });
    open('/shipment-request?site=2&request=71', [
      [api.listForSite, { requests: [aRow({ status })] }],
      [api.readForSite, { request }],
    ]);
    const title = await within(await panel()).findByText('The address of the participant on record has changed since.');
    const said = title.closest('[role=alert]')?.textContent;
    expect(said).toContain('It is on record at another site of this trial, to which the participant has moved.');
    expect(said).toContain(`This request keeps the address that it was placed with. ${way}`);
    expect(said).not.toContain('order again');
    expect(said).not.toContain('On record now:');
  },
);

const [ann, ben] = [
  { participantId: 11, subjectNumber: '101-001', fname: 'Ann', lname: 'Archer', isInactive: true as const },
  { participantId: 12, subjectNumber: '101-002', fname: 'Ben', lname: 'Baker' },
];

test.each([
  ['preprocessing', 'If it is not to be sent, cancel this request.'],
  ['processing', 'If it is not to be sent, tell the pharmacy in a comment.'],
] as const)(
  'a site reads who on a request in %s is no longer active there, and what can be done',
  async (status, way) => {
    const told = { status, isForInactive: true, participants: [ann, ben] };
    open('/shipment-request?site=2&request=71', [
      [api.listForSite, { requests: [aRow(told)] }],
      [api.readForSite, { request: aRequest(told) }],
    ]);
    const title = await within(await panel()).findByText('Participant 101-001 is no longer active at this trial site.');
    expect(title.closest('[role=alert]')?.textContent).toContain(way);
  },
);

test('a pharmacy reads in list, panel and question who is no longer active, a wholesaler that somebody is', async () => {
  const told = { isForInactive: true, participants: [ann, { ...ben, isInactive: true as const }] };
  const page = open(
    '/shipment-request?request=71',
    [
      [api.listForPharmacy, { requests: [aRow(told), aRow({ srId: 70, isForInactive: false, participants: [ben] })] }],
      [api.readForPharmacy, { request: aRequest(told) }],
      [api.pharmacyComments.list, { comments: [] }],
      [documents.pharmacyDocuments.list, { documents: [] }],
    ],
    pharmacist,
  );
  const both = 'Participants 101-001, 101-002 are no longer active at this trial site.';
  const title = await within(await panel()).findByText(both);
  expect(title.closest('[role=alert]')?.textContent).toContain('Ask the trial site in a comment before it is shipped.');
  expect(screen.getAllByText('Participant not active')).toHaveLength(1);
  await page.user.click(within(await panel()).getByRole('button', { name: 'Mark as processing' }));
  const question = await screen.findByRole('dialog', { name: 'Mark request 71 as processing?' });
  expect(within(question).getByText(both)).toBeDefined();
  page.unmount();

  const alone = { isForInactive: true, status: 'processing', shipmentType: 'wholesaler' } as const;
  open(
    '/shipment-request?request=71',
    [
      [api.listForWholesaler, { requests: [forWholesaler(aRow(alone))] }],
      [api.readForWholesaler, { request: forWholesaler(aRequest(alone)) }],
      [api.wholesalerComments.list, { comments: [] }],
      [documents.wholesalerDocuments.list, { documents: [] }],
    ],
    wholesaler,
  );
  const some = 'A participant of this request is no longer active at this trial site.';
  expect(await within(await panel()).findByText(some)).toBeDefined();
});

test('OPS-68 a number that was corrected is shown with the one of now, and one that is nobody’s for sure says so', async () => {
  const participants = [
    { participantId: 11, subjectNumber: '101-001', numberNow: '101-009', fname: 'Ann', lname: 'Archer' },
    { participantId: null, isUncertain: true as const, subjectNumber: '101-005', fname: 'New', lname: 'Participant' },
  ];
  open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow({ participants })] }],
    [api.readForSite, { request: aRequest({ participants }) }],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('101-001, now 101-009 Ann Archer')).toBeDefined();
  expect(shown.getByText('101-005 New Participant (may be another participant’s by now)')).toBeDefined();
  expect(await screen.findByText('101-001, now 101-009')).toBeDefined();
});

test('OPS-68 a name that was corrected is shown with the one of now, in the list too', async () => {
  const ann = {
    participantId: 11,
    subjectNumber: '101-001',
    fname: 'Ann',
    lname: 'Archer',
    nameNow: 'Anna Archer-Hill',
  };
  open('/shipment-request?site=2&request=71', [
    [api.listForSite, { requests: [aRow({ participants: [ann] })] }],
    [api.readForSite, { request: aRequest({ participants: [ann] }) }],
  ]);
  const shown = within(await panel());
  expect(await shown.findByText('101-001 Ann Archer, now Anna Archer-Hill')).toBeDefined();
  expect(await screen.findByText('Ann Archer, now Anna Archer-Hill')).toBeDefined();
});
