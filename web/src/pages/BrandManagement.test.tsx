import * as api from '@portal/contract/companies/brand-endpoints.ts';
import { usualHours } from '@portal/contract/companies/brand-rules.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import BrandManagement from '#pages/BrandManagement.tsx';
import type { Viewer } from '#api/session.ts';
import { routeOf } from '#app/routes.ts';
import { moved, placeOf, wholeView } from '#rooms/companies/crop.ts';
import { isOff } from '#test/buttons.ts';
import { renderPage, type Reply } from '#test/portal.tsx';

const meridian: BrandInfo = {
  company_id: 1,
  brandId: 7,
  brandKey: 'meridian',
  companyName: 'Meridian <b>Trials</b>',
  shortName: 'Meridian',
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
  addrId: 4,
  supportNumber: '+16175550101',
  email: 'hello@meridian.example',
  contactFax: null,
  hours: { ...usualHours, saturday: '09:00-12:30', timezone: 'CT' },
  brandHeaderUrl: null,
  logo: null,
  favicon: null,
  signInImage: null,
  primaryColour: null,
  senderEmailId: 11,
  contactEmailId: null,
  senderPhoneId: null,
  senderEmailName: 'Meridian Trials',
  termDocId: 5,
  termsURL: null,
  portalUrl: 'https://portal.example',
  alerts: [],
  version: 3,
};
const admin: Partial<Viewer> = { type: 'Admin', adminRights: true, modules: ['BrandManagement'] };
const open = (replies: Reply[] = []) =>
  renderPage(<BrandManagement />, {
    viewer: admin,
    route: '/settings/brand-management',
    replies: [
      [api.listBrands, { brand: [meridian] }],
      [
        api.listCompanyEmails,
        {
          emails: [
            { email_ID: 11, email: 'support@meridian.example', verified: true },
            { email_ID: 12, email: 'news@meridian.example', verified: false },
          ],
        },
      ],
      [api.listCompanyPhones, { phones: [{ sender_ID: 21, phoneNumber: '+16175550100' }] }],
      [api.addTerms, { message: 'Terms uploaded.', documentId: 31 }],
      [api.addBrand, { message: 'Brand added.', brandId: 8, portalUrl: 'https://portal.example' }],
      [api.changeBrand, { message: 'Brand updated.', version: 4 }],
      ...replies,
    ],
  });
