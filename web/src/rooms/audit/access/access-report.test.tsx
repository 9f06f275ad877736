import { accessReport, type Account as Reported, readAudit } from '@portal/contract/audit/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#test/portal.tsx';
import { catchFiles } from '#test/downloads.ts';
import { anAccount, auditReply, noon, peopleReply } from '#test/records.ts';
import Account from '#pages/Account.tsx';

const files = catchFiles(noon);
const paul = anAccount({
  cpId: 9,
  fName: 'Paul',
  lName: 'North',
  email: 'paul@north.example',
  type: 'Pharmacy User',
  adminRights: true,
  isPrescriber: false,
  groups: [],
  partner: { partnerId: 2, name: 'Northgate Pharmacy' },
  state: 'deactivated',
  wasLocked: true,
  lastSignInAt: null,
  notSignedInFor90Days: true,
});
const maya = anAccount({ cpId: 10, fName: 'Maya', lName: 'Okafor', type: 'Admin', groups: [], state: 'reset' });
const open = (accounts: readonly Reported[], route = '/account?tab=access-report', groups: string[] | null = null) =>
  renderPage(<Account />, {
    viewer: { type: 'Admin', adminRights: true },
    route,
    replies: [
      [
        accessReport,
        ({ query }: { query: { day: string } }) => ({
          day: query.day,
          accounts,
          company: 'Meridian',
          groups,
        }),
      ],
      peopleReply,
      auditReply([]),
    ],
  });
const rows = async () =>
  (await within(await screen.findByRole('table', { name: 'Access report' })).findAllByRole('row')).slice(1).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
const days = ({ callsOf }: Pick<ReturnType<typeof renderPage>, 'callsOf'>) =>
  callsOf(accessReport).map(({ query }) => (query as { day: string }).day);

test('P11-16 a delegate is called as everywhere else', async () => {
  open([anAccount({ type: 'physician' })]);
  await screen.findByText('Quill, Nora');
  expect((await rows())[0]?.[1]).toBe('Physician Delegate');
});

test('P11-16 the report shows each account with its access on the day, and points out who has not signed in for 90 days', async () => {
  const page = open([anAccount(), paul, maya]);
  await screen.findByText('North, Paul');
  expect(days(page)).toEqual(['2026-11-22']);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Access report: rows per page' }).value).toBe('10');
  expect(await rows()).toEqual([
    [
      'Quill, Noranora@meridian.example',
      'Site User',
      'Prescriber',
      'Boston General',
      '–',
      'Active',
      '20-Nov-2026 08:15 UTC',
    ],
    [
      'North, Paulpaul@north.example',
      'Pharmacy User',
      'Admin rights',
      '–',
      'Northgate Pharmacy',
      'DeactivatedLocked that day',
      'NeverNot for 90 days',
    ],
    [
      'Okafor, Mayanora@meridian.example',
      'Admin',
      'Prescriber',
      'All groups',
      '–',
      'Must set a new password',
      '20-Nov-2026 08:15 UTC',
    ],
  ]);
});

test('P11-16 another day is asked for, stands in the address and is there again after loading the page anew', async () => {
  const page = open([anAccount()], '/account?tab=access-report&day=2026-03-31');
  await screen.findByText('Quill, Nora');
  expect(days(page)).toEqual(['2026-03-31']);
  const day = screen.getByRole<HTMLInputElement>('textbox', { name: 'Day (UTC)' });
  expect(day.value).toBe('31-Mar-2026');
  await page.user.clear(day);
  await page.user.type(day, '30-Apr-2026');
  await waitFor(() => expect(days(page).at(-1)).toBe('2026-04-30'));
  expect(page.router.state.location.searchStr).toContain('day=2026-04-30');
  page.router.history.back();
  await waitFor(() => expect(day.value).toBe('31-Mar-2026'));
  await page.user.clear(day);
  await page.user.type(day, '23-Nov-2026');
  await screen.findByText('This day is in the future.');
  expect(days(page)).not.toContain('2026-11-23');
});

test('P11-16 the report is narrowed to who has not signed in for 90 days, and says so when there is nobody', async () => {
  const page = open([anAccount(), paul]);
  await screen.findByText('Quill, Nora');
  await page.user.click(screen.getByRole('checkbox', { name: 'Only people who have not signed in for 90 days' }));
  await waitFor(async () => expect((await rows()).map(([name]) => name)).toEqual(['North, Paulpaul@north.example']));
  page.unmount();
  open([anAccount()], '/account?tab=access-report&absent=true');
  await screen.findByText('Everyone signed in during the previous 90 days.');
});

