import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as site from '@portal/contract/partners/endpoints.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { elsewhere } from '#app/guards.ts';
import { routeOf } from '#app/routes.ts';
import PartnerManagement from '#pages/PartnerManagement.tsx';
import { type Draft, newDraft, problemsIn } from '#rooms/partners/form.ts';
import type { Partner } from '#rooms/partners/kinds.ts';
import { isOff } from '#test/buttons.ts';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { aViewer, type Call, renderPage, type Reply } from '#test/portal.tsx';

const boston = {
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
};
const aPartner = (more: Partial<Partner> = {}) => ({
  phoneNumber: '+16175550100',
  faxNumber: '+16175550101',
  email: 'orders@northgate.example',
  sendEmail: false,
  address: boston,
  companyId: 1,
  version: 3,
  ...more,
});
const northgate = { ppId: 7, pharmacyName: 'Northgate', ...aPartner() };
const southgate = {
  ppId: 8,
  pharmacyName: 'Southgate',
  ...aPartner({ faxNumber: null, address: { ...boston, country: 'FR' } }),
};
const baltic = { wpId: 9, wholesalerName: 'Baltic', ...aPartner() };
const users = [
  { fname: 'Priya', lname: 'Nair', email: 'priya@northgate.example', status: 1 },
  { fname: null, lname: null, email: 'new@northgate.example', status: 0 },
];
const admin = { type: 'Admin', adminRights: true } as const;
const notThere = { status: 404, body: { code: 'not_found', message: 'none' } };

const open = (
  replies: Reply[] = [],
  route = '/settings/ctrx-partner-management',
  viewer: Partial<typeof aViewer> = admin,
) =>
  renderPage(<PartnerManagement />, {
    viewer,
    route,
    replies: [
      [api.listPharmacies, { pharmacyPartners: [northgate, southgate] }],
      [api.listWholesalers, { wholesalerPartners: [baltic] }],
      [listTrials, { groups: [aTrial(), aSite(), lyon] }],
      [site.listSitePharmacies, { pharmacyPartners: [northgate] }],
      [site.listSiteWholesalers, { wholesalerPartners: [] }],
      [api.listPharmacyUsers, { users }],
      [api.listWholesalerUsers, { users: [] }],
      ...replies,
    ],
  });
type User = ReturnType<typeof open>['user'];
const table = (name: string) => screen.findByRole('table', { name });
const cellsOf = async (name: string) =>
  within(await table(name))
    .getAllByRole('row')
    .map((row) => [...row.querySelectorAll('th,td')].map((cell) => cell.textContent));
const choose = async (user: User, partner: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${partner}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: User, name: string, text: string) => {
  await user.clear(await field(name));
  if (text) await user.paste(text);
  await user.tab();
};