type User = ReturnType<typeof open>['user'];
const dialog = (name: string) => screen.findByRole('dialog', { name });
const choose = async (user: User, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${meridian.companyName}` }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: User, name: string, text: string) => {
  await user.clear(await field(name));
  if (text) await user.paste(text);
};
const tab = (user: User, name: string) => screen.findByRole('tab', { name }).then((one) => user.click(one));
const aFile = (bytes = 20, type = 'application/pdf') => new File([new Uint8Array(bytes)], 'terms.pdf', { type });
const pickTerms = async (user: User, file: File) =>
  user.upload(await screen.findByLabelText(/^Terms & Conditions/, { selector: 'input' }), file);

describe('hours that another release has kept', () => {
  const theirs: BrandInfo = { ...meridian, hours: { ...meridian.hours, monday: '', timezone: 'AKT' } };
  const openTheirs = () => open([[api.listBrands, { brand: [theirs] }]]);

  test.each(['Update Pharmacy Info', 'Update Brand Info'])(
    'stay as they are when “%s” changes something else',
    async (action) => {
      const page = openTheirs();
      await choose(page.user, action);
      await write(page.user, 'Fax', '+16175550102');
      await page.user.click(await screen.findByRole('button', { name: 'Save' }));
      await waitFor(() => expect(page.callsOf(api.changeBrand)).toHaveLength(1));
      const [{ body } = { body: {} }] = page.callsOf(api.changeBrand);
      expect([body.contactFax, 'hours' in body]).toEqual(['+16175550102', false]);
    },
  );

  test('BST-06 say what is to be corrected once they are changed, the time zone as well, and are sent with that', async () => {
    const page = openTheirs();
    await choose(page.user, 'Update Brand Info');
    await tab(page.user, 'Hour of Operations');
    expect(screen.queryByText('Please choose a time zone.')).toBeNull();
    expect(screen.queryByText('Please enter both times.')).toBeNull();
    await page.user.click(await screen.findByRole('checkbox', { name: 'Monday closed' }));
    expect(screen.getByText('Please choose a time zone.')).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    expect(page.callsOf(api.changeBrand)).toEqual([]);
    await page.user.click(screen.getByRole('combobox', { name: 'Time zone' }));
    await page.user.click(await screen.findByRole('option', { name: 'MT' }));
    expect(screen.queryByText('Please choose a time zone.')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.callsOf(api.changeBrand)).toHaveLength(1));
    expect(page.callsOf(api.changeBrand)[0]?.body.hours).toEqual({
      ...meridian.hours,
      monday: 'Closed',
      timezone: 'MT',
    });
  });
});

describe('the list', () => {
  test('BST-01 BST-02 SEC-28 the page is called Settings and holds a table of brands, whose texts are texts, with three things to do with each', async () => {
    expect(routeOf('/settings/brand-management')?.title).toBe('Settings');
    const { user } = open();
    const table = await screen.findByRole('table', { name: 'Brands' });
    expect(await within(table).findByText('Meridian <b>Trials</b>')).toBeTruthy();
    expect(table.querySelector('b')).toBeNull();
    expect(screen.getByRole('button', { name: 'Add New Brand' })).toBeTruthy();
    for (const [action, title] of [
      ['Update Pharmacy Info', 'Update Pharmacy Info'],
      ['Update Brand Info', 'Update Brand Info'],
      ['Update Terms', 'Update Terms'],
    ] as const) {
      await choose(user, action);
      await dialog(title);
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test.each([
    [null, null, 'None', 'those of the portal', 'This brand has no document with its terms yet.'],
    [
      null,
      'https://m.example/terms',
      'Web address',
      'https://m.example/terms',
      'This brand has no document with its terms yet. Its terms at https://m.example/terms stay.',
    ],
    [5, null, 'Uploaded', 'Uploaded', 'This brand has a document with its terms. Uploading another one replaces it.'],
    [
      5,
      'https://m.example/terms',
      'Uploaded, Web address',
      'Uploaded, https://m.example/terms',
      'This brand has a document with its terms. Uploading another one replaces it. Its terms at https://m.example/terms stay.',
    ],
  ])(
    'BST-02 BST-05 list, preview and dialog agree on the terms of a brand: document %s, address %s',
    async (termDocId, termsURL, listed, shown, said) => {
      const { user } = open([[api.listBrands, { brand: [{ ...meridian, termDocId, termsURL }] }]]);
      const row = (await screen.findByRole('button', { name: meridian.companyName })).closest('tr');
      expect(row?.querySelector('[data-title="Terms"]')?.textContent).toBe(listed);
      await choose(user, 'Update Brand Info');
      await dialog('Update Brand Info');
      expect(screen.getByRole('region', { name: 'Preview' }).textContent).toMatch(`Terms & Conditions ${shown}`);
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await choose(user, 'Update Terms');
      expect(within(await dialog('Update Terms')).getByText(said)).toBeDefined();
    },
  );

  test('CLN-09 a list that is not found is an empty one', async () => {
    open([[api.listBrands, { status: 404, body: { code: 'not_found', message: 'none' } }]]);
    expect(await screen.findByText('There are no brands yet.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('a list that cannot be read says so and can be asked again', async () => {
    open([[api.listBrands, { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } }]]);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('a new brand', () => {
  test('BST-03 adding shows five tabs, changing four', async () => {
    const { user } = open();
    const titles = () => screen.getAllByRole('tab').map((one) => one.textContent);
    await user.click(await screen.findByRole('button', { name: 'Add New Brand' }));
    await dialog('Add New Brand');
    const four = ['Contact Details', 'Hour of Operations', 'Brand Header', 'Brand Logo'];
    expect(titles()).toEqual([...four, 'Terms & Conditions']);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await choose(user, 'Update Brand Info');
    await dialog('Update Brand Info');
    expect(titles()).toEqual(four);
  });

  test('BST-04 OPC-97 CAG-32 the final "Add New Brand" waits for the terms, which are uploaded once, also when what follows fails; what was typed stays', async () => {
    const page = open([[api.addBrand, { status: 503, body: { code: 'unavailable', message: 'Please try again.' } }]]);
    const { user } = page;
    await user.click(await screen.findByRole('button', { name: 'Add New Brand' }));
    const sheet = await dialog('Add New Brand');
    const last = () => within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Add New Brand' });
    await write(user, 'Name', 'Northern Lights');
    expect(isOff(last())).toBe(true);
    await tab(user, 'Terms & Conditions');
    await pickTerms(user, aFile());
    await waitFor(() => expect(isOff(last())).toBe(false));
    await user.click(last());
    expect(await within(sheet).findByText('It is not known whether the brand was added')).toBeTruthy();
    await tab(user, 'Contact Details');
    expect((await field('Name')).value).toBe('Northern Lights');
    page.answer(api.addBrand, { message: 'Brand added.', brandId: 8, portalUrl: 'https://portal.example' });
    await user.click(last());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(api.addTerms)).toHaveLength(1);
    const [, sent] = page.callsOf(api.addBrand);
    expect(sent?.body).toMatchObject({
      company_id: 1,
      companyName: 'Northern Lights',
      termDocId: 31,
      hours: usualHours,
      street: '',
      country: '',
    });
  });

  test('BST-10 CCN-10 SEC-31 terms above 50 MB or of another kind are refused before they are sent', async () => {
    const { user } = open();
    await choose(user, 'Update Terms');
    const sheet = await dialog('Update Terms');
    const large = aFile();
    Object.defineProperty(large, 'size', { value: 50 * 1_048_576 + 1 });
    await pickTerms(user, large);
    expect(await within(sheet).findByText('File size is greater than 50MB')).toBeTruthy();
    expect(isOff(within(sheet).getByRole<HTMLButtonElement>('button', { name: 'Save' }))).toBe(true);
  });

  test('BST-06 BST-07 BST-08 CCN-23 CCN-27 the hours of a new brand are the usual ones, each day with its closed flag', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Add New Brand' }));
    await tab(user, 'Hour of Operations');
    expect(await screen.findByText('Closed on Weekends and major Holidays')).toBeTruthy();
    const flags = screen.getAllByRole<HTMLInputElement>('checkbox', { name: /closed$/ });
    expect(flags.map((one) => one.checked)).toEqual([false, false, false, false, false, true, true]);
    expect(screen.getByLabelText<HTMLInputElement>('Monday opens at').value).toBe('08:00');
    expect(screen.getByLabelText<HTMLInputElement>('Monday closes at').value).toBe('19:00');
    const zone = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
    expect(zone.value).toBe('ET');
    await user.click(zone);
    expect(
      (await within(await screen.findByRole('listbox', { name: 'Time zone' })).findAllByRole('option')).map(
        (one) => one.textContent,
      ),
    ).toEqual(['ET', 'CT', 'MT', 'PT']);
    await user.keyboard('{Escape}');
    await user.click(flags[0]!);
    expect(screen.queryByLabelText('Monday opens at')).toBeNull();
  });
});

describe('a change', () => {
  test('BST-09 OPC-97 API-11 API-12 senders and contacts come from the lists, and only a verified address can be chosen', async () => {
    const page = open();
    const { user } = page;
    await choose(user, 'Update Brand Info');
    const sheet = await dialog('Update Brand Info');
    const emails = [
      ['support@meridian.example', false],
      ['news@meridian.example (not verified)', true],
    ];
    for (const [name, offered] of [
      ['Sender email', emails],
      ['Contact email', emails],
      ['Sender phone', [['617-555-0100', false]]],
    ] as const) {
      await user.click(await screen.findByRole('combobox', { name }));
      const options = await within(await screen.findByRole('listbox', { name })).findAllByRole('option');
      expect(options.map((one) => [one.textContent, one.hasAttribute('data-combobox-disabled')])).toEqual(offered);
      // The sender is chosen already: another press would take it away.
      await user.keyboard('{Escape}');
    }
    for (const [name, chosen] of [
      ['Contact email', 'support@meridian.example'],
      ['Sender phone', '617-555-0100'],
    ] as const) {
      await user.click(screen.getByRole('combobox', { name }));
      await user.click(await within(await screen.findByRole('listbox', { name })).findByText(chosen));
    }
    await user.click(within(sheet).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.callsOf(api.changeBrand)).toHaveLength(1));
    expect(page.callsOf(api.changeBrand)[0]?.body).toMatchObject({
      senderEmailId: 11,
      contactEmailId: 11,
      senderPhoneId: 21,
    });
  });

  test('API-11 API-12 lists that cannot be read leave an empty choice and no error', async () => {
    const failed = { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } };
    const page = open([
      [api.listCompanyEmails, failed],
      [api.listCompanyPhones, failed],
    ]);
    const { user } = page;
    await choose(user, 'Update Brand Info');
    const sheet = await dialog('Update Brand Info');
    await waitFor(() => {
      expect(page.callsOf(api.listCompanyEmails)).toHaveLength(1);
      expect(page.callsOf(api.listCompanyPhones)).toHaveLength(1);
      expect(page.queryClient.isFetching()).toBe(0);
    });
    for (const name of ['Sender email', 'Contact email', 'Sender phone']) {
      const choice = screen.getByRole('combobox', { name });
      await user.click(choice);
      expect(choice.getAttribute('aria-expanded')).toBe('true');
      const list = await screen.findByRole('listbox', { name, hidden: true });
      expect(within(list).queryAllByRole('option', { hidden: true })).toEqual([]);
      expect(screen.queryByRole('alert')).toBeNull();
      await user.keyboard('{Escape}');
    }
    await write(user, 'Sender name', 'Meridian');
    await user.click(within(sheet).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.callsOf(api.changeBrand)).toHaveLength(1));
    // What was chosen before stays.
    expect(page.callsOf(api.changeBrand)[0]?.body).toMatchObject({ senderEmailName: 'Meridian', senderEmailId: 11 });
  });

  test('API-07 REL-07 a brand that somebody else has changed shows what, keeps what was typed, and is saved over it', async () => {
    const page = open([
      [api.changeBrand, { status: 409, body: { code: 'stale', message: 'Changed in the meantime.' } }],
    ]);
    const { user } = page;
    await choose(user, 'Update Pharmacy Info');
    const sheet = await dialog('Update Pharmacy Info');
    await write(user, 'Name', 'Mine');
    page.answer(api.listBrands, { brand: [{ ...meridian, companyName: 'Theirs', shortName: 'T', version: 4 }] });
    await user.click(within(sheet).getByRole('button', { name: 'Save' }));
    expect(await within(sheet).findByText(/Someone else has changed this brand/)).toBeTruthy();
    expect(sheet.textContent).toContain('Name is now “Theirs”. What you typed is still in the field');
    expect([(await field('Name')).value, (await field('Short name')).value]).toEqual(['Mine', 'T']);
    page.answer(api.changeBrand, { message: 'Brand updated.', version: 5 });
    await user.click(within(sheet).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(page.callsOf(api.changeBrand).map(({ body }) => [body.version, body.companyName, body.shortName])).toEqual([
      [3, 'Mine', 'Meridian'],
      [4, 'Mine', 'T'],
    ]);
  });

  test('BRN-01 the contrast of a colour is told in words while it is typed, and one that nobody can read on is not sent', async () => {
    const page = open();
    const { user } = page;
    await choose(user, 'Update Brand Info');
    const sheet = await dialog('Update Brand Info');
    await tab(user, 'Brand Logo');
    await write(user, 'Colour', '#808080');
    expect(sheet.textContent).toContain('White words stand out on it by 3.9 to 1 only; at least 4.5 to 1 is needed.');
    await user.click(within(sheet).getByRole('button', { name: 'Save' }));
    expect(await within(sheet).findByText('must stand out against white or dark words (4.5 to 1)')).toBeTruthy();
    expect(page.callsOf(api.changeBrand)).toEqual([]);
    await write(user, 'Colour', '#ffd54f');
    expect(sheet.textContent).toContain('Dark words stand out on it by 10.9 to 1.');
    await user.click(within(sheet).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.callsOf(api.changeBrand)).toHaveLength(1));
    expect(page.callsOf(api.changeBrand)[0]?.body).toMatchObject({ primaryColour: '#ffd54f', favicon: '', version: 3 });
  });

  test('BST-05 CLN-26 a support number, a fax or a zip code of a brand that is none is told when its field is left', async () => {
    const { user } = open();
    await choose(user, 'Update Pharmacy Info');
    await dialog('Update Pharmacy Info');
    for (const name of ['Support number', 'Fax']) {
      await write(user, name, '617');
      await user.tab();
      expect(await screen.findByText('Invalid phone number')).toBeDefined();
      await write(user, name, '6175550188');
      expect([name, (await field(name)).value]).toEqual([name, '617-555-0188']);
      expect(screen.queryByText('Invalid phone number')).toBeNull();
    }
    await write(user, 'ZIP code', '1234');
    await user.tab();
    expect(await screen.findByText('Invalid zip code (e.g. 12345).')).toBeDefined();
  });

  test('BST-02 BST-05 BST-06 the preview shows name, address, fax, hours and terms while they are typed', async () => {
    const { user } = open();
    await choose(user, 'Update Brand Info');
    await write(user, 'Name', 'Polar <script>');
    const preview = screen.getByRole('region', { name: 'Preview' });
    expect(preview.textContent).toContain('Sign in to Polar <script>');
    expect(preview.textContent).toContain(
      'From Meridian TrialsAnswers go to hello@meridian.exampleYour shipment is on its way.Polar <script> · hello@meridian.example',
    );
    expect(preview.textContent).toContain('Address: 1 Main Street, Boston, Massachusetts 02110, United States');
    expect(preview.textContent).toContain('Sat 09:00-12:30');
    expect(preview.textContent).toContain('Terms & Conditions');
    expect(preview.textContent).not.toContain('Fax');
    await write(user, 'Fax', '617-555-0188');
    await user.tab();
    expect(preview.textContent).toMatch(/Fax: .*617.*555.*0188/);
  });
});

test('OPN-32 BRN-15 an alert is added with a period, whose end cannot come before its beginning', async () => {
  const page = open();
  const { user } = page;
  await choose(user, 'Alerts');
  const sheet = await dialog('Alerts');
  await user.click(within(sheet).getByRole('button', { name: 'Add Alert' }));
  await write(user, 'Message', 'Closed on Friday <b>');
  await write(user, 'Alert 1: from', '20-Nov-2031');
  await write(user, 'Alert 1: until', '19-Nov-2031');
  await user.click(within(sheet).getByRole('button', { name: 'Save' }));
  expect(await within(sheet).findByText('must not be before the first day')).toBeTruthy();
  expect(page.callsOf(api.changeBrand)).toEqual([]);
  await write(user, 'Alert 1: until', '21-Nov-2031');
  await user.click(within(sheet).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(page.callsOf(api.changeBrand).map(({ body }) => body)).toEqual([
    {
      company_id: 1,
      brandId: 7,
      version: 3,
      alerts: [
        { message: 'Closed on Friday <b>', severity: 'info', types: [], from: '2031-11-20', until: '2031-11-21' },
      ],
    },
  ]);
});

describe('alerts that somebody else has changed in the meantime', () => {
  type Alert = BrandInfo['alerts'][number];
  const anAlert = (alertId: number, message: string, more: Partial<Alert> = {}): Alert => ({
    alertId,
    message,
    severity: 'info',
    types: [],
    from: null,
    until: null,
    ...more,
  });
  const stored = [anAlert(1, 'Office closed on Monday'), anAlert(2, 'New courier'), anAlert(3, 'Lot L2604 is short')];
  const message = (place: number) =>
    within(screen.getByRole('group', { name: `Alert ${place}` })).getByRole<HTMLTextAreaElement>('textbox', {
      name: 'Message',
    });
  const rewrite = async (user: User, place: number, text: string) => {
    await user.clear(message(place));
    await user.paste(text);
  };
  /** Opens the alerts, does something there, saves while the brand has become `theirs`, and saves once more. */
  async function saveOver(theirs: Alert[], act: (user: User, sheet: HTMLElement) => Promise<void>) {
    const page = open([
      [api.listBrands, { brand: [{ ...meridian, alerts: stored }] }],
      [api.changeBrand, { status: 409, body: { code: 'stale', message: 'Changed in the meantime.' } }],
    ]);
    await choose(page.user, 'Alerts');
    const sheet = await dialog('Alerts');
    await act(page.user, sheet);
    page.answer(api.listBrands, { brand: [{ ...meridian, alerts: theirs, version: 4 }] });
    await page.user.click(within(sheet).getByRole('button', { name: 'Save' }));
    const notice = (await within(sheet).findByText('Someone else has changed this brand in the meantime')).closest(
      '[role=alert]',
    );
    const told = [...(notice?.querySelectorAll('li') ?? [])].map((one) => one.textContent);
    page.answer(api.changeBrand, { message: 'Brand updated.', version: 5 });
    await page.user.click(within(sheet).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = page.callsOf(api.changeBrand).at(-1)?.body as { version: number; alerts: Alert[] };
    expect(sent.version).toBe(4);
    return { told, saved: sent.alerts.map((one) => [one.alertId, one.severity, one.message]) };
  }
  const addOne = async (user: User, sheet: HTMLElement) => {
    await user.click(within(sheet).getByRole('button', { name: 'Add Alert' }));
    await rewrite(user, 4, 'Mine');
  };
  const [first, second] = stored as [Alert, Alert, Alert];

  test('REL-07 a text that they have changed is taken over and told, and an alert that was added here stays', async () => {
    const doNotShip = 'DO NOT SHIP lot L2604 until further notice';
    const { told, saved } = await saveOver(
      [first, second, anAlert(3, doNotShip, { severity: 'error', from: '2031-11-20' })],
      addOne,
    );
    expect(told).toEqual([
      `Alert 3: Message is now “${doNotShip}”.`,
      'Alert 3: Kind is now “Problem”.',
      'Alert 3: From is now “20-Nov-2031”.',
    ]);
    expect(saved).toEqual([
      [1, 'info', first.message],
      [2, 'info', second.message],
      [3, 'error', doNotShip],
      [undefined, 'info', 'Mine'],
    ]);
  });

  test('REL-07 an alert that they have removed is gone and told, and one that they have added is there and told', async () => {
    const { told, saved } = await saveOver([first, second, anAlert(9, 'Theirs')], addOne);
    expect(told).toEqual(['Alert 3 is new: “Theirs”.', '“Lot L2604 is short” was removed.']);
    expect(saved).toEqual([
      [1, 'info', first.message],
      [2, 'info', second.message],
      [9, 'info', 'Theirs'],
      [undefined, 'info', 'Mine'],
    ]);
  });

  test('REL-07 what both have changed of one alert stays as it was typed, and theirs is told as a difference', async () => {
    const { told, saved } = await saveOver(
      [first, second, anAlert(3, 'Theirs', { severity: 'warning' })],
      async (user) => rewrite(user, 3, 'Mine'),
    );
    expect(told).toEqual([
      'Alert 3: Message is now “Theirs”. What you typed is still in the field; saving replaces theirs.',
      'Alert 3: Kind is now “Warning”.',
    ]);
    expect(saved).toEqual([
      [1, 'info', first.message],
      [2, 'info', second.message],
      [3, 'warning', 'Mine'],
    ]);
  });

  test('REL-07 an alert that one has removed and the other has changed is not lost, whichever of them it was', async () => {
    const { told, saved } = await saveOver([anAlert(1, 'Theirs'), second], async (user, sheet) => {
      await rewrite(user, 3, 'Mine');
      await user.click(within(sheet).getByRole('button', { name: 'Remove alert 1' }));
    });
    expect(told).toEqual([
      'Alert 1: Message is now “Theirs”.',
      'Alert 1 was removed here. It is shown again, as it is now.',
      '“Lot L2604 is short” was removed. What you typed is kept as alert 3; saving adds it again.',
    ]);
    expect(saved).toEqual([
      [1, 'info', 'Theirs'],
      [2, 'info', second.message],
      [undefined, 'info', 'Mine'],
    ]);
  });
});

test('BST-01 the list says where the portal of a brand is now, and what a brand was made with where the server says nothing of it', async () => {
  const other = { ...meridian, brandId: 8, companyName: 'Northern' };
  open([[api.listBrands, { brand: [meridian, other], portals: [{ brandId: 7, url: 'https://meridian.example' }] }]]);
  const table = await screen.findByRole('table', { name: 'Brands' });
  const portalOf = async (name: string) => within(await within(table).findByRole('row', { name: new RegExp(name) }));
  expect((await portalOf('Meridian')).getByText('https://meridian.example')).toBeTruthy();
  expect((await portalOf('Northern')).getByText('https://portal.example')).toBeTruthy();
});

describe('trying a brand', () => {
  test('BRN-01 the sign-in page of a brand without a host is opened by a link, which can be copied, and the number for the operator is told', async () => {
    const { user } = open([[api.readBrandTrial, { path: '/sign-in?brand=7-0a1b', hosts: [] }]]);
    await choose(user, 'Try It');
    const sheet = await dialog('Try Meridian <b>Trials</b>');
    const link = await within(sheet).findByRole('link', { name: 'Open the sign-in page' });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      '/sign-in?brand=7-0a1b',
      '_blank',
      'noopener',
    ]);
    expect(sheet.textContent).toContain('tell them the number of the brand, 7.');
    await user.click(within(sheet).getByRole('button', { name: 'Copy Link' }));
    expect(await within(sheet).findByText('The link was copied.')).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/sign-in?brand=7-0a1b`);
    await user.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('BRN-01 of a brand that has hosts they are named; where the link cannot be read, it is asked for again', async () => {
    const page = open([
      [api.readBrandTrial, { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } }],
    ]);
    await choose(page.user, 'Try It');
    const again = await screen.findByRole('button', { name: 'Try again' });
    page.answer(api.readBrandTrial, { path: '/sign-in?brand=7-0a1b', hosts: ['a.example', 'b.example'] });
    await page.user.click(again);
    expect(await screen.findByText('Shown to everybody at a.example, b.example.')).toBeTruthy();
  });
});

test('what is cut of an image is all of it at first, and never beyond its edge', () => {
  const [picture, frame] = [
    { width: 100, height: 100 },
    { width: 400, height: 100 },
  ];
  expect(placeOf(picture, frame, wholeView)).toEqual({ left: 150, top: 0, width: 100, height: 100 });
  expect(placeOf(picture, frame, { zoom: 4, x: 0, y: 1 })).toEqual({ left: 0, top: -300, width: 400, height: 400 });
  expect(moved(wholeView, { x: 9, y: -9 })).toEqual({ zoom: 1, x: 1, y: 0 });
});
