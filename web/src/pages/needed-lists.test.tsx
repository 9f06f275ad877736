/** The lists that "Needs you" leads administrators and sponsors to: with the filter in the address, the rows that it counts. */
import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listPhysicians } from '@portal/contract/delegates/endpoints.ts';
import { listLots } from '@portal/contract/lots/endpoints.ts';
import { listLateShipments } from '@portal/contract/needs/late-endpoints.ts';
import { listPendingInvitations, listPharmacies } from '@portal/contract/partners/manage-endpoints.ts';
import { listMissingPrices, wholesalerPriceHistory } from '@portal/contract/pricing/endpoints.ts';
import { listUnsupplied } from '@portal/contract/pricing/set-up-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import type { Viewer } from '#api/session.ts';
import CareGroupManagement from './CareGroupManagement.tsx';
import PartnerManagement from './PartnerManagement.tsx';
import PhysicianUserManagement from './PhysicianUserManagement.tsx';
import ProductManagement from './ProductManagement.tsx';
import TrialDashboard from './TrialDashboard.tsx';

const admin = { type: 'Admin', adminRights: true, modules: ['TrialCard', 'MD_Direct_Invite'] } as const;
const open = (Page: ComponentType, route: string, replies: Reply[], viewer: object = admin) => {
  const page = renderPage(<Page />, { viewer: viewer as Partial<Viewer>, route, replies });
  return { ...page, at: () => decodeURIComponent(page.router.state.location.searchStr) };
};
/** The first words of each row. */
const rows = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const release = async ({ user }: { user: { click: (one: Element) => Promise<void> } }, name: string) =>
  user.click(screen.getByRole('button', { name, pressed: true }));

test('a sponsor reads the late shipments of a site in the place of its numbers, and goes back to them', async () => {
  const late = { srId: 71, gId: 2, siteName: 'Boston General', partnerName: 'Northgate', shipmentType: 'pharmacy' };
  const shipment = { ...late, status: 'processing', dateRequired: '2020-03-05', dateShipped: null };
  const page = open(
    TrialDashboard,
    '/trial-dashboard?trial=2&late=yes',
    [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [listLateShipments, { shipments: [shipment] }],
    ],
    { type: 'Sponsor' },
  );
  await waitFor(async () => expect(await rows('Late Shipments')).toEqual(['71']));
  expect(screen.getByText(/^\d+ days late$/)).toBeDefined();
  expect(page.callsOf(listLateShipments)[0]?.query).toMatchObject({ g_id: 2 });
  expect(screen.queryByRole('region', { name: 'TRIAL SITES' })).toBeNull();
  await release(page, 'Late 1');
  expect(await screen.findByRole('region', { name: 'TRIAL SITES' })).toBeDefined();
  expect(page.at()).toBe('?trial=2');
});

const trials: Reply = [listTrials, { groups: [aTrial()] }];
test.each([
  [
    'Late',
    TrialDashboard,
    '/trial-dashboard?trial=1&late=yes',
    listLateShipments,
    { shipments: [] },
    { type: 'Sponsor' },
  ],
  [
    'Missing prices',
    ProductManagement,
    '/settings/product-management?price=missing',
    listMissingPrices,
    { missing: [] },
    admin,
  ],
  [
    'Pending invitations',
    PartnerManagement,
    '/settings/ctrx-partner-management?status=invited',
    listPendingInvitations,
    { invitations: [] },
    admin,
  ],
] as const)(
  '“%s” has no number while nobody has counted them, also where that failed, and 0 once there are none',
  async (word, Page, route, list, empty, viewer) => {
    let fail = (): void => undefined;
    const underWay = new Promise((_, reject) => {
      fail = () => reject(new TypeError('the line is dead'));
    });
    const page = open(
      Page,
      route,
      [trials, [listPharmacies, { pharmacyPartners: [] }], [list, () => underWay]],
      viewer,
    );
    const said = () => screen.getByRole('button', { name: new RegExp(`^${word}`), pressed: true }).textContent;
    await waitFor(() => expect(page.callsOf(list)).toHaveLength(1));
    expect(said()).toBe(word);
    fail();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(said()).toBe(word);
    page.answer(list, empty);
    await page.user.click(again);
    await waitFor(() => expect(said()).toBe(`${word} 0`));
  },
);