const old = anAccount({ cpId: 11, lName: 'Old', lastSignInAt: null, signInsNotKept: true });
const notKept =
  '“Not kept” means that the sign-ins of that time were cleared away: after six years or more the last one of each person alone is kept.';
const leftOut =
  'People are left out whose sign-ins of that time were cleared away: after six years or more the last one of each person alone is kept.';
const pressed = async (page: ReturnType<typeof open>) => {
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Access_Report_2026-Nov-22.csv is downloaded.');
  return (await files.at(-1)?.text)?.split('\r\n').slice(1);
};

test('P11-16 where sign-ins of the day are not kept the report says so instead of never, and why, on the screen and in the file', async () => {
  const page = open([anAccount(), old]);
  await screen.findByText('Old, Nora');
  expect((await rows()).map((row) => row.at(-1))).toEqual(['20-Nov-2026 08:15 UTC', 'Not kept']);
  expect(screen.getByText(notKept)).toBeDefined();
  expect(screen.queryByText(leftOut)).toBeNull();
  expect(await pressed(page)).toEqual([
    expect.stringContaining(`,20-Nov-2026 08:15:00.000 UTC,No,Each account of Meridian. ${notKept}`),
    expect.stringContaining(`,Not kept,Not kept,Each account of Meridian. ${notKept}`),
  ]);
  page.unmount();
  open([anAccount()]);
  await screen.findByText('Quill, Nora');
  expect(screen.queryByText(/cleared away/)).toBeNull();
});

test('P11-16 of who has not signed in for 90 days those are left out whose sign-ins are not kept, and the screen and the file say so', async () => {
  const page = open([anAccount(), old, paul], '/account?tab=access-report&absent=true');
  await screen.findByText('North, Paul');
  expect((await rows()).map(([name]) => name)).toEqual(['North, Paulpaul@north.example']);
  expect(screen.getByText(leftOut)).toBeDefined();
  expect(screen.queryByText(notKept)).toBeNull();
  const only = 'Only people who have not signed in for 90 days.';
  expect(await pressed(page)).toEqual([expect.stringContaining(`,Yes,Accounts of Meridian. ${only} ${leftOut}`)]);
  page.unmount();
  open([anAccount(), old], '/account?tab=access-report&absent=true');
  await screen.findByText('Everyone whose sign-ins are kept signed in during the previous 90 days.');
  expect(screen.getByText(leftOut)).toBeDefined();
});

test('P11-16 who was invited and has not come yet is shown by their email', async () => {
  open([anAccount({ fName: '', lName: '', email: 'ada@clinic.example', state: 'invited', lastSignInAt: null })]);
  await screen.findByText('ada@clinic.example');
  expect((await rows()).map((row) => [row[0], row[5], row[6]])).toEqual([
    ['ada@clinic.example', 'Invited, not registered', 'Never'],
  ]);
});

test('P11-16 SEC-39 the report is a file, too, which the server is told', async () => {
  const page = open([paul]);
  await screen.findByText('North, Paul');
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Access_Report_2026-Nov-22.csv is downloaded.');
  // SEC-39: the server is told that it is for a file.
  expect(page.callsOf(accessReport).map(({ query }) => query as unknown)).toEqual([
    { day: '2026-11-22' },
    { day: '2026-11-22', file: true },
  ]);
  expect((await files[0]?.text)?.split('\r\n')).toEqual([
    'Day (UTC),Number,First name,Last name,Email,Type,Admin rights,Prescriber,Groups,In groups since,Partner or sponsor,State,Locked that day,Created,Last sign-in,Not signed in for 90 days,Accounts in this file',
    '2026-11-22,9,Paul,North,paul@north.example,Pharmacy User,Yes,No,,,Northgate Pharmacy,Deactivated,Yes,05-Jan-2026 08:00:00.000 UTC,,Yes,Each account of Meridian.',
  ]);
});

