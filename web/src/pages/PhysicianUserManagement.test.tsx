import * as api from '@portal/contract/delegates/endpoints.ts';
import * as users from '@portal/contract/providers/user-endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { elsewhere } from '#app/guards.ts';
import { routeOf } from '#app/routes.ts';
import PhysicianUserManagement from '#pages/PhysicianUserManagement.tsx';
import { csvName, isFound } from '#rooms/delegates/words.ts';
import { isOff } from '#test/buttons.ts';
import { aReply, aViewer, renderPage, type Reply } from '#test/portal.tsx';
import { catchFiles } from '#test/downloads.ts';
import { noon } from '#test/records.ts';
import { aPerson } from '#test/users.tsx';

const aPhysician = (more: Partial<api.Physician> = {}): api.Physician => ({
  personId: 21,
  delegateId: 5,
  userCpId: 21,
  type: 'physician',
  status: 1,
  statusDescription: 'Active',
  email: 'helen@clinic.example',
  fName: 'Helen',
  lName: 'Marsh',
  phone: '+16175550123',
  npi: '1234567890',
  cpId: 3,
  ...more,
});
const pending = aPhysician({
  delegateId: 6,
  userCpId: 22,
  personId: null,
  status: 0,
  statusDescription: 'Pending',
  email: 'new@clinic.example',
  fName: null,
  lName: null,
  phone: null,
});
const gone = aPhysician({
  delegateId: 7,
  userCpId: 23,
  personId: 23,
  status: 2,
  statusDescription: 'Deactivated',
  email: 'gone@clinic.example',
  fName: 'Noah',
  lName: 'West',
  phone: '+33142685300',
});
const entry = (i: number) => ({ npi: String(1_000_000_000 + i), fName: `Ada${i}`, lName: 'Lovelace', version: 1 });
const info = (direct: api.ShownNpi[], invited: api.ShownNpi[] = []) => ({
  physicianInfo: { personId: 21, delegateId: 5, directNPIs: direct, physicianInvitedNPIs: invited },
});
const admin = { type: 'Admin', adminRights: true, seesWholeCompany: true, modules: ['MD_Direct_Invite'] } as const;

const open = (physicians: api.Physician[] = [aPhysician(), pending, gone], replies: Reply[] = []) =>
  renderPage(<PhysicianUserManagement />, {
    viewer: { ...admin, modules: [...admin.modules] },
    route: '/settings/physician-user-management',
    replies: [
      [api.listPhysicians, { physicians }],
      [api.readNpis, info([entry(1)], [entry(9)])],
      [api.addNpi, { message: 'ok' }],
      [api.changeNpi, { message: 'ok', version: 2 }],
      [api.removeNpi, { message: 'ok' }],
      [api.inviteDelegate, { message: 'Link Sent', delegateId: 8 }],
      [api.reinviteDelegate, { message: 'Link Sent' }],
      ...replies,
    ],
  });