test('a sponsor who has chosen no trial is told of no number of late shipments', async () => {
  open(TrialDashboard, '/trial-dashboard?late=yes', [[listTrials, { groups: [aTrial(), aTrial({ gId: 9 })] }]], {
    type: 'Sponsor',
  });
  expect(await screen.findByText('Choose a trial to see its late shipments.')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Late/, pressed: true }).textContent).toBe('Late');
});

test('invitations that there are none of, as a 404 says, are 0', async () => {
  const none = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
  open(PartnerManagement, '/settings/ctrx-partner-management?status=invited', [
    [listPendingInvitations, none],
    [listPharmacies, { pharmacyPartners: [] }],
  ]);
  expect(await screen.findByRole('button', { name: 'Pending invitations 0', pressed: true })).toBeDefined();
});

test('sites that cannot be supplied stand alone among the care groups', async () => {
  const page = open(CareGroupManagement, '/settings/caregroup-management?status=cannot-be-supplied', [
    [listCareGroups, { groups: [aTrial(), aSite(), lyon] }],
    [listUnsupplied, { sites: [{ gId: lyon.gId, missing: ['price'] }] }],
  ]);
  await waitFor(async () => expect(await rows('Care Groups')).toEqual([`${lyon.groupName}Trial Site of AUR-101`]));
  await release(page, 'Cannot be supplied 1');
  expect(await rows('Care Groups')).toHaveLength(3);
  expect(page.at()).toBe('');
});

const missing = {
  gId: 1,
  trialName: 'Aurelia Migraine Study',
  productId: 7,
  drugName: 'Aurelix',
  dosageForm: 'Tablet',
  partnerId: 9,
  partnerName: 'Baltic',
  partnerType: 'wholesaler',
};

test('each missing price leads to the product and the partner that it is missing for', async () => {
  const page = open(ProductManagement, '/settings/product-management?price=missing', [
    [listTrials, { groups: [aTrial()] }],
    [listMissingPrices, { missing: [missing] }],
  ]);
  await waitFor(async () => expect(await rows('Missing Prices')).toEqual(['Aurelix, Tablet']));
  await page.user.click(screen.getByRole('button', { name: 'Prices of Aurelix at Baltic' }));
  await waitFor(() => expect(page.at()).toBe('?group=1&product=7&wpId=9'));
});

test('OPS-13 what was shipped without a price by who does not supply it opens its prices there, which start on the first such day', async () => {
  const shipped = { ...missing, isSupplier: false };
  const none = { wholesalerPrices: [], drugPrice: null, currency: null, quantityUnit: 'Bottle' };
  const page = open(ProductManagement, '/settings/product-management?price=missing', [
    [listTrials, { groups: [aTrial()] }],
    [listMissingPrices, { missing: [shipped, { ...shipped, productId: 8, dosageForm: 'Pen', isSupplier: true }] }],
    [wholesalerPriceHistory, { ...none, since: '2026-03-03' }],
  ]);
  const table = await screen.findByRole('table', { name: 'Missing Prices' });
  await waitFor(() => expect(within(table).getAllByText(/^(Is supplied|Was shipped)$/)).toHaveLength(2));
  await page.user.click(within(table).getByRole('button', { name: 'Prices of Aurelix, Tablet at Baltic' }));
  const prices = within(await screen.findByRole('dialog', { name: 'Prices of Baltic' }));
  expect(await prices.findByText('Shipped without a price since 03-Mar-2026.')).toBeDefined();
  await page.user.click(prices.getByRole('button', { name: 'Update price' }));
  const day = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Effective date' });
  expect(day.value).toBe('03-Mar-2026');
  expect(page.callsOf(wholesalerPriceHistory)[0]?.query).toEqual({ wholesalerId: 9, productId: 7 });
});

