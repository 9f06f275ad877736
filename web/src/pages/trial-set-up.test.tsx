/** The page of a trial, and what the table of care groups says of sites that cannot be supplied. */
import { configureTrial } from '@portal/contract/care-groups/configuration-endpoints.ts';
import { listCareGroups, readSite, readTrial } from '@portal/contract/care-groups/endpoints.ts';
import { listSponsors } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { listSitePharmacies } from '@portal/contract/partners/endpoints.ts';
import { listPharmacies } from '@portal/contract/partners/manage-endpoints.ts';
import { listUnsupplied, readSetUp, type TrialSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { groups, openCareGroups, table } from '#test/care-groups.tsx';

const setUp: TrialSetUp = {
  trialConfigured: 'not configured',
  hasCard: false,
  cardConfigured: 'not configured',
  hasShippingRequest: false,
  productCount: 1,
  untypedCount: 0,
  sites: [
    {
      gId: 2,
      displayName: 'Boston General',
      siteConfigured: 'configured',
      partnerCount: 0,
      suppliedCount: 0,
      missingPrices: [],
      missing: ['partner', 'supply', 'price'],
    },
  ],
};
const info = {
  subjectNumberMask: null,
  subjectNumberLength: null,
  outreachPreference: false,
  hasCard: false,
  hasShippingRequest: false,
  sponsorId: 1,
  sponsorName: 'Aurelia Therapeutics',
  pdmiGroupNumber: null,
  status: 0,
  version: 1,
};
const open = (reply: object = setUp) =>
  openCareGroups({
    route: '/settings/caregroup-management?trial=1',
    replies: [
      [readSetUp, reply],
      [readTrial, { trialInfo: info }],
      [listSponsors, { sponsors: [{ spId: 1, sponsorName: 'Aurelia Therapeutics', company_id: 1, version: 1 }] }],
      [configureTrial, { message: 'ok', gId: 1, version: 2 }],
    ],
  });
const steps = async () =>
  within(await screen.findByRole('region', { name: 'Set up Aurelia Migraine Study' })).findAllByRole('listitem');

test('the page of a trial shows its steps with their state, and of a site what keeps it from being supplied beside its status', async () => {
  open();
  const marks = (await steps()).map((step) => within(step).getByRole('img').getAttribute('aria-label'));
  expect(marks).toEqual(['To do', 'Done', 'Later', 'Done', 'To do', 'Later', 'Later', 'Later']);
  expect(screen.getByText('2 of 8 steps done')).toBeDefined();
  const row = within(screen.getByRole('table', { name: 'Sites of Aurelia Migraine Study' })).getAllByRole('row')[1]!;
  expect(within(row).getByText('Fully configured')).toBeDefined();
  expect(within(row).getByText('cannot be supplied yet: no partner, no supply, no price')).toBeDefined();
});

test('a step opens its dialog in place; once it is done the next open step has the focus', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Configure trial' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Group Configurations' }));
  await page.user.type(await dialog.findByRole('textbox', { name: 'Subject Number Mask' }), 'XX');
  await page.user.click(dialog.getByRole('button', { name: 'Configure' }));
  page.answer(readSetUp, { ...setUp, trialConfigured: 'configured', hasShippingRequest: true });
  const sure = await screen.findByRole('dialog', { name: 'Would you like to configure this care group?' });
  await page.user.click(within(sure).getByRole('button', { name: 'Configure' }));
  const next = await screen.findByRole('button', { name: 'Connect partner' });
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(next.closest('li')?.getAttribute('aria-current')).toBe('step');
  expect(page.router.state.location.search).toEqual({ trial: 1 });
});