type User = ReturnType<typeof open>['user'];
const rowsOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent));
const actionsOf = async (user: User, email: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${email}` }));
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
};
const choose = async (user: User, of: string, label: string) => {
  await actionsOf(user, of);
  await user.click(screen.getByRole('menuitem', { name: label }));
};
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (user: User, name: string, text: string) => {
  await user.clear(await field(name));
  if (text) await user.paste(text);
  await user.tab();
};
const press = async (user: User, name: string) => user.click(await screen.findByRole('button', { name }));
const addNpi = async (user: User, npi: string, fName = 'Ada', lName = 'Lovelace') => {
  await write(user, 'First Name', fName);
  await write(user, 'Last Name', lName);
  await write(user, 'NPI', npi);
  await press(user, 'Add NPI');
};
afterEach(() => vi.useRealTimers());

describe('the screen', () => {
  test('PHY-01 PHY-06 the delegates of the company stand in a table, each with role and status in words', async () => {
    const { callsOf } = open();
    await screen.findByText('Helen Marsh');
    expect(screen.getByRole('searchbox', { name: 'Search' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Invite Delegate' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toBeDefined();
    const headers = within(screen.getByRole('table', { name: 'Physician delegates' })).getAllByRole('columnheader');
    expect(headers.map((one) => one.textContent)).toEqual(['Name', 'Email', 'Phone', 'Role', 'Status', 'Actions']);
    const shown = rowsOf('Physician delegates').map((cells) => cells.slice(0, 5));
    expect(shown[0]).toEqual(['Helen Marsh', 'helen@clinic.example', '617-555-0123', 'Physician Delegate', 'Active']);
    expect(shown[1]).toEqual(['–', 'new@clinic.example', '–', 'Physician Delegate', 'Pending']);
    expect(shown[2]?.[4]).toBe('Deactivated');
    expect(callsOf(api.listPhysicians)[0]?.query).toEqual({ company_id: 1 });
  });

  test('PHY-07 a pending delegate can be edited and invited again, an active one edited, a deactivated one nothing', async () => {
    const { user } = open();
    expect(await actionsOf(user, 'new@clinic.example')).toEqual(['Edit Access', 'Re-invite']);
    await user.keyboard('{Escape}');
    expect(await actionsOf(user, 'helen@clinic.example')).toEqual(['Edit Access']);
    expect(screen.queryByRole('button', { name: 'Actions for gone@clinic.example' })).toBeNull();
  });

  test('PHY-02 CON-01 CON-02 ten of more are shown, in pages of 5, 10 or 25', async () => {
    open(Array.from({ length: 12 }, (_, i) => aPhysician({ delegateId: 100 + i, email: `d${i}@clinic.example` })));
    await screen.findByText('d0@clinic.example');
    expect(rowsOf('Physician delegates')).toHaveLength(10);
    const sizes = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Physician delegates: rows per page' });
    expect([...sizes.options].map((option) => option.value)).toEqual(['5', '10', '25']);
  });

  test.each([
    ['marsh', 'Helen Marsh'],
    ['HELEN M', 'Helen Marsh'],
    ['NEW@clinic', '–'],
    ['617-555', 'Helen Marsh'],
    ['+33142', 'Noah West'],
  ])('PHY-03 OPS-46 searching for %s leaves one', async (text, name) => {
    const { user } = open();
    await screen.findByText('Helen Marsh');
    await user.click(screen.getByRole('searchbox', { name: 'Search' }));
    await user.paste(text);
    expect(rowsOf('Physician delegates').map(([first]) => first)).toEqual([name]);
  });

  test('PHY-03 a search that finds nothing says so', async () => {
    const { user } = open();
    await screen.findByText('Helen Marsh');
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'zz');
    expect(await screen.findByText('No delegate matches “zz”.')).toBeDefined();
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }))).toBe(true);
    await press(user, 'Clear');
    expect(await screen.findByText('Helen Marsh')).toBeDefined();
  });

  test('PHY-06 delegates are narrowed by their status, in the address too, and the file holds those that are left', async () => {
    const { user, router } = open();
    await press(user, 'Pending 1');
    expect(rowsOf('Physician delegates').map(([, email]) => email)).toEqual(['new@clinic.example']);
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'pending' }));
    await press(user, 'Clear');
    expect(rowsOf('Physician delegates').length).toBeGreaterThan(2);
  });

  test('PHY-03 a number of two digits is looked for as it stands, not among all digits of a phone', () => {
    expect(isFound(aPhysician(), '(617) 555')).toBe(true);
    expect(isFound(aPhysician(), '23 ')).toBe(true);
    expect(isFound(aPhysician({ phone: null }), '617')).toBe(false);
  });

  test('a company without delegates is told so', async () => {
    open([]);
    expect(await screen.findByText('No physician delegate has been invited yet.')).toBeDefined();
  });

  test('a list that cannot be read says why, and can be asked for again', async () => {
    const failed = { status: 500, body: { code: 'unexpected', message: 'Out of order' } };
    const { user, answer } = open([], [[api.listPhysicians, failed]]);
    expect(await screen.findByText('Out of order')).toBeDefined();
    answer(api.listPhysicians, { physicians: [aPhysician()] });
    await press(user, 'Try again');
    expect(await screen.findByText('Helen Marsh')).toBeDefined();
  });

  test('SHP-14 what another administrator does to the delegates shows at once', async () => {
    const { live, answer } = open([pending]);
    await screen.findByText('Pending');
    answer(api.listPhysicians, { physicians: [aPhysician()] });
    await live.tell({ type: 'delegate.changed', id: 6 });
    expect(await screen.findByText('Active')).toBeDefined();
  });

  test('ROL-08 RTE-22 the page is for administrators who see the whole of a company with MD_Direct_Invite', () => {
    const route = routeOf('/settings/physician-user-management')!;
    const of = (more: object) => elsewhere(route, { ...aViewer, ...admin, modules: [...admin.modules], ...more });
    expect(route.title).toBe('Settings');
    expect(of({})).toBeNull();
    expect(of({ modules: ['TrialCard'] })).toBe('/not-found');
    expect(of({ adminRights: false })).not.toBeNull();
    expect(of({ type: 'Site User', seesWholeCompany: false })).not.toBeNull();
  });
});

describe('the file', () => {
  const files = catchFiles(noon);

  test('PHY-04 OPS-46 RPT-07 SEC-39 the rows that were found are downloaded, each time under a name of its second', async () => {
    const page = open();
    const { user } = page;
    await screen.findByText('Helen Marsh');
    await user.click(screen.getByRole('searchbox', { name: 'Search' }));
    await user.paste('marsh');
    await press(user, 'Export CSV');
    await waitFor(() => expect(files).toHaveLength(1));
    vi.setSystemTime(Date.now() + 1_000);
    await press(user, 'Export CSV');
    await waitFor(() => expect(files).toHaveLength(2));
    expect(files[0]?.name).toMatch(/^Physicians_\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.csv$/);
    expect(files[1]?.name).not.toBe(files[0]?.name);
    expect(await files[0]?.text).toBe(
      'Name,Email,Phone,Role,Status\r\nHelen Marsh,helen@clinic.example,617-555-0123,Physician Delegate,Active',
    );
    // SEC-39: the server is told that it is for a file.
    expect(page.callsOf(api.listPhysicians).at(-1)?.query).toEqual({ company_id: 1, file: true });
  });

  test('PHY-04 more delegates than one file holds become no file', async () => {
    const page = open();
    await screen.findByText('Helen Marsh');
    page.answer(api.listPhysicians, () =>
      aReply(api.listPhysicians, { physicians: [aPhysician()] }, { 'x-more': 'true' }),
    );
    await press(page.user, 'Export CSV');
    await screen.findByText('These are too many delegates for one file.');
    expect(files).toEqual([]);
  });

  test('OPS-46 the name has day and time', () => {
    expect(csvName(new Date(2026, 2, 5, 4, 7, 9))).toBe('Physicians_2026-03-05_04-07-09.csv');
  });
});

describe('inviting', () => {
  const start = async () => {
    const page = open();
    await press(page.user, 'Invite Delegate');
    await screen.findByRole('dialog', { name: 'Invite Physician Delegate' });
    return page;
  };
  const invite = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Invite' });

  test('PHY-08 PHY-09 PHY-16 APP-18 the button waits for a valid e-mail and an NPI; then the invitation is sent', async () => {
    const page = await start();
    expect(isOff(invite())).toBe(true);
    await write(page.user, 'Email', 'dele');
    expect(await screen.findByText('Invalid email format')).toBeDefined();
    await addNpi(page.user, '1234567890');
    expect(isOff(invite())).toBe(true);
    await write(page.user, 'Email', 'dele@clinic.example');
    expect(screen.queryByText('Invalid email format')).toBeNull();
    expect(isOff(invite())).toBe(false);
    await page.user.click(invite());
    expect(await screen.findByText('Link Sent to dele@clinic.example.')).toBeDefined();
    expect(page.callsOf(api.inviteDelegate).map((call) => call.sent)).toEqual([
      {
        email: 'dele@clinic.example',
        NPIs: [{ npi: '1234567890', fName: 'Ada', lName: 'Lovelace' }],
        cpId: 3,
        companyId: 1,
      },
    ]);
    expect(page.callsOf(api.inviteDelegate)[0]?.headers.get('idempotency-key')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(page.callsOf(api.listPhysicians)).toHaveLength(2));
  });

  test('PHY-09 without an NPI the button stays disabled', async () => {
    const page = await start();
    await write(page.user, 'Email', 'dele@clinic.example');
    expect(isOff(invite())).toBe(true);
    await addNpi(page.user, '1234567890');
    expect(isOff(invite())).toBe(false);
    await choose(page.user, '1234567890', 'Remove');
    expect(isOff(invite())).toBe(true);
  });

  test('PHY-09 an NPI that was typed and not added is not left behind: nothing is sent until it is added or emptied', async () => {
    const page = await start();
    await write(page.user, 'Email', 'dele@clinic.example');
    await addNpi(page.user, '1234567890');
    await write(page.user, 'NPI', '2234567890');
    await page.user.click(invite());
    expect(await screen.findByText('Add the NPI you typed, or clear its fields.')).toBeDefined();
    expect(page.callsOf(api.inviteDelegate)).toEqual([]);
    await page.user.clear(await field('NPI'));
    await page.user.click(invite());
    expect(await screen.findByText('Link Sent to dele@clinic.example.')).toBeDefined();
  });

  test('PHY-09 what was typed is given up for another NPI only after a question, and then Invite waits for nothing', async () => {
    const page = await start();
    await write(page.user, 'Email', 'dele@clinic.example');
    await addNpi(page.user, '1234567890');
    await write(page.user, 'NPI', '22');
    await choose(page.user, '1234567890', 'Edit');
    const ask = await screen.findByRole('dialog', { name: 'Discard what you typed?' });
    await page.user.click(within(ask).getByRole('button', { name: 'Discard' }));
    expect((await field('NPI')).value).toBe('1234567890');
    await page.user.click(invite());
    expect(await screen.findByText('Link Sent to dele@clinic.example.')).toBeDefined();
  });

  test('PHY-10 PHY-11 CON-06 a bad NPI and missing names are told at their fields', async () => {
    const page = await start();
    await press(page.user, 'Add NPI');
    expect(await screen.findAllByText('is required')).toHaveLength(3);
    await waitFor(async () => expect(document.activeElement).toBe(await field('First Name')));
    for (const npi of ['0123456789', '312345678', '123456789', '12345678901']) {
      await write(page.user, 'NPI', npi);
      expect(await screen.findByText('NPI must start with 1 or 2 and be 10 digits long')).toBeDefined();
    }
    await write(page.user, 'NPI', '1234567890');
    expect(screen.queryByText('NPI must start with 1 or 2 and be 10 digits long')).toBeNull();
    expect(screen.queryByRole('table', { name: 'NPIs' })).toBeNull();
  });

  test('PHY-12 PHY-18 ERR-11 CON-04 a repeated NPI is refused, and the message hides after four seconds', async () => {
    const page = await start();
    await addNpi(page.user, '1234567890');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await addNpi(page.user, '1234567890', 'Grace', 'Hopper');
    expect(await screen.findByText('NPI is already in the table')).toBeDefined();
    expect(rowsOf('NPIs')).toHaveLength(1);
    act(() => void vi.advanceTimersByTime(3_500));
    expect(screen.getByText('NPI is already in the table')).toBeDefined();
    act(() => void vi.advanceTimersByTime(1_000));
    expect(screen.queryByText('NPI is already in the table')).toBeNull();
    // What was typed is still there.
    expect((await field('First Name')).value).toBe('Grace');
  });

  test('PHY-12 the message is gone as soon as what was refused is changed', async () => {
    const page = await start();
    await addNpi(page.user, '1234567890');
    await addNpi(page.user, '1234567890', 'Grace', 'Hopper');
    expect(await screen.findByText('NPI is already in the table')).toBeDefined();
    await write(page.user, 'NPI', '1234567891');
    expect(screen.queryByText('NPI is already in the table')).toBeNull();
  });

  test('PHY-13 an entry is edited but for its NPI', async () => {
    const page = await start();
    await addNpi(page.user, '1234567890');
    await choose(page.user, '1234567890', 'Edit');
    const npi = await field('NPI');
    expect([npi.value, npi.readOnly]).toEqual(['1234567890', true]);
    await write(page.user, 'Last Name', 'Byron');
    await press(page.user, 'Save');
    expect(rowsOf('NPIs').map((cells) => cells.slice(0, 2))).toEqual([['Ada Byron', '1234567890']]);
  });

  test('PHY-15 CON-03 three NPIs a page', async () => {
    const page = await start();
    for (const i of [1, 2, 3, 4]) await addNpi(page.user, `123456789${i}`);
    expect(rowsOf('NPIs')).toHaveLength(3);
    await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(rowsOf('NPIs').map(([, npi]) => npi)).toEqual(['1234567894']);
  });

  test('PHY-18 OPS-47 what the server refuses is told, hides after four seconds, and what was typed stays', async () => {
    const page = await start();
    const message = 'This email has already been invited.';
    page.answer(api.inviteDelegate, { status: 400, body: { code: 'delegate.listed', message } });
    await write(page.user, 'Email', 'dele@clinic.example');
    await addNpi(page.user, '1234567890');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await page.user.click(invite());
    expect(await screen.findByText(message)).toBeDefined();
    act(() => void vi.advanceTimersByTime(4_100));
    expect(screen.queryByText(message)).toBeNull();
    expect((await field('Email')).value).toBe('dele@clinic.example');
    expect(rowsOf('NPIs')).toHaveLength(1);
  });

  test('what was typed is thrown away only after a question', async () => {
    const page = await start();
    await write(page.user, 'NPI', '12');
    await page.user.keyboard('{Escape}');
    expect(await screen.findByRole('dialog', { name: 'Discard what you typed?' })).toBeDefined();
    await press(page.user, 'Discard');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Invite Delegate'));
  });
});

describe('a delegate’s access', () => {
  const start = async (direct = [entry(1)], invited = [entry(9)]) => {
    const page = open([aPhysician()], [[api.readNpis, info(direct, invited)]]);
    await choose(page.user, 'helen@clinic.example', 'Edit Access');
    await screen.findByRole('dialog', { name: 'Edit Delegate Physician Access' });
    await screen.findByRole('tab', { name: 'Pharmacy' });
    return page;
  };
  const assigned = 'NPIs assigned by the pharmacy';

  test('PHY-08 PHY-14 APP-17 tab Pharmacy can be edited, tab Physician is for reading', async () => {
    const page = await start();
    expect(page.callsOf(api.readNpis)[0]?.query).toEqual({ delegateId: 5, company_id: 1 });
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Pharmacy', 'Physician']);
    expect(rowsOf(assigned).map(([, npi]) => npi)).toEqual([entry(1).npi]);
    expect(await actionsOf(page.user, entry(1).npi)).toEqual(['Edit', 'Remove']);
    await page.user.keyboard('{Escape}');
    await page.user.click(screen.getByRole('tab', { name: 'Physician' }));
    expect(rowsOf('NPIs assigned by physicians')).toEqual([['Ada9 Lovelace', entry(9).npi]]);
    const box = within(screen.getByRole('dialog', { name: 'Edit Delegate Physician Access' }));
    expect(box.queryByRole('button', { name: /Actions for/ })).toBeNull();
    expect(box.queryByRole('textbox')).toBeNull();
  });

  test('PHY-14 an NPI that was begun is still there after a look at the other tab', async () => {
    const page = await start();
    await write(page.user, 'NPI', '10000');
    await page.user.click(screen.getByRole('tab', { name: 'Physician' }));
    await screen.findByRole('table', { name: 'NPIs assigned by physicians' });
    await page.user.click(screen.getByRole('tab', { name: 'Pharmacy' }));
    expect((await field('NPI')).value).toBe('10000');
  });

  test('PHY-15 CON-03 five NPIs a page', async () => {
    const page = await start([1, 2, 3, 4, 5, 6].map(entry));
    expect(rowsOf(assigned)).toHaveLength(5);
    await page.user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(rowsOf(assigned)).toHaveLength(1);
  });

  test('APP-19 an NPI is added', async () => {
    const page = await start();
    page.answer(api.readNpis, info([entry(1), entry(2)]));
    await addNpi(page.user, entry(2).npi);
    await waitFor(() => expect(rowsOf(assigned)).toHaveLength(2));
    expect(page.callsOf(api.addNpi).map((call) => call.body)).toEqual([
      {
        npi: entry(2).npi,
        fName: 'Ada',
        lName: 'Lovelace',
        delegateId: 5,
        cpId: 3,
        companyId: 1,
        email: 'helen@clinic.example',
      },
    ]);
    expect((await field('First Name')).value).toBe('');
  });

  test.each([
    [1, 'the pharmacy'],
    [9, 'a physician'],
  ])('PHY-12 ERR-11 NPI %i, that %s has assigned, is not sent once more', async (i) => {
    const page = await start();
    await addNpi(page.user, entry(i).npi);
    expect(await screen.findByText('NPI is already in the table')).toBeDefined();
    expect(page.callsOf(api.addNpi)).toEqual([]);
    await write(page.user, 'NPI', '1111111111');
    expect(screen.queryByText('NPI is already in the table')).toBeNull();
  });

  test('PHY-13 APP-20 an entry is renamed with the version that was read, its NPI stays', async () => {
    const page = await start();
    await choose(page.user, entry(1).npi, 'Edit');
    expect((await field('NPI')).readOnly).toBe(true);
    await write(page.user, 'Last Name', 'Byron');
    await press(page.user, 'Save');
    expect(await screen.findByText(`NPI ${entry(1).npi} was changed.`)).toBeDefined();
    expect(page.callsOf(api.changeNpi)[0]?.body).toMatchObject({
      npi: entry(1).npi,
      fName: 'Ada1',
      lName: 'Byron',
      version: 1,
    });
  });

  test('PHY-13 REL-07 an entry that somebody else has renamed meanwhile is shown as it is now, what was typed stays, and the next Save takes it', async () => {
    const page = await start([{ ...entry(1) }]);
    await choose(page.user, entry(1).npi, 'Edit');
    await write(page.user, 'Last Name', 'Mine');
    const current = { ...entry(1), fName: 'Augusta', lName: 'Theirs', version: 2 };
    const stale = { code: 'stale', message: 'Someone else has changed this.', detail: { current } };
    page.answer(api.changeNpi, { status: 409, body: stale });
    await press(page.user, 'Save');
    const told = await screen.findByRole('alert');
    expect(told.textContent).toContain('First Name is now “Augusta”.');
    expect(told.textContent).toContain('Last Name is now “Theirs”. What you typed is still in the field');
    expect([(await field('First Name')).value, (await field('Last Name')).value]).toEqual(['Augusta', 'Mine']);
    page.answer(api.changeNpi, { message: 'ok', version: 3 });
    await press(page.user, 'Save');
    expect(await screen.findByText(`NPI ${entry(1).npi} was changed.`)).toBeDefined();
    expect(page.callsOf(api.changeNpi).map(({ body }) => body)).toMatchObject([
      { fName: 'Ada1', lName: 'Mine', version: 1 },
      { fName: 'Augusta', lName: 'Mine', version: 2 },
    ]);
  });

  test('REL-07 while an NPI is being added or changed the dialog takes nothing that would be gone with the answer, and stays', async () => {
    const [added, changed] = [Promise.withResolvers<object>(), Promise.withResolvers<object>()];
    const page = await start();
    page.answer(api.addNpi, () => added.promise);
    page.answer(api.changeNpi, () => changed.promise);
    await addNpi(page.user, entry(2).npi);
    expect(await screen.findByText('Being sent…')).toBeDefined();
    await page.user.type(await field('Last Name'), ' Byron');
    expect((await field('Last Name')).value).toBe('Lovelace');
    await page.user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'Discard what you typed?' })).toBeNull();
    await act(async () => added.resolve({ message: 'ok' }));
    await screen.findByText(`NPI ${entry(2).npi} was added.`);
    await choose(page.user, entry(1).npi, 'Edit');
    await write(page.user, 'Last Name', 'Byron');
    await press(page.user, 'Save');
    await waitFor(() => expect(page.callsOf(api.changeNpi)).toHaveLength(1));
    await page.user.type(await field('Last Name'), ' King');
    expect((await field('Last Name')).value).toBe('Byron');
    await act(async () => changed.resolve({ message: 'ok', version: 2 }));
    await screen.findByText(`NPI ${entry(1).npi} was changed.`);
    await page.user.type(await field('Last Name'), 'King');
    expect((await field('Last Name')).value).toBe('King');
  });

  test('an NPI that is half typed makes room for another one only after a question', async () => {
    const page = await start([entry(1), entry(2)]);
    await write(page.user, 'Last Name', 'Half');
    await choose(page.user, entry(1).npi, 'Edit');
    const ask = () => screen.findByRole('dialog', { name: 'Discard what you typed?' });
    await page.user.click(within(await ask()).getByRole('button', { name: 'Keep editing' }));
    expect((await field('Last Name')).value).toBe('Half');
    await choose(page.user, entry(1).npi, 'Edit');
    await page.user.click(within(await ask()).getByRole('button', { name: 'Discard' }));
    expect((await field('NPI')).value).toBe(entry(1).npi);
    // Nothing is typed any more: the next one is there at once.
    await choose(page.user, entry(2).npi, 'Edit');
    expect((await field('NPI')).value).toBe(entry(2).npi);
  });

  test('APP-21 CLN-19 an NPI is removed after a question, and Close keeps it', async () => {
    const page = await start([entry(1), entry(2)]);
    await choose(page.user, entry(1).npi, 'Remove');
    const ask = await screen.findByRole('dialog', { name: 'Remove NPI' });
    const buttons = within(ask).getAllByRole('button');
    expect(buttons.map((one) => one.textContent).filter(Boolean)).toEqual(['Close', 'Remove']);
    await page.user.click(within(ask).getByText('Close'));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Remove NPI' })).toBeNull());
    await choose(page.user, entry(1).npi, 'Remove');
    const box = await screen.findByRole('dialog', { name: 'Remove NPI' });
    expect(page.callsOf(api.removeNpi)).toEqual([]);
    await page.user.click(within(box).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText(`NPI ${entry(1).npi} was removed.`)).toBeDefined();
    expect(page.callsOf(api.removeNpi)[0]?.query).toEqual({ npi: entry(1).npi, delegateId: 5, cpId: 3, companyId: 1 });
  });

  test('PHY-09 the last NPI is not removed: what to do instead is said without a question or a call', async () => {
    const page = open([aPhysician()], [[api.readNpis, info([entry(1)])]]);
    await choose(page.user, 'helen@clinic.example', 'Edit Access');
    await choose(page.user, entry(1).npi, 'Remove');
    expect(await screen.findByText(/Please add another NPI before you remove this one\.$/)).toBeDefined();
    expect(screen.queryByRole('dialog', { name: 'Remove NPI' })).toBeNull();
    expect(page.callsOf(api.removeNpi)).toEqual([]);
  });

  test('PHY-18 what the server refuses is told and hides after four seconds', async () => {
    const page = await start();
    const message = 'This delegate is deactivated.';
    page.answer(api.addNpi, { status: 409, body: { code: 'delegate.deactivated', message } });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await addNpi(page.user, entry(2).npi);
    expect(await screen.findByText(message)).toBeDefined();
    act(() => void vi.advanceTimersByTime(4_100));
    expect(screen.queryByText(message)).toBeNull();
  });

  test('what cannot be read says so and can be asked for again', async () => {
    const failed = { status: 500, body: { code: 'unexpected', message: 'Out of order' } };
    const page = open([aPhysician()], [[api.readNpis, failed]]);
    await choose(page.user, 'helen@clinic.example', 'Edit Access');
    expect(await screen.findByText('Out of order')).toBeDefined();
    page.answer(api.readNpis, info([entry(1)]));
    await press(page.user, 'Try again');
    expect(await screen.findByText(entry(1).npi)).toBeDefined();
  });
});

describe('inviting again', () => {
  test('PHY-08 PHY-17 APP-22 it is confirmed first, and then sent with e-mail and company', async () => {
    const page = open();
    await choose(page.user, 'new@clinic.example', 'Re-invite');
    const box = await screen.findByRole('dialog', { name: 'Confirm Re-Invite' });
    expect(page.callsOf(api.reinviteDelegate)).toEqual([]);
    await page.user.click(within(box).getByRole('button', { name: 'Re-invite' }));
    expect(await screen.findByText('Link Sent to new@clinic.example.')).toBeDefined();
    expect(page.callsOf(api.reinviteDelegate).map((call) => call.sent)).toEqual([
      { email: 'new@clinic.example', companyId: 1 },
    ]);
  });
});

describe('the end of access', () => {
  const panel = async (who: string, person: Partial<users.User>) => {
    const known = { ...aPerson({ type: 'physician', gIds: [], ...person }), groups: [], sessions: [] };
    const page = open(undefined, [
      [users.readUser, { person: known }],
      [users.removeUser, { message: 'ok' }],
      [users.reactivateUser, { message: 'ok' }],
    ]);
    await press(page.user, who);
    return page;
  };
  const confirm = async (user: User, name: string, label: string) =>
    user.click(within(await screen.findByRole('dialog', { name })).getByRole('button', { name: label }));

  test('OPS-47 PHY-06 USR-06 USR-27 an active delegate’s access is revoked from their name in the list, after a question', async () => {
    const page = await panel('Helen Marsh', { cpID: 21, name: 'Helen Marsh', status: 'Has site access' });
    expect(await actionsOf(page.user, 'Helen Marsh')).toEqual(['Revoke Access']);
    await page.user.click(screen.getByRole('menuitem', { name: 'Revoke Access' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Revoke Access' }));
    expect(ask.getByText('The physicians they act for are kept in case access is allowed again.')).toBeDefined();
    expect(page.callsOf(users.removeUser)).toEqual([]);
    page.answer(api.listPhysicians, { physicians: [aPhysician({ status: 2, statusDescription: 'Deactivated' })] });
    await confirm(page.user, 'Revoke Access', 'Revoke Access');
    expect(await screen.findByText('Access of Helen Marsh is revoked.')).toBeDefined();
    expect(page.callsOf(users.readUser)[0]?.query).toEqual({ cp_id: 21 });
    expect(page.callsOf(users.removeUser)[0]?.query).toEqual({ cp_id: 21, removal_type: 'deactivate' });
    expect(await screen.findByText('Deactivated')).toBeDefined();
  });

  test('OPS-47 USR-05 CLN-19 the invitation of a pending delegate is withdrawn from their e-mail in the list, after a question', async () => {
    const status = 'Pending - Invite sent';
    const page = await panel('new@clinic.example', { cpID: 22, name: '', email: 'new@clinic.example', status });
    const box = within(await screen.findByRole('dialog', { name: 'new@clinic.example' }));
    expect(await box.findByText('Physician Delegate')).toBeDefined();
    expect(box.getByText('Acts for physicians, and is in no care group.')).toBeDefined();
    await page.user.click(box.getByRole('button', { name: 'Actions for new@clinic.example' }));
    expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['Remove']);
    await page.user.click(screen.getByRole('menuitem', { name: 'Remove' }));
    const ask = within(await screen.findByRole('dialog', { name: 'Remove User' }));
    expect(ask.getByText('The invitation of new@clinic.example no longer works.')).toBeDefined();
    await confirm(page.user, 'Remove User', 'Remove');
    await waitFor(() =>
      expect(page.callsOf(users.removeUser)[0]?.query).toEqual({ cp_id: 22, removal_type: 'remove' }),
    );
  });

  test('OPS-47 USR-07 USR-28 a deactivated delegate is let in again from their name in the list, after a question', async () => {
    const status = 'Deactivated - Site access revoked';
    const page = await panel('Noah West', { cpID: 23, name: 'Noah West', status });
    await press(page.user, 'Allow Access');
    const ask = within(await screen.findByRole('dialog', { name: 'Allow Access' }));
    expect(ask.getByText('They act for the same physicians again.')).toBeDefined();
    await confirm(page.user, 'Allow Access', 'Allow Access');
    expect(await screen.findByText('Noah West has access again.')).toBeDefined();
    expect(page.callsOf(users.reactivateUser)[0]?.sent).toEqual({ cp_id: 23 });
  });

  test('PHY-06 who registers meanwhile is shown as active at once', async () => {
    const { live, answer } = open([pending]);
    await screen.findByText('Pending');
    answer(api.listPhysicians, { physicians: [aPhysician()] });
    await live.tell({ type: 'provider.changed', id: 21 });
    expect(await screen.findByText('Active')).toBeDefined();
  });
});