describe('the list', () => {
  test('PPW-01 PPW-02 OPS-01 OPN-98 the pharmacies of the company are shown with what may be done with them', async () => {
    const { user, callsOf } = open();
    await screen.findByText('Northgate');
    expect(await cellsOf('Partners')).toEqual([
      ['Name', 'Phone', 'Fax', 'Country', 'Action'],
      ['Northgate', '617-555-0100', '617-555-0101', 'United States', ''],
      ['Southgate', '617-555-0100', '–', 'France', ''],
    ]);
    expect(callsOf(api.listPharmacies)[0]?.query).toEqual({ companyId: 1 });
    await user.click(await screen.findByRole('button', { name: 'Actions for Northgate' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual([
      'Edit',
      'Info',
      'Send invite',
    ]);
  });

  test('PSU-03 SEC-23 who has admin rights at some sites reads about the partners, and is offered no change of them', async () => {
    const { user } = open([], '/settings/ctrx-partner-management', { type: 'Site User', adminRights: true });
    await screen.findByText('Northgate');
    expect(screen.queryByRole('button', { name: 'Add New Partner' })).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Actions for Northgate' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Info']);
  });

  test('PPW-01 OPS-01 the selector leads to the wholesalers, and the address keeps it', async () => {
    const { user, router } = open();
    await screen.findByText('Northgate');
    const kinds = screen.getByRole('radiogroup', { name: 'Partner type' });
    expect(
      within(kinds)
        .getAllByRole('radio')
        .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent),
    ).toEqual(['Pharmacy Partner', 'Wholesaler Partner']);
    await user.click(within(kinds).getByRole('radio', { name: 'Wholesaler Partner' }));
    expect(await screen.findByText('Baltic')).toBeDefined();
    expect(screen.queryByText('Northgate')).toBeNull();
    await waitFor(() => expect(router.state.location.search).toEqual({ type: 'wholesaler' }));
  });

  test('CON-01 ten of many partners are shown, in pages of 5, 10 or 25', async () => {
    const many = Array.from({ length: 12 }, (_, i) => ({ ...northgate, ppId: 100 + i, pharmacyName: `P${i + 1}` }));
    const { user } = open([[api.listPharmacies, { pharmacyPartners: many }]]);
    await screen.findByText('P1');
    expect(within(await table('Partners')).getAllByRole('row')).toHaveLength(11);
    const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Partners: rows per page' });
    expect([...sizes.options].map((option) => option.value)).toEqual(['5', '10', '25']);
    await user.selectOptions(sizes, '25');
    expect(within(await table('Partners')).getAllByRole('row')).toHaveLength(13);
  });

  test('a company without partners is told so, and how to go on', async () => {
    const { user } = open([[api.listPharmacies, { pharmacyPartners: [] }]]);
    expect(await screen.findByText('There are no pharmacy partners yet.')).toBeDefined();
    await user.click(within(await table('Partners')).getByRole('button', { name: 'Add New Partner' }));
    expect(await dialog('Add Pharmacy Partner')).toBeDefined();
  });

  test('a list that cannot be read says why, and can be asked for again', async () => {
    const { user, answer } = open([
      [api.listPharmacies, { status: 500, body: { code: 'unexpected', message: 'Out of order' } }],
    ]);
    expect(await screen.findByText('Out of order')).toBeDefined();
    answer(api.listPharmacies, { pharmacyPartners: [northgate] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Northgate')).toBeDefined();
  });

  test('REL-17 partners that are known stay while they cannot be read anew', async () => {
    const { answer, callsOf, queryClient } = open();
    await screen.findByText('Northgate');
    answer(api.listPharmacies, { status: 500, body: { code: 'unexpected', message: 'Out of order' } });
    await act(() => queryClient.refetchQueries());
    expect(callsOf(api.listPharmacies)).toHaveLength(2);
    expect(screen.getByText('Northgate')).toBeDefined();
    expect(screen.queryByText('Out of order')).toBeNull();
  });

  test.each<[string, Endpoint, string, string]>([
    ['partners', api.listPharmacies, '', 'There are no pharmacy partners yet.'],
    ['sites', listTrials, '', 'There are no trial sites yet.'],
    ['invitations', api.listPendingInvitations, '?status=invited', 'No invitations are pending.'],
  ])('CLN-09 a list of %s that is not found is an empty one', async (_, list, search, text) => {
    open([[list, notThere]], `/settings/ctrx-partner-management${search}`);
    expect(await screen.findByText(text)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('CLN-09 the people of a partner who are not found are none', async () => {
    const { user } = open([[api.listPharmacyUsers, notThere]]);
    await choose(user, 'Northgate', 'Info');
    expect(await screen.findByText('Nobody has been invited yet.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('ROL-07 RTE-16 the page is for administrators of a company with trials who are of no partner', () => {
    const route = routeOf('/settings/ctrx-partner-management')!;
    const of = (more: object) => elsewhere(route, { ...aViewer, ...admin, ...more });
    expect(route.title).toBe('Settings');
    expect(of({})).toBeNull();
    expect(of({ type: 'Site User' })).toBeNull();
    expect(of({ type: 'Pharmacy User' })).toBe('/not-found');
    expect(of({ type: 'Wholesaler User' })).toBe('/not-found');
    expect(of({ modules: ['ClinicalManagement'] })).toBe('/not-found');
    // No dashboard without assessments: they begin where people like them begin.
    expect(of({ adminRights: false })).toBe('/');
  });
});

describe('a partner', () => {
  const fill = async (user: User) => {
    await write(user, 'Name', 'Eastgate');
    await write(user, 'Phone', '6175550123');
    await write(user, 'Email', 'Orders@Eastgate.example');
    await write(user, 'Street', '2 Harbour St');
    await write(user, 'City', 'Boston');
    await write(user, 'State', 'Massachusetts');
    await write(user, 'ZIP code', '02110');
  };
  const add = async (user: User) => {
    await screen.findByText('Northgate');
    await user.click(screen.getByRole('button', { name: 'Add New Partner' }));
    await dialog('Add Pharmacy Partner');
  };
  const send = async (user: User, name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

  test('PPW-03 PPW-06 CAE-02 a partner is added', async () => {
    const page = open([[api.addPharmacy, { message: 'ok', ppId: 12, version: 1 }]]);
    await add(page.user);
    await fill(page.user);
    await page.user.click(screen.getByRole('switch', { name: 'Send shipment emails' }));
    await send(page.user, 'Add Partner');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(api.addPharmacy)[0]?.sent).toEqual({
      pharmacyName: 'Eastgate',
      phoneNumber: '+16175550123',
      faxNumber: '',
      email: 'orders@eastgate.example',
      sendEmail: 1,
      address: { ...boston, street: '2 Harbour St', country: 'US' },
      companyId: 1,
    });
    expect(page.callsOf(api.addPharmacy)[0]?.headers.get('idempotency-key')).toBeTruthy();
    expect(await screen.findByText('Eastgate was added.')).toBeDefined();
    await waitFor(() => expect(page.callsOf(api.listPharmacies)).toHaveLength(2));
  });

  test('PPW-04 an empty form is not sent: each field that is missing says so, and the first has the focus', async () => {
    const page = open();
    await add(page.user);
    await send(page.user, 'Add Partner');
    for (const name of ['Name', 'Phone', 'Email', 'Street', 'City', 'State', 'ZIP code'])
      await waitFor(async () =>
        expect([name, (await field(name)).getAttribute('aria-invalid')]).toEqual([name, 'true']),
      );
    await waitFor(async () => expect(document.activeElement).toBe(await field('Name')));
    expect((await field('Fax')).getAttribute('aria-invalid')).not.toBe('true');
    expect(page.callsOf(api.addPharmacy)).toEqual([]);
  });

  const whole = { ...newDraft, name: 'Eastgate', phone: '+16175550123', email: 'a@b.example', address: boston };
  test.each<[keyof Draft, Draft[keyof Draft]]>([
    ['name', ' '],
    ['phone', ''],
    ['phone', '+1617'],
    ['fax', '+1617'],
    ['email', ''],
    ['email', 'orders'],
    ['address', { ...boston, street: '' }],
    ['address', { ...boston, zip: 'x' }],
  ])('PPW-04 with %s %j a partner is not sent', (name, value) => {
    expect(problemsIn(whole)).toEqual({});
    expect(Object.keys(problemsIn({ ...whole, [name]: value }))).toEqual([name]);
  });

  test('PPW-04 CLN-26 an email, a phone, a fax or a zip code that is none is told when its field is left', async () => {
    const page = open();
    await add(page.user);
    await write(page.user, 'Email', 'orders');
    expect(await screen.findByText('is not a valid email')).toBeDefined();
    for (const name of ['Phone', 'Fax']) {
      await write(page.user, name, '617');
      expect(await screen.findByText('Invalid phone number')).toBeDefined();
      await write(page.user, name, '6175550123');
      expect([name, (await field(name)).value]).toEqual([name, '617-555-0123']);
      expect(screen.queryByText('Invalid phone number')).toBeNull();
    }
    await write(page.user, 'ZIP code', '1234');
    expect(await screen.findByText('Invalid zip code (e.g. 12345).')).toBeDefined();
  });

  test('PPW-03 PPW-05 CAE-03 Save waits for a change, and sends the version that was read', async () => {
    const page = open([[api.changePharmacy, { message: 'ok', ppId: 7, version: 4 }]]);
    await choose(page.user, 'Northgate', 'Edit');
    const box = await dialog('Edit Pharmacy Partner');
    expect((await field('Name')).value).toBe('Northgate');
    const save = within(box).getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(isOff(save)).toBe(true);
    await write(page.user, 'Name', 'Northgate Pharmacy');
    expect(isOff(save)).toBe(false);
    await write(page.user, 'Name', 'Northgate');
    expect(isOff(save)).toBe(true);
    await write(page.user, 'Name', 'Northgate Pharmacy');
    await page.user.click(save);
    expect(await screen.findByText('Northgate Pharmacy was changed.')).toBeDefined();
    expect(page.callsOf(api.changePharmacy)[0]?.body).toMatchObject({
      ppId: 7,
      pharmacyName: 'Northgate Pharmacy',
      version: 3,
    });
  });

  test('CAE-16 a wholesaler is changed by the call of wholesalers', async () => {
    const page = open([[api.changeWholesaler, { message: 'ok', wpId: 9, version: 4 }]], '/x?type=wholesaler');
    await choose(page.user, 'Baltic', 'Edit');
    await write(page.user, 'Name', 'Baltic Wholesale');
    await send(page.user, 'Save');
    expect(await screen.findByText('Baltic Wholesale was changed.')).toBeDefined();
    expect(page.callsOf(api.changeWholesaler)[0]?.body).toMatchObject({ wpId: 9, wholesalerName: 'Baltic Wholesale' });
  });

  test('REL-07 what someone else has changed meanwhile is taken over, what was typed stays, and saving again goes on from there', async () => {
    let tries = 0;
    const page = open([
      [
        api.changePharmacy,
        () =>
          (tries += 1) === 1
            ? { status: 409, body: { code: 'stale', message: 'stale' } }
            : { message: '', ppId: 7, version: 5 },
      ],
    ]);
    await choose(page.user, 'Northgate', 'Edit');
    await write(page.user, 'Name', 'Mine');
    page.answer(api.listPharmacies, {
      pharmacyPartners: [{ ...northgate, email: 'their@northgate.example', version: 4 }],
    });
    await send(page.user, 'Save');
    expect(await screen.findByText('Someone else has changed this partner in the meantime')).toBeDefined();
    expect(screen.getByText('Email is now “their@northgate.example”.')).toBeDefined();
    expect((await field('Name')).value).toBe('Mine');
    expect((await field('Email')).value).toBe('their@northgate.example');
    await send(page.user, 'Save');
    await waitFor(() => expect(page.callsOf(api.changePharmacy)).toHaveLength(2));
    expect(page.callsOf(api.changePharmacy)[1]?.body).toMatchObject({
      pharmacyName: 'Mine',
      email: 'their@northgate.example',
      version: 4,
    });
  });

  test('what the server says of a field stands at it, and what was typed is not thrown away without a question', async () => {
    const page = open([
      [api.addPharmacy, { status: 400, body: { code: 'invalid', message: '', fields: { pharmacyName: 'is taken' } } }],
    ]);
    await add(page.user);
    await fill(page.user);
    await send(page.user, 'Add Partner');
    expect(await screen.findByText('is taken')).toBeDefined();
    expect((await field('Name')).value).toBe('Eastgate');
    await page.user.keyboard('{Escape}');
    expect(await dialog('Discard what you typed?')).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add New Partner'));
  });

  test('PPW-03 PPW-09 PPW-10 Info shows everything for reading, and who works for the partner', async () => {
    const page = open();
    await choose(page.user, 'Northgate', 'Info');
    const box = await dialog('Pharmacy Partner Info');
    expect(within(box).getByText('1 Main Street, Boston, Massachusetts 02110, United States')).toBeDefined();
    expect(within(box).queryAllByRole('textbox')).toEqual([]);
    await within(box).findByText('Priya Nair');
    expect(await cellsOf('Partner users')).toEqual([
      ['Name', 'Email', 'Status'],
      ['Priya Nair', 'priya@northgate.example', 'Has access'],
      ['–', 'new@northgate.example', 'Pending - Invite Send'],
    ]);
    expect(page.callsOf(api.listPharmacyUsers)[0]?.query).toEqual({ ppId: 7 });
  });

  test('that its mails do not arrive is said where it is read about, and where it is edited until the address is another', async () => {
    const words = 'Shipment emails do not arrive. Please check the address.';
    const failing = { ...northgate, sendEmail: true, areMailsUndelivered: true };
    const page = open([[api.listPharmacies, { pharmacyPartners: [failing, southgate] }]]);
    await choose(page.user, 'Northgate', 'Info');
    expect(within(await dialog('Pharmacy Partner Info')).getByText(words)).toBeDefined();
    await page.user.keyboard('{Escape}');
    await choose(page.user, 'Southgate', 'Info');
    expect(within(await dialog('Pharmacy Partner Info')).queryByText(words)).toBeNull();
    await page.user.keyboard('{Escape}');
    await choose(page.user, 'Northgate', 'Edit');
    expect(within(await dialog('Edit Pharmacy Partner')).getByText(words)).toBeDefined();
    await write(page.user, 'Email', 'desk@northgate.example');
    expect(screen.queryByText(words)).toBeNull();
  });

  test('CLN-23 CCN-01 its users stand on pages of 10', async () => {
    const many = Array.from({ length: 11 }, (_, i) => ({ ...users[0], email: `user${i}@northgate.example` }));
    const { user } = open([[api.listPharmacyUsers, { users: many }]]);
    await choose(user, 'Northgate', 'Info');
    await screen.findByText('user0@northgate.example');
    expect(await cellsOf('Partner users')).toHaveLength(11);
    expect(screen.getByText('1–10 of 11')).toBeDefined();
  });
});

describe('an invite', () => {
  test('PPW-07 PPW-08 PPW-09 CAE-07 it is sent without rights, and who was invited is listed at once', async () => {
    const page = open([[api.invitePharmacyUser, { message: 'Invite sent.' }]]);
    await choose(page.user, 'Northgate', 'Send invite');
    const box = await dialog('Send invite for Northgate');
    await within(box).findByText('Priya Nair');
    const invited = { fname: null, lname: null, email: 'ada@northgate.example', status: 0 };
    page.answer(api.listPharmacyUsers, { users: [...users, invited] });
    await write(page.user, 'Email', 'ada@northgate.example');
    await page.user.click(within(box).getByRole('button', { name: 'Send invite' }));
    expect(await within(box).findByText('ada@northgate.example')).toBeDefined();
    expect(page.callsOf(api.invitePharmacyUser).map((call: Call) => call.sent)).toEqual([
      {
        ppId: 7,
        companyId: 1,
        email: 'ada@northgate.example',
        providerType: 'Pharmacy User',
        adminRights: 0,
        defaultListing: 0,
      },
    ]);
    expect((await field('Email')).value).toBe('');
  });

  test('PPW-08 CAE-20 who is invited to a wholesaler becomes a Wholesaler User', async () => {
    const page = open([[api.inviteWholesalerUser, { message: 'Invite sent.' }]], '/x?type=wholesaler');
    await choose(page.user, 'Baltic', 'Send invite');
    const box = await dialog('Send invite for Baltic');
    expect(await within(box).findByText('Nobody has been invited yet.')).toBeDefined();
    await write(page.user, 'Email', 'ada@baltic.example');
    await page.user.click(within(box).getByRole('button', { name: 'Send invite' }));
    await waitFor(() => expect(page.callsOf(api.inviteWholesalerUser)).toHaveLength(1));
    expect(page.callsOf(api.inviteWholesalerUser)[0]?.body).toMatchObject({ wpId: 9, providerType: 'Wholesaler User' });
  });

  test.each([
    ['', 'is required'],
    ['ada', 'is not a valid email'],
    [`${'a'.repeat(41)}@b.example`, 'is too long (maximum is 50 characters)'],
  ])('PPW-07 %s is not sent', async (email, problem) => {
    const page = open();
    await choose(page.user, 'Northgate', 'Send invite');
    const box = await dialog('Send invite for Northgate');
    await write(page.user, 'Email', email);
    await page.user.click(within(box).getByRole('button', { name: 'Send invite' }));
    expect(await within(box).findByText(problem)).toBeDefined();
    expect(page.callsOf(api.invitePharmacyUser)).toEqual([]);
  });

  test('OPC-94 a used email is told at the field', async () => {
    const message = 'A user with this email already exists.';
    const page = open([[api.invitePharmacyUser, { status: 400, body: { code: 'provider.email_taken', message } }]]);
    await choose(page.user, 'Northgate', 'Send invite');
    const box = await dialog('Send invite for Northgate');
    await write(page.user, 'Email', 'priya@northgate.example');
    await page.user.click(within(box).getByRole('button', { name: 'Send invite' }));
    expect(await within(box).findByText(message)).toBeDefined();
  });
});

describe('a trial site', () => {
  const at = '/settings/ctrx-partner-management?site=2';

  test('OPS-01 CAE-04 CAE-05 PSU-03 a site is picked, its partners are shown, and another one is connected', async () => {
    const page = open([[api.connectPharmacy, { message: 'ok' }]]);
    await screen.findByRole('option', { name: 'Lyon Clinic' });
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Trial site' }), 'Boston General');
    await waitFor(() => expect(page.router.state.location.search).toEqual({ site: 2 }));
    await screen.findByRole('button', { name: 'Disconnect Northgate' });
    const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Pharmacy Partner to connect' });
    expect([...picker.options].map((option) => option.textContent)).toEqual(['Choose partner', 'Southgate']);
    await page.user.selectOptions(picker, 'Southgate');
    await page.user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Southgate is connected to Boston General.')).toBeDefined();
    expect(page.callsOf(api.connectPharmacy)[0]?.body).toEqual({ g_id: 2, ppId: 8 });
    await waitFor(() => expect(page.callsOf(site.listSitePharmacies)).toHaveLength(2));
  });

  test('OPS-01 REL-07 while a partner is being connected no other one is chosen, and who hears the page is told', async () => {
    const answer = Promise.withResolvers<object>();
    const page = open([[api.connectPharmacy, () => answer.promise]], at);
    await screen.findByRole('button', { name: 'Disconnect Northgate' });
    const picker = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Pharmacy Partner to connect' });
    await page.user.selectOptions(picker, 'Southgate');
    await page.user.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Being sent…')).toBeDefined();
    await page.user.selectOptions(picker, 'Choose partner');
    expect(picker.selectedOptions[0]?.textContent).toBe('Southgate');
    answer.resolve({ message: 'ok' });
    expect(await screen.findByText('Southgate is connected to Boston General.')).toBeDefined();
    expect(screen.queryByText('Being sent…')).toBeNull();
  });

  test('CLN-23 CCN-01 the partners of a site stand on pages of 10', async () => {
    const many = Array.from({ length: 11 }, (_, i) => ({ ...northgate, ppId: 100 + i, pharmacyName: `P${i + 1}` }));
    open(
      [
        [api.listPharmacies, { pharmacyPartners: many }],
        [site.listSitePharmacies, { pharmacyPartners: many }],
      ],
      at,
    );
    await screen.findByRole('button', { name: 'Disconnect P1' });
    expect(await cellsOf('Partners of Boston General')).toHaveLength(11);
  });

  test('OPS-01 CAE-06 a partner is disconnected after a question', async () => {
    const page = open([[api.disconnectPharmacy, { message: 'ok' }]], at);
    await page.user.click(await screen.findByRole('button', { name: 'Disconnect Northgate' }));
    const box = await dialog('Disconnect partner');
    expect(page.callsOf(api.disconnectPharmacy)).toEqual([]);
    await page.user.click(within(box).getByRole('button', { name: 'Disconnect' }));
    expect(await screen.findByText('Northgate is disconnected from Boston General.')).toBeDefined();
    expect(page.callsOf(api.disconnectPharmacy)[0]?.query).toEqual({ g_id: 2, ppId: 7 });
  });

  test('OPS-40 what stands in the way of disconnecting a partner is said beforehand, and why it cannot be done stays in the dialog', async () => {
    const message = 'Must invalidate pricing before removing this supplier.';
    const page = open(
      [[api.disconnectPharmacy, { status: 400, body: { code: 'product_supply.priced', message } }]],
      at,
    );
    await page.user.click(await screen.findByRole('button', { name: 'Disconnect Northgate' }));
    const box = await dialog('Disconnect partner');
    const before =
      'It has to stay while a product that it supplies there has a valid price with it, or a request there is not finished.';
    expect(within(box).getByText(before)).toBeDefined();
    await page.user.click(within(box).getByRole('button', { name: 'Disconnect' }));
    expect(await within(box).findByText(message)).toBeDefined();
    expect(isOff(within(box).getByRole<HTMLButtonElement>('button', { name: 'Disconnect' }))).toBe(true);
  });

  test('CAE-18 CAE-19 a wholesaler is connected by the call of wholesalers', async () => {
    const page = open([[api.connectWholesaler, { message: 'ok' }]], '/x?type=wholesaler&site=2');
    expect(await screen.findByText('No wholesaler partner is connected to Boston General yet.')).toBeDefined();
    await page.user.selectOptions(screen.getByRole('combobox', { name: 'Wholesaler Partner to connect' }), 'Baltic');
    await page.user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(page.callsOf(api.connectWholesaler)).toHaveLength(1));
    expect(page.callsOf(api.connectWholesaler)[0]?.body).toEqual({ g_id: 2, wpId: 9 });
  });

  test('SHP-14 what somebody else does to the partners shows at once', async () => {
    const page = open([], at);
    await screen.findByRole('button', { name: 'Disconnect Northgate' });
    page.answer(site.listSitePharmacies, { pharmacyPartners: [] });
    await page.live.tell({ type: 'partner.changed', id: 7, careGroupId: 2 });
    expect(await screen.findByText('No pharmacy partner is connected to Boston General yet.')).toBeDefined();
  });
});