test('where the trials cannot be read, a press on what was shipped without a price says so, and a retry opens its prices', async () => {
  const shipped = { ...missing, isSupplier: false };
  const page = open(ProductManagement, '/settings/product-management?price=missing', [
    [listTrials, { status: 500, body: { code: 'internal', message: 'There was a problem loading care groups' } }],
    [listMissingPrices, { missing: [shipped] }],
    [wholesalerPriceHistory, { wholesalerPrices: [], drugPrice: null, currency: null, quantityUnit: 'Bottle' }],
  ]);
  const table = await screen.findByRole('table', { name: 'Missing Prices' });
  await page.user.click(await within(table).findByRole('button', { name: 'Prices of Aurelix at Baltic' }));
  expect((await screen.findByRole('alert')).textContent).toContain('There was a problem loading care groups');
  page.answer(listTrials, { groups: [aTrial()] });
  await page.user.click(within(screen.getByRole('alert')).getByRole('button'));
  expect(await screen.findByRole('dialog', { name: 'Prices of Baltic' })).toBeDefined();
});

test('PKG-12 missing prices of one drug in two forms are told apart, in their words and for who hears them', async () => {
  open(ProductManagement, '/settings/product-management?price=missing', [
    [listTrials, { groups: [aTrial()] }],
    [listMissingPrices, { missing: [missing, { ...missing, productId: 8, dosageForm: 'Capsule' }] }],
  ]);
  for (const form of ['Tablet', 'Capsule'])
    expect((await screen.findByRole('button', { name: `Prices of Aurelix, ${form} at Baltic` })).textContent).toBe(
      `Aurelix, ${form}`,
    );
});

test('lots that expire soon are asked of the server, which knows its day', async () => {
  const page = open(ProductManagement, '/settings/product-management?view=lots&status=soon', [
    [listLots, { lots: [], more: false }],
    [listMissingPrices, { missing: [] }],
  ]);
  await waitFor(() => expect(page.callsOf(listLots)[0]?.query).toMatchObject({ expiry: 'soon' }));
  await release(page, 'Expires within 60 days');
  await waitFor(() => expect(page.callsOf(listLots).at(-1)?.query.expiry).toBeUndefined());
  expect(page.at()).toBe('?view=lots');
});

test('invitations that wait stand together; delegates who have not come stand alone', async () => {
  const invitation = {
    invitationId: 4,
    email: 'new@northgate.example',
    type: 'Pharmacy User',
    partnerName: 'Northgate',
    invitedAt: new Date('2026-01-05T12:00:00Z'),
    expiresAt: new Date('2026-01-12T12:00:00Z'),
  };
  const live = { invitationId: 5, email: 'now@x.example', expiresAt: new Date(Date.now() + 86_400_000) };
  const partners = open(PartnerManagement, '/settings/ctrx-partner-management?status=invited', [
    [listPendingInvitations, { invitations: [invitation, { ...invitation, ...live }] }],
    [listPharmacies, { pharmacyPartners: [] }],
  ]);
  await waitFor(async () =>
    expect(await rows('Pending Invitations')).toEqual(['new@northgate.example', 'now@x.example']),
  );
  expect(screen.getAllByText('Expired').map((one) => one.closest('tr')?.firstElementChild?.textContent)).toEqual([
    'new@northgate.example',
  ]);
  // One of them registers.
  partners.answer(listPendingInvitations, { invitations: [invitation] });
  await partners.live.tell({ type: 'provider.changed', id: 5 });
  await waitFor(async () => expect(await rows('Pending Invitations')).toEqual(['new@northgate.example']));
  await release(partners, 'Pending invitations 1');
  expect(await screen.findByRole('table', { name: 'Partners' })).toBeDefined();
  partners.unmount();
  const delegate = { personId: null, type: 'physician', email: 'dele@clinic.example', fName: null, lName: null };
  const more = { phone: null, npi: '1234567890', cpId: 3 };
  const delegates = open(PhysicianUserManagement, '/settings/physician-user-management?status=pending', [
    [
      listPhysicians,
      {
        physicians: [
          { ...delegate, ...more, delegateId: 5, userCpId: 31, status: 0, statusDescription: 'Pending' },
          {
            ...delegate,
            ...more,
            delegateId: 6,
            userCpId: 32,
            status: 1,
            statusDescription: 'Active',
            fName: 'Ada',
            lName: 'L',
          },
        ],
      },
    ],
  ]);
  await waitFor(async () => expect(await rows('Physician delegates')).toEqual(['–']));
  await release(delegates, 'Pending 1');
  expect(await rows('Physician delegates')).toHaveLength(2);
});
