/** Branches of one chain are partners of one name: wherever one of them is chosen, or its prices are set, it is told which. */
import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as site from '@portal/contract/partners/endpoints.ts';
import * as partners from '@portal/contract/partners/manage-endpoints.ts';
import * as pricing from '@portal/contract/pricing/endpoints.ts';
import { type GridPrice, listGridPrices } from '@portal/contract/pricing/set-up-endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SitePartnersDialog } from '#rooms/partners/SitePartnersDialog.tsx';
import { aSite, aTrial } from '#test/participants.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { aPrice, aProduct } from '#test/products.ts';
import PartnerManagement from './PartnerManagement.tsx';
import ProductManagement from './ProductManagement.tsx';

const viewer = { type: 'Admin', adminRights: true } as const;
const name = 'Northgate Pharmacy';
const [inBoston, inLyon] = [`${name} (Boston)`, `${name} (Lyon)`];

const branch = (ppId: number, city: string) => ({
  ppId,
  pharmacyName: name,
  phoneNumber: null,
  faxNumber: null,
  email: null,
  sendEmail: false,
  address: { street: '1 Main Street', street2: '', city, state: '', zip: '', country: 'FR' },
  companyId: 1,
  version: 1,
});
const chain = [branch(31, 'Boston'), branch(32, 'Lyon'), { ...branch(33, 'Lyon'), pharmacyName: 'Southgate' }];
const ofCompany: Reply[] = [
  [listTrials, { groups: [aTrial(), aSite()] }],
  [partners.listPharmacies, { pharmacyPartners: chain }],
  [partners.listWholesalers, { wholesalerPartners: [] }],
  [site.listSitePharmacies, { pharmacyPartners: [chain[0]] }],
  [site.listSiteWholesalers, { wholesalerPartners: [] }],
];

test('OPS-01 PPW-02 partners of one name are listed, connected and disconnected by a name that tells them apart', async () => {
  const page = renderPage(<PartnerManagement />, {
    viewer,
    route: '/settings/ctrx-partner-management?site=2',
    replies: [...ofCompany, [partners.connectPharmacy, { message: 'ok' }]],
  });
  const picker = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Pharmacy Partner to connect' });
  await screen.findByRole('button', { name: `Disconnect ${inBoston}` });
  expect([...picker.options].map((one) => one.textContent)).toEqual(['Choose partner', inLyon, 'Southgate']);
  for (const one of [inBoston, inLyon, 'Southgate'])
    expect(screen.getByRole('button', { name: `Actions for ${one}` })).toBeDefined();
  await page.user.selectOptions(picker, inLyon);
  await page.user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText(`${inLyon} is connected to Boston General.`)).toBeDefined();
  expect(page.callsOf(partners.connectPharmacy)[0]?.body).toEqual({ g_id: 2, ppId: 32 });
});

test('OPS-01 in the dialog of a site the partners of one name are told apart too', async () => {
  renderPage(<SitePartnersDialog site={aSite()} onClose={() => {}} />, { viewer, replies: ofCompany });
  expect(await screen.findByRole('button', { name: `Disconnect ${inBoston}` })).toBeDefined();
  expect(screen.getByRole('button', { name: `Connect ${inLyon}` })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Connect Southgate' })).toBeDefined();
});

const supplier = (ppId: number, tellsApart: string) => ({
  productId: 5,
  ppId,
  pharmacyName: name,
  tellsApart,
  isSupplier: true,
});
const cell = (partnerId: number, tellsApart: string): GridPrice => ({
  productId: 5,
  partnerType: 'pharmacy',
  partnerId,
  partnerName: name,
  tellsApart,
  quantityUnit: 'Bottle',
  isSupplier: true,
  current: null,
  ofSponsor: null,
  next: null,
});
const openPrices = (search: string) =>
  renderPage(<ProductManagement />, {
    viewer,
    route: `/settings/product-management?${search}`,
    replies: [
      [listTrials, { groups: [aTrial(), aSite()] }],
      [listProducts, [aProduct()]],
      [site.listPharmacySupply, [supplier(31, 'Boston'), supplier(32, 'Lyon')]],
      [listGridPrices, { prices: [cell(31, 'Boston'), cell(32, 'Lyon')] }],
      [
        pricing.pharmacyPriceHistory,
        { pharmacyPrices: [aPrice()], drugPrice: '1234.50', currency: 'USD', quantityUnit: 'Bottle' },
      ],
      [
        pricing.listMissingPrices,
        {
          missing: [
            {
              gId: 1,
              trialName: 'Aurelia Migraine Study',
              productId: 5,
              drugName: 'Aurelix',
              dosageForm: 'Tablet',
              partnerId: 32,
              partnerName: name,
              tellsApart: 'Lyon',
              partnerType: 'pharmacy',
            },
          ],
        },
      ],
    ],
  });

test('PSU-02 PRC-04 PRC-13 PRC-16 whose supply is switched, and whose price is shown, set and invalidated, is told by a name that tells it apart', async () => {
  const { user } = openPrices('group=2&product=5');
  const panel = within(await screen.findByRole('region', { name: 'Pharmacy' }));
  const choice = await panel.findByRole<HTMLSelectElement>('combobox', { name: 'Pharmacy partner' });
  expect([...choice.options].map((one) => one.textContent)).toEqual([inBoston, inLyon]);
  await user.selectOptions(choice, inLyon);
  await user.click(await panel.findByRole('button', { name: 'Update price' }));
  const form = within(await screen.findByRole('dialog', { name: 'Update price' }));
  expect(form.getByText(`${inLyon}, Aurelix 50 mg, Tablet`)).toBeDefined();
  await user.type(form.getByRole('textbox', { name: 'Price' }), '1234.50');
  await user.click(form.getByRole('button', { name: 'Update' }));
  const question = within(await screen.findByRole('dialog', { name: 'Set this price?' }));
  expect(
    question.getByText(new RegExp(`^Northgate Pharmacy \\(Lyon\\), Aurelix 50 mg, Tablet: 1,234.50 USD`)),
  ).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));

  await user.click(await panel.findByRole('button', { name: /^Actions for the price from/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Invalidate' }));
  const ask = await screen.findByRole('dialog', { name: 'Invalidate this price?' });
  expect(ask.textContent).toContain(`${inLyon}, Aurelix 50 mg, Tablet: `);
  await user.click(within(ask).getByRole('button', { name: 'Cancel' }));

  await user.click(panel.getByRole('radio', { name: 'Partner Supply' }));
  expect(panel.getAllByRole('switch').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    inBoston,
    inLyon,
  ]);
});

test('PRC-01 the columns of all prices, and the prices that one of them opens, are named apart', async () => {
  const { user } = openPrices('group=1');
  const grid = within(await screen.findByRole('table', { name: 'Prices at Aurelia Migraine Study' }));
  expect(grid.getAllByRole('columnheader').map((one) => one.textContent)).toEqual([
    'Product',
    `${inBoston}Pharmacy`,
    `${inLyon}Pharmacy`,
  ]);
  await user.click(grid.getAllByRole('button', { name: 'No price' })[1] as HTMLElement);
  expect(await screen.findByRole('dialog', { name: `Prices of ${inLyon}` })).toBeDefined();
});

test('a missing price of one of them says whose it is', async () => {
  openPrices('price=missing');
  expect(await screen.findByRole('button', { name: `Prices of Aurelix at ${inLyon}` })).toBeDefined();
});