test('P11-16 SEC-23 the report of a reviewer of some groups says whose accounts it holds and whose not, on the screen and in the file', async () => {
  const page = open([anAccount()], '/account?tab=access-report', ['ABC-1', 'Ward']);
  await screen.findByText('Quill, Nora');
  const only =
    'Only people of ABC-1 and Ward. People of groups above, Admins, sponsors and partners who see them too are not in it.';
  expect(screen.getByText((text) => text.startsWith(only))).toBeDefined();
  expect(screen.queryByText(/Each account/)).toBeNull();
  await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'quill');
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Access_Report_2026-Nov-22.csv is downloaded.');
  expect(await files[0]?.text).toContain(`,"Accounts of Meridian. ${only} Narrowed to “quill”."`);
});

test('P11-16 SEC-23 the report of a reviewer who is in no group says that nobody is in it, and why', async () => {
  open([], '/account?tab=access-report', []);
  await screen.findByText('Nobody is in it, since its reader is in no group.');
  expect(await screen.findByText('Nobody is in this report.')).toBeDefined();
  expect(screen.queryByText(/people of \./)).toBeNull();
  expect(screen.queryByText('There were no accounts on this day.')).toBeNull();
});

test('P11-16 a search in all accounts says that people without groups of their own are not found by the name of a group, and so does the file', async () => {
  const page = open([anAccount(), paul]);
  await screen.findByText('North, Paul');
  const note = 'Admins, sponsors and partners are not found by the name of a group.';
  expect(screen.queryByText(note)).toBeNull();
  await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'boston');
  await screen.findByText(note);
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Access_Report_2026-Nov-22.csv is downloaded.');
  expect(await files[0]?.text).toContain(`Accounts of Meridian. Narrowed to “boston”. ${note}`);
});

test('P11-16 SEC-39 a report that cannot be fetched for the file says so, and leaves none', async () => {
  const page = open([paul]);
  await screen.findByText('North, Paul');
  page.answer(accessReport, { status: 500, body: { code: 'unexpected', message: 'Not now.' } });
  await page.user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  expect(files).toEqual([]);
});

test('P11-14 P11-16 a name leads to the changes of that account', async () => {
  const page = open([anAccount()]);
  await page.user.click(await screen.findByRole('button', { name: 'Quill, Nora: changes of this account' }));
  await screen.findByText('No change matches these filters.');
  expect(page.callsOf(readAudit).map(({ query }) => query as unknown)).toEqual([
    { recordKind: 'provider', recordId: '7', pageSize: 25 },
  ]);
});

test('P11-14 P11-16 it leads to all of them, whatever the trail was last searched for', async () => {
  const page = open([anAccount()], '/account?tab=audit-trail');
  await screen.findByText('Nothing has been recorded yet.');
  await page.user.type(screen.getByRole('searchbox', { name: 'Search' }), 'older');
  await page.user.click(screen.getByRole('tab', { name: 'Access Report' }));
  await page.user.click(await screen.findByRole('button', { name: 'Quill, Nora: changes of this account' }));
  await waitFor(() =>
    expect(page.callsOf(readAudit).at(-1)?.query).toEqual({ recordKind: 'provider', recordId: '7', pageSize: 25 }),
  );
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('');
});

test('P11-16 a report that fails says so, and can be tried again', async () => {
  const page = open([]);
  await screen.findByText('There were no accounts on this day.');
  page.unmount();
  const failing = open([anAccount()]);
  failing.answer(accessReport, { status: 500, body: { code: 'unexpected', message: 'Not now.' } });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  failing.answer(accessReport, { day: '2026-11-22', accounts: [anAccount()] });
  await failing.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Quill, Nora');
});

test('P11-16 accounts are searched and narrowed by their state, beside the day, and the file holds those that are left', async () => {
  const { user, router } = open([anAccount(), paul, maya], '/account?tab=access-report&day=2026-04-30');
  await user.type(await screen.findByRole('searchbox', { name: 'Search' }), 'northgate paul');
  expect((await rows()).map(([name]) => name)).toEqual(['North, Paulpaul@north.example']);
  await user.click(screen.getByRole('button', { name: 'Deactivated 1' }));
  await user.click(screen.getByRole('checkbox', { name: /not signed in/ }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({
      tab: 'access-report',
      day: '2026-04-30',
      absent: true,
      status: 'deactivated',
    }),
  );
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'x');
  expect(await screen.findByText('No account matches “northgate paulx” and “Deactivated”.')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect((await rows()).map(([name]) => name)).toEqual(['North, Paulpaul@north.example']);
});