test('CST-05 UPW-04 a trial without an order form gets one from its page', async () => {
  const page = openCareGroups({
    route: '/settings/caregroup-management?trial=1',
    replies: [[readSetUp, { ...setUp, trialConfigured: 'configured', hasShippingRequest: true }]],
    groups: [{ ...groups[0]!, orderFormTemplate: null }, ...groups.slice(1)],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Upload order form' }));
  expect(await screen.findByRole('dialog', { name: 'Upload: Order Form' })).toBeDefined();
});

test('a button that leads to a site is as short as the others, and names the site to who cannot see it', async () => {
  const displayName = 'Universitaetsklinikum Heidelberg Nord XX';
  open({ ...setUp, sites: [{ ...setUp.sites[0]!, displayName, siteConfigured: 'not configured' }] });
  const button = await screen.findByRole('button', { name: `Configure ${displayName}` });
  expect(button.textContent).toBe('Configure');
  expect(screen.getByText(`${displayName} is not configured.`)).toBeDefined();
});

test('a dialog that is closed without having done anything gives the focus back to its button', async () => {
  const page = open();
  const button = await screen.findByRole('button', { name: 'Configure trial' });
  await page.user.click(button);
  await screen.findByRole('dialog', { name: 'Group Configurations' });
  await page.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('REL-17 a trial that goes out of reach leaves an open form as it is; what is sent is refused with a sentence, and with the form the trial goes', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Configure trial' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Group Configurations' }));
  const mask = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Subject Number Mask' });
  await page.user.type(mask, 'XX');
  page.answer(listCareGroups, { groups: [] });
  await page.live.tell({ type: 'care_group.changed', id: 1 });
  await waitFor(() => expect(page.callsOf(listCareGroups).length).toBeGreaterThan(1));
  await act(async () => undefined);
  expect([mask.isConnected, mask.value]).toEqual([true, 'XX']);
  page.answer(configureTrial, { status: 404, body: { code: 'care_group.not_found', message: 'No such trial.' } });
  await page.user.click(dialog.getByRole('button', { name: 'Configure' }));
  const sure = await screen.findByRole('dialog', { name: 'Would you like to configure this care group?' });
  await page.user.click(within(sure).getByRole('button', { name: 'Configure' }));
  expect(await dialog.findByText('No such trial.')).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('This trial was not found.')).toBeDefined();
});

test('REL-17 a site that goes out of reach leaves its open configuration as it is', async () => {
  const page = open();
  page.answer(readSite, { siteInfo: null, version: 1 });
  page.answer(listSitePharmacies, { pharmacyPartners: [] });
  page.answer(listPharmacies, { pharmacyPartners: [] });
  await page.user.click(await screen.findByRole('button', { name: 'Configuration of Boston General' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Group Configurations' }));
  const contact = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Study Contact' });
  await page.user.type(contact, 'Ada');
  page.answer(listCareGroups, { groups: groups.slice(0, 1) });
  await page.live.tell({ type: 'care_group.changed', id: 2 });
  await waitFor(() => expect(page.callsOf(listCareGroups).length).toBeGreaterThan(1));
  await act(async () => undefined);
  expect([contact.isConnected, contact.value]).toEqual([true, 'Ada']);
});

test('what somebody else does for the trial shows up, and a trial that cannot be read can be read again', async () => {
  const page = open({ status: 503, body: { code: 'unavailable', message: 'The service is not available.' } });
  expect(await screen.findByText('The service is not available.')).toBeDefined();
  page.answer(readSetUp, setUp);
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('2 of 8 steps done')).toBeDefined();
  page.answer(readSetUp, { ...setUp, trialConfigured: 'configured', hasShippingRequest: true });
  await page.live.tell({ type: 'price.changed', id: 4 });
  expect(await screen.findByText('Configured.')).toBeDefined();
});

test('in the table of care groups a site that cannot be supplied says so beside its status, and a name opens the page of the trial', async () => {
  const page = openCareGroups({
    replies: [
      [listUnsupplied, { sites: [{ gId: groups[1]!.gId, missing: ['price'] }] }],
      [readSetUp, setUp],
    ],
  });
  const said = await within(await table()).findAllByText(/^cannot be supplied yet/);
  expect(said.map((one) => one.textContent)).toEqual(['cannot be supplied yet: no price']);
  const cell = said[0]!.closest('td')!;
  expect(within(cell).getByText('Fully configured')).toBeDefined();
  await page.user.click(within(await table()).getByRole('button', { name: 'AUR-101' }));
  expect(await screen.findByText('2 of 8 steps done')).toBeDefined();
  expect(page.router.state.location.search).toEqual({ trial: 1 });
  await page.user.click(screen.getByRole('button', { name: 'All care groups' }));
  expect(await table()).toBeDefined();
});
