import {
  completeFollowUp,
  countOtherFollowUps,
  type FollowUp,
  listFollowUps,
  moveFollowUp,
  scheduleFollowUp,
} from '@portal/contract/follow-ups/endpoints.ts';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { routeOf } from '#app/routes.ts';
import { failure, press } from '#test/patients.tsx';
import { doesFirst, firstTryDone } from '#test/lost-answer.ts';
import { type Reply, renderPage, setWidth } from '#test/portal.tsx';
import { aUser } from '#test/users.tsx';
import type { Viewer } from '#api/session.ts';
import FollowUps from './FollowUps.tsx';

const nurse = { type: 'Nurse', modules: ['Assessments', 'FollowUp'], fName: 'Nina', lName: 'Nurse' } as const;
const aFollowUp = (more: Partial<FollowUp> = {}): FollowUp => {
  const at = more.followUpTime ?? new Date(2026, 0, 12, 16, 5);
  return {
    fID: 71,
    fId: 71,
    uId: 31,
    cpId: 3,
    companyId: 1,
    name: 'Ann Archer',
    phone: '+16175550123',
    followUpTime: at,
    date: at,
    timeCreated: new Date(2026, 0, 3),
    timeLastModified: new Date(2026, 0, 3),
    notes: 'Ask about sleep',
    status: true,
    completedAt: null,
    completedBy: null,
    outcome: null,
    version: 2,
    ...more,
  };
};
const open = (given: { replies?: Reply[]; route?: string; viewer?: Partial<Viewer>; ticks?: boolean } = {}) => {
  const toFake = ['Date' as const, ...(given.ticks ? (['setInterval', 'clearInterval'] as const) : [])];
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 0, 10, 12), toFake });
  return renderPage(<FollowUps />, {
    viewer: { ...nurse, modules: [...nurse.modules], ...given.viewer },
    route: given.route ?? '/follow-ups',
    replies: [
      [listFollowUps, { followUp: [aFollowUp(), aFollowUp({ fId: 72, fID: 72, name: 'Bob Baker', notes: '' })] }],
      [
        listUsers,
        {
          careProviders: [
            aUser({ cpID: 3, name: 'Nina Nurse' }),
            aUser({ cpID: 5, name: 'Otto Other', email: 'otto@example.com' }),
          ],
        },
      ],
      ...(given.replies ?? []),
    ],
  });
};
type Page = ReturnType<typeof open>;
const queries = (page: Page) => page.callsOf(listFollowUps).map(({ query }) => query);
const table = () => screen.findByRole('table', { name: 'Follow-Ups' });
const loaded = () => screen.findByText('Ann Archer');
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const providers = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Care Provider' });
const own = { companyId: 1, cpId: '3', sDate: '2026-01-10', eDate: '2026-01-17' };
const seen = (query: Record<string, unknown> | undefined) => ({ ...query, cpId: [query?.cpId].flat().join(',') });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('the list', () => {
  test('RTE-09 OPC-14 CLN-16 the page is called "Follow-Ups" and wants its module', () => {
    expect(routeOf('/follow-ups')).toMatchObject({ title: 'Follow-Ups', access: { module: 'FollowUp' } });
    expect(routeOf('/follow-ups')?.page).toBeDefined();
  });

  test('FUP-01 FUP-02 CLN-25 CCN-15 follow-ups stand in a table; without notes it says "N/A"', async () => {
    open();
    await loaded();
    const rows = within(await table()).getAllByRole('row');
    // Beside these stands what is done with each.
    expect([...rows[0]!.querySelectorAll('th')].map((one) => one.textContent).slice(0, -1)).toEqual([
      'Name',
      'Phone',
      'Follow-Up Date',
      'Notes',
    ]);
    expect(
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).slice(0, -1)),
    ).toEqual([
      ['Ann Archer', '617-555-0123', '12 Jan 26, 4:05 PM', 'Ask about sleep'],
      ['Bob Baker', '617-555-0123', '12 Jan 26, 4:05 PM', 'N/A'],
    ]);
  });

  test('OPC-39 FUP-05 CAB-07 at start one’s own are asked for, from today to seven days ahead', async () => {
    const page = open();
    await loaded();
    expect(queries(page).map(seen)).toEqual([own]);
    expect(field('Start Date').value).toBe('10/01/2026');
    expect(field('End Date').value).toBe('17/01/2026');
  });

  test('FUP-08 none are said to be none', async () => {
    open({ replies: [[listFollowUps, { followUp: [] }]] });
    expect(await screen.findByText('No follow-up listed.')).toBeDefined();
  });

  test('FUP-10 CER-15 a list that could not be read says so', async () => {
    open({ replies: [[listFollowUps, failure(500, 'broken')]] });
    expect(await screen.findByText('There was a problem retrieving follow-ups.')).toBeDefined();
  });

  test('CLN-09 a list that is not found is an empty one', async () => {
    open({ replies: [[listFollowUps, failure(404, 'none')]] });
    expect(await screen.findByText('No follow-up listed.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('CLN-03 a name leads to the patient', async () => {
    const page = open();
    await press(page.user, 'Ann Archer');
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patient'));
    expect(page.router.state.location.state).toMatchObject({ uId: 31 });
  });

  test('OPC-15 where patients have no page the name is plain text', async () => {
    open({ viewer: { modules: ['FollowUp', 'TrialCard'] } });
    await loaded();
    expect(screen.queryByRole('button', { name: 'Ann Archer' })).toBeNull();
  });

  test('a new one is seen at once', async () => {
    const page = open();
    await loaded();
    page.answer(listFollowUps, { followUp: [aFollowUp({ name: 'Zoe Zimmer' })] });
    await page.live.tell({ type: 'follow_up.changed', id: 1 });
    expect(await screen.findByText('Zoe Zimmer')).toBeDefined();
  });

  test('who sees no patients is told so', async () => {
    open({ viewer: { type: 'Sponsor' } });
    expect(await screen.findByText('Your role does not see follow-ups.')).toBeDefined();
  });
});

describe('the search', () => {
  const search = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Search' });
  const bob = aFollowUp({
    fId: 72,
    fID: 72,
    name: 'Bob Baker',
    dob: '1961-11-30',
    phone: '+13125550199',
    notes: 'Ask about pain',
  });
  const two: Reply = [listFollowUps, { followUp: [aFollowUp(), bob] }];

  test.each([
    ['a part of a name', 'bak'],
    ['a birth date', '11/30/1961'],
    ['a phone number as it is shown', '312-555'],
    ['a word of the notes', 'pain'],
  ])('%s finds its row, and nothing is asked of the server for it', async (_, typed) => {
    const page = open({ replies: [two] });
    await loaded();
    await page.user.type(await search(), typed);
    await waitFor(() => expect(screen.queryByText('Ann Archer')).toBeNull());
    expect(screen.getByText('Bob Baker')).toBeDefined();
    expect(queries(page)).toHaveLength(1);
    expect(page.router.state.location.search).toEqual({});
  });

  test('FUP-08 that nothing matches is said apart from there being none, and "Clear" shows all again', async () => {
    const others = 'Other care providers have 4 follow-ups on these days.';
    const page = open({ replies: [two, [countOtherFollowUps, { others: 4, overdue: 0, ofInactive: 1 }]] });
    await loaded();
    await page.user.type(await search(), 'zoe');
    await screen.findByText('No follow-up matches “zoe”.');
    expect(screen.queryByText('No follow-up listed.')).toBeNull();
    // Perhaps it is somebody else's.
    expect(await screen.findByText(others)).toBeDefined();
    expect(screen.getAllByRole('button', { name: 'Show all providers' })).toHaveLength(1);
    const list = within(screen.getByRole('table', { name: 'Follow-Ups' }));
    await page.user.click(list.getByRole('button', { name: 'Clear' }));
    await loaded();
    expect(document.activeElement).toBe(await search());
  });

  test('what is typed goes on in another view, and is there again where one comes back', async () => {
    const page = open({ replies: [two] });
    await loaded();
    await page.user.type(await search(), 'bak');
    await press(page.user, 'Overdue');
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect((await search()).value).toBe('bak');
    expect(screen.queryByText('Ann Archer')).toBeNull();
    page.unmount();
    open({ replies: [two] });
    await screen.findByText('Bob Baker');
    expect([(await search()).value, screen.queryByText('Ann Archer')]).toEqual(['bak', null]);
  });
});

describe('the filter', () => {
  test('FUP-03 FUP-04 CAB-10 nothing is asked before "Filter" is pressed; then it stands in the address', async () => {
    const page = open();
    await loaded();
    expect(page.callsOf(listUsers).map(({ query }) => query)).toEqual([{ companyId: 1, status: 'active' }]);
    await page.user.click(providers());
    const options = within(await screen.findByRole('listbox', { name: 'Care Provider' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Nina Nurse', 'Otto Other']);
    await page.user.click(screen.getByRole('option', { name: 'Otto Other' }));
    expect(queries(page)).toHaveLength(1);
    await press(page.user, 'Filter');
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect(seen(queries(page)[1])).toEqual({ ...own, cpId: '3,5' });
    expect(page.router.state.location.search).toEqual({ cp: '3,5' });
  });

  test('OPC-39 CAB-07 several providers are named by `cpId` repeated, to the list and to the count of what it leaves out', async () => {
    const replies: Reply[] = [
      [listFollowUps, { followUp: [] }],
      [countOtherFollowUps, { others: 4, overdue: 0 }],
    ];
    const page = open({ route: '/follow-ups?cp=3,5', replies });
    await screen.findByText('Other care providers have 4 follow-ups on these days.');
    const address = '?companyId=1&cpId=3&cpId=5&sDate=2026-01-10&eDate=2026-01-17';
    expect(page.callsOf(listFollowUps).map(({ search }) => search)).toEqual([address]);
    expect(page.callsOf(countOtherFollowUps).map(({ search }) => search)).toEqual([`${address}&zone=UTC`]);
  });

  test('OPC-39 all providers are asked for by naming nobody, and nobody can be chosen then', async () => {
    const page = open();
    await loaded();
    await page.user.click(box('Show all providers'));
    expect(providers().disabled).toBe(true);
    await press(page.user, 'Filter');
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect(queries(page)[1]).toEqual({ companyId: 1, sDate: '2026-01-10', eDate: '2026-01-17' });
  });

  test('OPC-39 FUP-05 CAB-06 only today is one day, and no dates can be chosen then', async () => {
    const page = open();
    await loaded();
    await page.user.click(box('Show only today'));
    expect([field('Start Date').disabled, field('End Date').disabled]).toEqual([true, true]);
    await press(page.user, 'Filter');
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect(seen(queries(page)[1])).toEqual({ companyId: 1, cpId: '3', date: '2026-01-10' });
  });

  test('FUP-07 CER-17 a start after the end is refused, and nothing is asked', async () => {
    const page = open();
    await loaded();
    await page.user.clear(field('Start Date'));
    await page.user.type(field('Start Date'), '18/01/2026');
    await press(page.user, 'Filter');
    expect((await screen.findByRole('alert')).textContent).toBe('Start date must be before end date.');
    expect(queries(page)).toHaveLength(1);
  });

  test('OPC-40 the same day twice is that one day', async () => {
    const page = open();
    await loaded();
    await page.user.clear(field('Start Date'));
    await page.user.type(field('Start Date'), '17/01/2026');
    await press(page.user, 'Filter');
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect(queries(page)[1]).toMatchObject({ sDate: '2026-01-17', eDate: '2026-01-17' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('FUP-03 the address says what is filtered', async () => {
    const there = aFollowUp({ followUpTime: new Date(2026, 1, 2, 9) });
    const page = open({
      route: '/follow-ups?cp=5&from=2026-02-01&to=2026-02-03',
      replies: [[listFollowUps, { followUp: [there] }]],
    });
    await loaded();
    expect(queries(page).map(seen)).toEqual([{ companyId: 1, cpId: '5', sDate: '2026-02-01', eDate: '2026-02-03' }]);
    await waitFor(() => expect(screen.getAllByText('Otto Other').length).toBeGreaterThan(0));
    expect(screen.queryByText('Care provider 5')).toBeNull();
  });

  test('days that begin today stand in the address with both their ends, so that they are the same ones tomorrow', async () => {
    const page = open();
    await loaded();
    await page.user.clear(field('End Date'));
    await page.user.type(field('End Date'), '10/01/2026');
    await press(page.user, 'Filter');
    await waitFor(() => expect(queries(page)).toHaveLength(2));
    expect(page.router.state.location.search).toEqual({ from: '2026-01-10', to: '2026-01-10' });
  });

  test('FUP-07 an address whose start is after its end is refused like typed dates, and nothing is asked', async () => {
    const page = open({ route: '/follow-ups?to=2026-01-09' });
    expect((await screen.findByRole('alert')).textContent).toBe('Start date must be before end date.');
    expect(queries(page)).toEqual([]);
    await page.user.clear(field('End Date'));
    await page.user.type(field('End Date'), '12/01/2026');
    await press(page.user, 'Filter');
    await loaded();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(queries(page).map(seen)).toEqual([{ ...own, eDate: '2026-01-12' }]);
  });

  test.each(['overdue', 'past', 'calendar'])(
    'in the view "%s" no dates are shown, and none are refused',
    async (view) => {
      const page = open({ route: `/follow-ups?cp=all&view=${view}&to=2026-01-09` });
      await waitFor(() => expect(queries(page)).toHaveLength(1));
      await page.user.click(box('Show all providers'));
      await press(page.user, 'Filter');
      await waitFor(() => expect(queries(page).map(seen).at(-1)).toMatchObject({ cpId: '3' }));
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  test('OPC-39 over midnight "Show only today" goes on with the day', async () => {
    const rows = [
      aFollowUp({ followUpTime: new Date(2026, 0, 10, 16) }),
      aFollowUp({ fId: 72, fID: 72, name: 'Bob Baker', followUpTime: new Date(2026, 0, 11, 9) }),
    ];
    const page = open({
      route: '/follow-ups?day=today',
      replies: [[listFollowUps, { followUp: rows }]],
      ticks: true,
    });
    await loaded();
    expect(screen.queryByText('Bob Baker')).toBeNull();
    vi.setSystemTime(new Date(2026, 0, 10, 23, 59, 30));
    const last = () => page.callsOf(listFollowUps).at(-1)?.query;
    expect(last()).toMatchObject({ date: '2026-01-10' });
    act(() => void vi.advanceTimersByTime(120_000));
    await waitFor(() => expect(last()).toMatchObject({ date: '2026-01-11' }));
    expect(await screen.findByText('Bob Baker')).toBeDefined();
    expect(screen.queryByText('Ann Archer')).toBeNull();
  });

  test('over midnight what is chosen but not yet filtered by stays, and the usual days go on with the day', async () => {
    const page = open({ ticks: true });
    await loaded();
    await page.user.click(providers());
    await page.user.click(await screen.findByRole('option', { name: 'Otto Other' }));
    vi.setSystemTime(new Date(2026, 0, 10, 23, 59, 30));
    act(() => void vi.advanceTimersByTime(120_000));
    await waitFor(() => expect(queries(page).at(-1)).toMatchObject({ sDate: '2026-01-11', eDate: '2026-01-18' }));
    expect([field('Start Date').value, field('End Date').value]).toEqual(['11/01/2026', '18/01/2026']);
    await press(page.user, 'Filter');
    await waitFor(() => expect(page.router.state.location.search).toEqual({ cp: '3,5' }));
    expect(seen(queries(page).at(-1))).toEqual({ ...own, cpId: '3,5', sDate: '2026-01-11', eDate: '2026-01-18' });
  });

  test('over midnight days of the address that become the usual ones throw away nothing that is chosen', async () => {
    const page = open({ ticks: true, route: '/follow-ups?from=2026-01-11&to=2026-01-18' });
    await loaded();
    await page.user.click(box('Show all providers'));
    vi.setSystemTime(new Date(2026, 0, 10, 23, 59, 30));
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(box('Show all providers').checked).toBe(true);
  });

  test('OPC-39 "Show only today" means the day of this clock, also where it lies in two days of UTC', async () => {
    vi.stubEnv('TZ', 'Pacific/Auckland');
    const at = (name: string, ...when: [number, number]) => ({ name, followUpTime: new Date(2026, 0, ...when) });
    const rows = [
      at('Yesterday Yen', 9, 23),
      at('Ann Archer', 10, 8),
      at('Late Lee', 10, 23),
      at('Tomorrow Tan', 11, 11),
    ];
    const page = open({
      route: '/follow-ups?day=today',
      replies: [[listFollowUps, { followUp: rows.map((row, n) => aFollowUp({ ...row, fId: n, fID: n })) }]],
    });
    await loaded();
    expect(queries(page).map(seen)).toEqual([{ companyId: 1, cpId: '3', sDate: '2026-01-09', eDate: '2026-01-10' }]);
    expect(screen.getByText('Late Lee')).toBeDefined();
    expect(screen.queryByText(/Yen|Tan/)).toBeNull();
  });

  test('OPC-39 at start the list is of today and the seven days after it as this clock has them', async () => {
    vi.stubEnv('TZ', 'America/Los_Angeles');
    const at = (name: string, ...when: [number, number]) => ({ name, followUpTime: new Date(2026, 0, ...when) });
    const rows = [at('Yesterday Yen', 9, 23), at('Ann Archer', 10, 8), at('Late Lee', 17, 23), at('Later Tan', 18, 1)];
    const page = open({
      replies: [[listFollowUps, { followUp: rows.map((row, n) => aFollowUp({ ...row, fId: n, fID: n })) }]],
    });
    await loaded();
    expect(queries(page).map(seen)).toEqual([{ ...own, eDate: '2026-01-18' }]);
    expect(screen.getByText('Late Lee')).toBeDefined();
    expect(screen.queryByText(/Yen|Tan/)).toBeNull();
  });

  test('CLN-09 providers that are not found are none, without a message', async () => {
    open({ replies: [[listUsers, failure(404, 'none')]] });
    await loaded();
    await waitFor(() => expect(screen.getAllByText('Nina Nurse').length).toBeGreaterThan(0));
    expect(screen.queryByText('There was a problem retrieving care providers.')).toBeNull();
  });

  test('FUP-10 CER-16 providers who could not be read are told of, and the list is there', async () => {
    open({ replies: [[listUsers, failure(500, 'broken')]] });
    expect(await screen.findByText('There was a problem retrieving care providers.')).toBeDefined();
    await loaded();
  });
});

describe('what is overdue', () => {
  test('FUP-05 the address leads to those that are overdue, of all providers and of any day', async () => {
    const page = open({ route: '/follow-ups?cp=all&view=overdue' });
    await loaded();
    expect(queries(page)).toEqual([{ companyId: 1, state: 'overdue' }]);
    expect(screen.getByRole('button', { name: 'Overdue', pressed: true })).toBeDefined();
    expect(box('Show all providers').checked).toBe(true);
    expect(screen.queryByRole('textbox', { name: 'Start Date' })).toBeNull();
    await page.user.click(box('Show all providers'));
    await press(page.user, 'Filter');
    await waitFor(() => expect(queries(page).map(seen).at(-1)).toEqual({ companyId: 1, cpId: '3', state: 'overdue' }));
    expect(page.router.state.location.search).toEqual({ view: 'overdue' });
  });

  test('the view begins with those of all providers, as the menu counts them, and stands in the address; the others go on with one’s own', async () => {
    const page = open();
    await loaded();
    await press(page.user, 'Overdue');
    await waitFor(() => expect(queries(page).at(-1)).toEqual({ companyId: 1, state: 'overdue' }));
    expect(page.router.state.location.search).toEqual({ cp: 'all', view: 'overdue' });
    await press(page.user, 'Calendar');
    await waitFor(() => expect(queries(page).map(seen).at(-1)).toMatchObject({ cpId: '3' }));
    expect(page.router.state.location.search).toEqual({ view: 'calendar' });
  });
});

describe('where there is none of one’s own', () => {
  const none: Reply = [listFollowUps, { followUp: [] }];
  const counted = (others: number, overdue: number): Reply => [countOtherFollowUps, { others, overdue }];

  test('OPC-39 FUP-08 those of others are told of, by their number, and one press leads there', async () => {
    const page = open({ replies: [none, counted(4, 0)] });
    await screen.findByText('Other care providers have 4 follow-ups on these days.');
    expect(screen.getByText('No follow-up listed.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Show overdue' })).toBeNull();
    expect(page.callsOf(countOtherFollowUps).map(({ query }) => seen(query))).toEqual([{ ...own, zone: 'UTC' }]);
    page.answer(listFollowUps, { followUp: [aFollowUp({ cpId: 5 })] });
    await press(page.user, 'Show all providers');
    await loaded();
    expect(queries(page).at(-1)).toEqual({ companyId: 1, sDate: '2026-01-10', eDate: '2026-01-17' });
    expect(page.router.state.location.search).toEqual({ cp: 'all' });
    expect(screen.queryByText(/^Other care providers/)).toBeNull();
  });

  test('FUP-08 those that are overdue, which the menu counts, are told of, and one press leads there', async () => {
    const page = open({ replies: [none, counted(0, 3)] });
    await screen.findByText('There are 3 overdue follow-ups of all care providers.');
    expect(screen.queryByText(/^Other care providers/)).toBeNull();
    page.answer(listFollowUps, { followUp: [aFollowUp()] });
    await press(page.user, 'Show overdue');
    await loaded();
    expect(page.router.state.location.search).toEqual({ cp: 'all', view: 'overdue' });
  });

  test.each([
    ['?view=overdue', 'Other care providers have 1 overdue follow-up.', { state: 'overdue' }],
    ['?day=today', 'Other care providers have 1 follow-up today.', { date: '2026-01-10', zone: 'UTC' }],
    [
      '?view=past',
      'Other care providers have 1 follow-up in the year before today.',
      { sDate: '2025-01-10', eDate: '2026-01-09', zone: 'UTC' },
    ],
    [
      '?view=calendar&month=2026-02',
      'Other care providers have 1 follow-up in this month.',
      { sDate: '2026-02-01', eDate: '2026-02-28', zone: 'UTC' },
    ],
  ])('with %s it is said of what is looked at', async (search, words, days) => {
    const page = open({ replies: [none, counted(1, 0)], route: `/follow-ups${search}` });
    await screen.findByText(words);
    expect(seen(page.callsOf(countOtherFollowUps)[0]?.query)).toEqual({ companyId: 1, cpId: '3', ...days });
  });

  const inLosAngeles = { companyId: 1, cpId: '3', zone: 'America/Los_Angeles' };
  test.each([
    ['', { sDate: '2026-01-10', eDate: '2026-01-17' }],
    ['?day=today', { date: '2026-01-10' }],
    ['?view=past', { sDate: '2025-01-10', eDate: '2026-01-09' }],
    ['?view=calendar', { sDate: '2026-01-01', eDate: '2026-01-31' }],
  ])(
    'OPC-39 FUP-05 with "%s" they are counted by the days of this clock, which the list shows',
    async (search, days) => {
      vi.stubEnv('TZ', 'America/Los_Angeles');
      const page = open({ replies: [none, counted(1, 0)], route: `/follow-ups${search}` });
      await screen.findByText(/^Other care providers have 1 follow-up /);
      expect(page.callsOf(countOtherFollowUps).map(({ query }) => seen(query))).toEqual([{ ...inLosAngeles, ...days }]);
    },
  );

  test('a server of the release before, which does not know their days, leaves the list as it is', async () => {
    const refused = failure(400, 'invalid');
    const page = open({ replies: [none, [countOtherFollowUps, refused]] });
    await screen.findByText('No follow-up listed.');
    await waitFor(() => expect(page.callsOf(countOtherFollowUps)).toHaveLength(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(/^Other care providers/)).toBeNull();
  });

  test.each([
    ['Show all providers', '', ['searchbox', 'Search']],
    ['Show overdue', '', ['searchbox', 'Search']],
    ['Show all providers', '?view=calendar', ['button', 'Previous month']],
  ] as const)(
    'after "%s"%s the keyboard goes on at the list that it leads to',
    async (button, search, [role, name]) => {
      const page = open({ replies: [none, counted(4, 3)], route: `/follow-ups${search}` });
      const way = await screen.findByRole('button', { name: button });
      page.answer(listFollowUps, { followUp: [aFollowUp()] });
      way.focus();
      await page.user.keyboard('{Enter}');
      await screen.findByRole('button', { name: 'Ann Archer' });
      await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull());
      expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Follow-Ups' }));
      await page.user.tab();
      expect(document.activeElement).toBe(screen.getByRole(role, { name }));
    },
  );

  test('OPC-39 of all providers there are no others', async () => {
    open({ replies: [none, counted(4, 1)], route: '/follow-ups?cp=all' });
    await screen.findByText('There is 1 overdue follow-up of all care providers.');
    expect(screen.queryByText(/^Other care providers/)).toBeNull();
  });

  test('FUP-01 beside what is one’s own nobody else’s are told of', async () => {
    const page = open({ replies: [counted(4, 3)] });
    await loaded();
    await waitFor(() => expect(page.callsOf(countOtherFollowUps)).toHaveLength(1));
    await page.user.click(box('Show all providers'));
    expect(screen.queryByText(/follow-ups? on these days/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });
});

describe('those of somebody who is no longer active', () => {
  const left = (ofInactive: number): Reply => [countOtherFollowUps, { others: 4, overdue: 3, ofInactive }];
  const ofRevoked = { fId: 72, fID: 72, cpId: 9, name: 'Bob Baker', isCpActive: false };
  const rows: Reply = [listFollowUps, { followUp: [aFollowUp({ isCpActive: true }), aFollowUp(ofRevoked)] }];

  test.each([
    ['', 'Care providers who are no longer active, or no longer see the patient, have 2 follow-ups on these days.'],
    [
      '?view=calendar&month=2026-01',
      'Care providers who are no longer active, or no longer see the patient, have 2 follow-ups in this month.',
    ],
  ])('above one’s own%s it is told how many there are, and one press leads there', async (search, said) => {
    const page = open({ replies: [left(2)], route: `/follow-ups${search}` });
    await loaded();
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.queryByText(/^Other care providers/)).toBeNull();
    await press(page.user, 'Show all providers');
    await waitFor(() => expect(page.router.state.location.search).toMatchObject({ cp: 'all' }));
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  });

  test('from the calendar, which neither says which these are nor takes them over, it leads to the list of its days', async () => {
    const page = open({ replies: [left(2)], route: '/follow-ups?view=calendar&month=2026-01' });
    await loaded();
    page.answer(...rows);
    await press(page.user, 'Show all providers');
    await screen.findByText('Its care provider is no longer active or no longer sees this patient.');
    expect(page.router.state.location.search).toEqual({
      cp: 'all',
      from: '2026-01-01',
      to: '2026-01-31',
      month: '2026-01',
    });
    expect(
      screen.getByRole('button', { name: 'Actions for the follow-up of Bob Baker, 12 Jan 26, 4:05 PM' }),
    ).toBeDefined();
  });

  test('from a calendar that has nothing of one’s own it leads there as well', async () => {
    const page = open({
      replies: [
        [listFollowUps, { followUp: [] }],
        [countOtherFollowUps, { others: 2, overdue: 0, ofInactive: 2 }],
      ],
      route: '/follow-ups?view=calendar&month=2026-01',
    });
    await screen.findByText('Other care providers have 2 follow-ups in this month.');
    page.answer(...rows);
    await press(page.user, 'Show all providers');
    await screen.findByText('Its care provider is no longer active or no longer sees this patient.');
  });

  test('each says so, and is taken over as it stands; of an active one, or one that is completed, nothing is taken', async () => {
    const done = {
      ...ofRevoked,
      fId: 73,
      fID: 73,
      name: 'Cleo Clark',
      status: false,
      completedAt: new Date(2026, 0, 9),
    };
    const all = [aFollowUp({ isCpActive: true }), aFollowUp(ofRevoked), aFollowUp(done)];
    const page = open({
      route: '/follow-ups?cp=all',
      replies: [
        [listFollowUps, { followUp: all }],
        [moveFollowUp, { message: 'Moved.', version: 3 }],
      ],
    });
    await loaded();
    expect(screen.getAllByText('Its care provider is no longer active or no longer sees this patient.')).toHaveLength(
      1,
    );
    const takes: string[] = [];
    for (const menu of screen.getAllByRole('button', { name: /^Actions for/ })) {
      await page.user.click(menu);
      if ((await screen.findAllByRole('menuitem')).some(({ textContent }) => textContent === 'Take'))
        takes.push(menu.getAttribute('aria-label') ?? '');
      await page.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    }
    expect(takes).toEqual(['Actions for the follow-up of Bob Baker, 12 Jan 26, 4:05 PM']);
    page.answer(listFollowUps, { followUp: [aFollowUp(), aFollowUp({ ...ofRevoked, cpId: 3, isCpActive: true })] });
    await page.user.click(screen.getByRole('button', { name: takes[0] as string }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Take' }));
    await screen.findByText('You have the follow-up of Bob Baker.');
    const body = { fId: 72, version: 2, cpId: 3, followUpTime: new Date(2026, 0, 12, 16, 5) };
    expect(page.callsOf(moveFollowUp).map((call) => call.body)).toEqual([body]);
    await waitFor(() =>
      expect(screen.queryByText('Its care provider is no longer active or no longer sees this patient.')).toBeNull(),
    );
  });

  test('one of a patient who was deactivated says that instead, in the list and before it is moved or completed, and nobody takes it', async () => {
    const gone = aFollowUp({ ...ofRevoked, dob: '1980-03-05', isPatientDeactivated: true });
    const page = open({
      route: '/follow-ups?cp=all',
      replies: [[listFollowUps, { followUp: [aFollowUp(), gone] }]],
    });
    await loaded();
    const said = () => screen.queryAllByText('This patient is deactivated.');
    expect(said().map((one) => one.closest('td')?.textContent)).toEqual([
      'Bob Bakerborn 03/05/1980This patient is deactivated.',
    ]);
    expect(screen.queryByText(/no longer sees this patient/)).toBeNull();
    for (const act of ['Complete', 'Move']) {
      await page.user.click(screen.getByRole('button', { name: /^Actions for the follow-up of Bob Baker/ }));
      const items = await screen.findAllByRole('menuitem');
      expect(items.map(({ textContent }) => textContent)).toEqual(['Complete', 'Move', 'Schedule Another']);
      await page.user.click(screen.getByRole('menuitem', { name: act }));
      const dialog = within(await screen.findByRole('dialog'));
      expect(await dialog.findByText('This patient is deactivated.')).toBeDefined();
      await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('the keyboard goes on in the next row once the one that was taken over is no longer among those that are shown', async () => {
    const other = aFollowUp({ ...ofRevoked, fId: 74, fID: 74, name: 'Dora Dale' });
    const page = open({
      route: '/follow-ups?cp=5',
      replies: [
        [listFollowUps, { followUp: [aFollowUp(ofRevoked), other] }],
        [moveFollowUp, { message: 'Moved.', version: 3 }],
      ],
    });
    await press(page.user, 'Actions for the follow-up of Bob Baker, 12 Jan 26, 4:05 PM');
    page.answer(listFollowUps, { followUp: [other] });
    await page.user.click(await screen.findByRole('menuitem', { name: 'Take' }));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(
        'Actions for the follow-up of Dora Dale, 12 Jan 26, 4:05 PM',
      ),
    );
  });

  test('what a colleague took first is said', async () => {
    const stale = failure(409, 'Somebody else has changed this meanwhile.', 'stale');
    const page = open({ route: '/follow-ups?cp=all', replies: [rows, [moveFollowUp, stale]] });
    await loaded();
    await press(page.user, 'Actions for the follow-up of Bob Baker, 12 Jan 26, 4:05 PM');
    page.answer(listFollowUps, { followUp: [aFollowUp(), aFollowUp({ ...ofRevoked, cpId: 5, isCpActive: true })] });
    await page.user.click(await screen.findByRole('menuitem', { name: 'Take' }));
    expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeDefined();
    await waitFor(() =>
      expect(screen.queryByText('Its care provider is no longer active or no longer sees this patient.')).toBeNull(),
    );
  });

  test('after a refusal the number of those that are left is read anew as well', async () => {
    const stale = failure(409, 'Somebody else has changed this meanwhile.', 'stale');
    const page = open({ replies: [left(2), rows, [moveFollowUp, stale]] });
    await loaded();
    await screen.findByText(
      'Care providers who are no longer active, or no longer see the patient, have 2 follow-ups on these days.',
    );
    page.answer(countOtherFollowUps, { others: 4, overdue: 3, ofInactive: 1 });
    await press(page.user, 'Actions for the follow-up of Bob Baker, 12 Jan 26, 4:05 PM');
    await page.user.click(await screen.findByRole('menuitem', { name: 'Take' }));
    expect(
      await screen.findByText(
        'Care providers who are no longer active, or no longer see the patient, have 1 follow-up on these days.',
      ),
    ).toBeDefined();
  });
});

test('two patients of one name are told apart by their dates of birth, in the list and in the names of what is done', async () => {
  const alike = [aFollowUp({ dob: '1951-07-09' }), aFollowUp({ fId: 72, fID: 72, uId: 32, dob: '1980-03-05' })];
  open({ replies: [[listFollowUps, { followUp: alike }]] });
  expect(await screen.findByText('born 07/09/1951')).toBeDefined();
  expect(screen.getByText('born 03/05/1980')).toBeDefined();
  const names = (start: RegExp) =>
    screen.getAllByRole('button', { name: start }).map((one) => one.getAttribute('aria-label'));
  expect(names(/^Complete/)).toEqual([
    'Complete, the follow-up of Ann Archer, born 07/09/1951, 12 Jan 26, 4:05 PM',
    'Complete, the follow-up of Ann Archer, born 03/05/1980, 12 Jan 26, 4:05 PM',
  ]);
  expect(names(/^Actions/)).toEqual([
    'Actions for the follow-up of Ann Archer, born 07/09/1951, 12 Jan 26, 4:05 PM',
    'Actions for the follow-up of Ann Archer, born 03/05/1980, 12 Jan 26, 4:05 PM',
  ]);
});

describe('the calendar', () => {
  test('over midnight the month that is looked at stays; whoever opens the calendar then sees the month that has begun', async () => {
    const page = open({ ticks: true, route: '/follow-ups?view=calendar' });
    expect(await screen.findByRole('heading', { name: 'Follow-Ups: January 2026' })).toBeDefined();
    vi.setSystemTime(new Date(2026, 0, 31, 23, 59, 30));
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(screen.getByRole('button', { name: 'This month' }).getAttribute('aria-disabled')).toBe('false');
    expect(screen.getByRole('heading', { name: 'Follow-Ups: January 2026' })).toBeDefined();
    await press(page.user, 'List');
    await press(page.user, 'Calendar');
    expect(await screen.findByRole('heading', { name: 'Follow-Ups: February 2026' })).toBeDefined();
  });

  const days = () =>
    [...document.querySelectorAll('[data-day]')]
      .filter((one) => one.querySelector('li, ul'))
      .map((one) => [one.getAttribute('data-day'), one.querySelector('ul')?.textContent]);

  test('FUP-05 follow-ups lie on their days, month by month, and the address has view and month', async () => {
    const page = open();
    await loaded();
    await press(page.user, 'Calendar');
    const month = within(await screen.findByRole('table', { name: 'Follow-Ups: January 2026' }));
    await month.findByRole('button', { name: 'Ann Archer' });
    // The one above it is the page's.
    expect(screen.getByRole('heading', { level: 2, name: 'Follow-Ups: January 2026' })).toBeDefined();
    expect(days()).toEqual([['2026-01-12', '4:05 PM Ann Archer4:05 PM Bob Baker']]);
    // The days of UTC around the month may be days of it here.
    expect(queries(page).at(-1)).toMatchObject({ sDate: '2025-12-31', eDate: '2026-02-01' });
    await press(page.user, 'Next month');
    expect(await screen.findByRole('table', { name: 'Follow-Ups: February 2026' })).toBeDefined();
    expect(page.router.state.location.search).toEqual({ view: 'calendar', month: '2026-02' });
    expect(await screen.findByText('No follow-up listed.')).toBeDefined();
  });

  test('FUP-03 on a phone the days that have something stand in a list', async () => {
    setWidth(390);
    open({ route: '/follow-ups?view=calendar&month=2026-01' });
    await loaded();
    expect(screen.queryByRole('table')).toBeNull();
    expect(days()).toEqual([['2026-01-12', '4:05 PM Ann Archer4:05 PM Bob Baker']]);
  });
});

describe('what is late', () => {
  const now = new Date(2026, 0, 10, 12);
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const three: Reply = [
    listFollowUps,
    {
      followUp: [
        aFollowUp({ followUpTime: at(-1) }),
        aFollowUp({ fId: 72, fID: 72, name: 'Bob Baker', followUpTime: at(1) }),
        aFollowUp({ fId: 73, fID: 73, name: 'Cleo Clark', followUpTime: at(-60), status: false, completedAt: at(-5) }),
      ],
    },
  ];
  const marked = (rows: Iterable<Element>) =>
    [...rows].flatMap((row) => (/Overdue/.test(row.textContent) ? [/Ann|Bob|Cleo/.exec(row.textContent)?.[0]] : []));

  test('one of today whose time has passed is marked in the list, as soon as it has; one that is completed is not', async () => {
    open({ replies: [three], ticks: true });
    await loaded();
    const rows = async () => within(await table()).getAllByRole('row');
    expect(marked(await rows())).toEqual(['Ann']);
    act(() => void vi.advanceTimersByTime(120_000));
    await waitFor(async () => expect(marked(await rows())).toEqual(['Ann', 'Bob']));
  });

  test('in the calendar one that is completed, and one of a patient who was deactivated, say so', async () => {
    const done = aFollowUp({ fId: 72, fID: 72, name: 'Bob Baker', status: false, completedAt: new Date(2026, 0, 9) });
    const gone = aFollowUp({ fId: 73, fID: 73, name: 'Cleo Clark', isPatientDeactivated: true });
    const later = { followUpTime: new Date(2026, 0, 20, 16, 5) };
    const followUp = [
      { ...aFollowUp(), ...later },
      { ...done, ...later },
      { ...gone, ...later },
    ];
    open({ replies: [[listFollowUps, { followUp }]], route: '/follow-ups?view=calendar&month=2026-01' });
    await loaded();
    expect([...document.querySelectorAll('[data-day] li')].map((one) => one.textContent)).toEqual([
      '4:05 PM Ann Archer',
      '4:05 PM Bob Baker Completed',
      '4:05 PM Cleo Clark Deactivated',
    ]);
  });

  test('in the calendar it is marked, too', async () => {
    open({ replies: [three], route: '/follow-ups?view=calendar&month=2026-01' });
    await loaded();
    expect(marked(document.querySelectorAll('[data-day] li'))).toEqual(['Ann']);
  });
});

describe('what is done with one', () => {
  const at = new Date(2026, 0, 12, 16, 5);
  const begin = async (page: Page, name: string) => {
    await loaded();
    const more = screen.getAllByRole('button', { name: /^(More|Actions)/ })[0] as HTMLElement;
    const button = screen.queryByRole('button', { name: new RegExp(`^${name}`) });
    await page.user.click(button ?? more);
    if (!button) await page.user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
    return within(await screen.findByRole('dialog'));
  };
  const one: Reply = [listFollowUps, { followUp: [aFollowUp()] }];

  test.each([['Complete'], ['Move'], ['Schedule Another']])(
    'the dialog "%s" names the patient with the birth date',
    async (name) => {
      const page = open({ replies: [[listFollowUps, { followUp: [aFollowUp({ dob: '1980-03-05' })] }]] });
      const dialog = await begin(page, name);
      expect(dialog.getByText(/^Ann Archer, born 03\/05\/1980(, 12 Jan 26, 4:05 PM)?$/)).toBeDefined();
    },
  );

  const people = ['Ann Archer', 'Bob Baker', 'Cleo Clark'].map((name, n) => ({ fId: 71 + n, fID: 71 + n, name }));
  const completed = {
    status: false,
    completedAt: new Date(2026, 0, 10),
    completedBy: 'Nina Nurse',
    outcome: 'Reached.',
  };
  test.each([
    [
      'stays in the list',
      'Bob Baker',
      'Cleo Clark',
      people.map((one) => aFollowUp({ ...one, ...(one.fId === 72 && completed) })),
    ],
    ['leaves the list', 'Bob Baker', 'Cleo Clark', people.filter(({ fId }) => fId !== 72).map((one) => aFollowUp(one))],
    ['leaves its end', 'Cleo Clark', 'Bob Baker', people.filter(({ fId }) => fId !== 73).map((one) => aFollowUp(one))],
  ])(
    'after one that %s is completed the keyboard is on the like button of the nearest row',
    async (_, of, next, followUp) => {
      const page = open({
        replies: [
          [listFollowUps, { followUp: people.map((one) => aFollowUp(one)) }],
          [completeFollowUp, { message: 'Completed.', version: 3 }],
        ],
      });
      await loaded();
      await press(page.user, `Complete, the follow-up of ${of}, 12 Jan 26, 4:05 PM`);
      const dialog = within(await screen.findByRole('dialog'));
      await page.user.type(dialog.getByRole('textbox', { name: /Outcome/ }), 'Reached.');
      page.answer(listFollowUps, { followUp });
      await page.user.click(dialog.getByRole('button', { name: 'Complete' }));
      await screen.findByText(`The follow-up of ${of} is completed.`);
      await waitFor(() =>
        expect(
          screen.queryByRole('button', { name: `Complete, the follow-up of ${of}, 12 Jan 26, 4:05 PM` }),
        ).toBeNull(),
      );
      await waitFor(() =>
        expect(document.activeElement?.getAttribute('aria-label')).toBe(
          `Complete, the follow-up of ${next}, 12 Jan 26, 4:05 PM`,
        ),
      );
    },
  );

  test('a follow-up is completed with its outcome; what is missing is said', async () => {
    const page = open({ replies: [one, [completeFollowUp, { message: 'Completed.', version: 3 }]] });
    const dialog = await begin(page, 'Complete');
    expect(dialog.getByText('Still missing: Outcome.')).toBeDefined();
    await page.user.type(dialog.getByRole('textbox', { name: /Outcome/ }), 'She sleeps well.');
    await page.user.click(dialog.getByRole('button', { name: 'Complete' }));
    await screen.findByText('The follow-up of Ann Archer is completed.');
    expect(page.callsOf(completeFollowUp)[0]?.body).toEqual({ fId: 71, version: 2, outcome: 'She sleeps well.' });
  });

  test('an outcome that is too long is kept whole in the field, and not sent', async () => {
    const page = open({ replies: [one, [completeFollowUp, { message: 'Completed.', version: 3 }]] });
    const dialog = await begin(page, 'Complete');
    const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /Outcome/ });
    await page.user.write(field, 'x'.repeat(2_001));
    expect(field.value).toHaveLength(2_001);
    dialog.getByText('Too long: it has 2,001 characters, and 2,000 at most are kept. Please shorten it by 1.');
    dialog.getByText('Please correct: Outcome.');
    await page.user.click(dialog.getByRole('button', { name: 'Complete' }));
    expect(page.callsOf(completeFollowUp)).toEqual([]);
  });

  test('a follow-up is moved to another time', async () => {
    const page = open({ replies: [one, [moveFollowUp, { message: 'Moved.', version: 3 }]] });
    const dialog = await begin(page, 'Move');
    const field = dialog.getByLabelText<HTMLInputElement>(/Date and time/);
    expect(field.value).toBe('2026-01-12T16:05');
    fireEvent.change(field, { target: { value: '2026-01-14T09:30' } });
    await page.user.click(dialog.getByRole('button', { name: 'Move' }));
    await screen.findByText('The follow-up of Ann Archer is moved.');
    const followUpTime = new Date(2026, 0, 14, 9, 30);
    expect(page.callsOf(moveFollowUp)[0]?.body).toEqual({ fId: 71, version: 2, followUpTime });
  });

  test('whoever is told that a colleague has moved a follow-up sees where it is now, and goes on from there', async () => {
    const current = { fId: 71, version: 5, followUpTime: new Date(2026, 0, 13, 10, 0).toISOString() };
    const stale = {
      status: 409,
      body: { code: 'stale', message: 'Somebody else has changed this meanwhile.', detail: { current } },
    };
    const page = open({ replies: [one, [moveFollowUp, stale]] });
    const dialog = await begin(page, 'Move');
    fireEvent.change(dialog.getByLabelText(/Date and time/), { target: { value: '2026-01-14T09:30' } });
    // As the list writes it, whatever order the browser has for day and month, and with the whole year.
    expect(dialog.getByText('14 Jan 2026, 9:30 AM')).toBeDefined();
    await page.user.click(dialog.getByRole('button', { name: 'Move' }));
    await dialog.findByText('Somebody else has changed this meanwhile.');
    expect(dialog.getByText('Ann Archer, 13 Jan 26, 10:00 AM')).toBeDefined();
    page.answer(moveFollowUp, { message: 'Moved.', version: 6 });
    await page.user.click(dialog.getByRole('button', { name: 'Move' }));
    await screen.findByText('The follow-up of Ann Archer is moved.');
    expect(page.callsOf(moveFollowUp).map(({ body }) => (body as { version: number }).version)).toEqual([2, 5]);
  });

  test.each([
    ['Complete', completeFollowUp],
    ['Move', moveFollowUp],
  ] as const)(
    'REL-07 where a colleague has completed it, "%s" is gone: who, when and what came of it is said, and "Close" is left',
    async (name, call) => {
      const completedAt = new Date(2026, 0, 10, 5, 43).toISOString();
      const followUpTime = at.toISOString();
      const current = { version: 3, followUpTime, completedAt, completedBy: 'Ingrid Solberg', outcome: 'Reached her.' };
      const message = 'Someone else has changed this in the meantime. Please look at it again.';
      const page = open({
        replies: [one, [call, { status: 409, body: { code: 'stale', message, detail: { current } } }]],
      });
      const dialog = await begin(page, name);
      if (name === 'Complete')
        await page.user.type(dialog.getByRole('textbox', { name: /Outcome/ }), 'She sleeps well.');
      await page.user.click(dialog.getByRole('button', { name }));
      await dialog.findByText('Ingrid Solberg completed it at 5:43 AM. Outcome: Reached her.');
      expect(dialog.queryByRole('button', { name })).toBeNull();
      // The one at the end; the other one is the cross.
      await page.user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    },
  );

  test('no follow-up is scheduled in the past or in a year that was mistyped, and the dialog says so', async () => {
    const page = open({ replies: [one, [scheduleFollowUp, { message: 'Scheduled.', fId: 91 }]] });
    const dialog = await begin(page, 'Schedule Another');
    const field = dialog.getByLabelText(/Date and time/);
    fireEvent.change(field, { target: { value: '0020-12-07T10:00' } });
    expect(dialog.getByText('Still missing: Notes. Date and time must not lie in the past.')).toBeDefined();
    await page.user.type(dialog.getByRole('textbox', { name: /Notes/ }), 'Ask again');
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    fireEvent.change(field, { target: { value: '2126-12-07T10:00' } });
    expect(dialog.getByText('7 Dec 2126, 10:00 AM')).toBeDefined();
    const tooFar = 'Date and time must lie within the next 10 years. Please check the year.';
    expect(dialog.getByText(tooFar)).toBeDefined();
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    fireEvent.change(field, { target: { value: '2026-12-07T10:00' } });
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await screen.findByText('Successfully scheduled the follow-up!');
    const followUpTime = new Date(2026, 11, 7, 10);
    expect(page.callsOf(scheduleFollowUp).map(({ body }) => body)).toMatchObject([{ followUpTime }]);
  });

  test('CER-14 another one is scheduled for the same patient', async () => {
    const page = open({ replies: [one, [scheduleFollowUp, { message: 'Scheduled.', fId: 91 }]] });
    const dialog = await begin(page, 'Schedule Another');
    await page.user.type(dialog.getByRole('textbox', { name: /Notes/ }), 'Ask again');
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await screen.findByText('Successfully scheduled the follow-up!');
    expect(page.callsOf(scheduleFollowUp)[0]?.body).toMatchObject({ uId: 31, notes: 'Ask again' });
  });

  test('REL-06 one whose notes are changed after a lost answer is not scheduled twice', async () => {
    const page = open({ replies: [one, [scheduleFollowUp, doesFirst({ message: 'Scheduled.', fId: 91 })]] });
    const dialog = await begin(page, 'Schedule Another');
    await page.user.type(dialog.getByRole('textbox', { name: /Notes/ }), 'Ask again');
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await dialog.findByText('It is not known whether the follow-up was scheduled');
    await page.user.type(dialog.getByRole('textbox', { name: /Notes/ }), ' and again');
    await page.user.click(dialog.getByRole('button', { name: 'Schedule' }));
    await dialog.findByText('The follow-up was not scheduled');
    expect(dialog.getByText(firstTryDone.body.message)).toBeDefined();
    expect(screen.queryByText('Successfully scheduled the follow-up!')).toBeNull();
  });

  test('past ones are listed, the latest first, with who completed them and what came of it', async () => {
    const done = {
      status: false,
      followUpTime: new Date(2026, 0, 9, 16, 5),
      completedAt: at,
      completedBy: 'Otto Other',
      outcome: 'Reached her.',
    };
    const earlier = { fId: 72, fID: 72, name: 'Bob Baker', followUpTime: new Date(2026, 0, 5, 9) };
    // East of Greenwich a day of the server ends in the middle of today.
    const toCome = { fId: 73, fID: 73, name: 'Cleo Clark', followUpTime: new Date(2026, 0, 10, 12, 30) };
    const page = open({
      replies: [[listFollowUps, { followUp: [aFollowUp(earlier), aFollowUp(done), aFollowUp(toCome)] }]],
    });
    await screen.findByText('Cleo Clark');
    await press(page.user, 'Past');
    await waitFor(() =>
      expect(seen(queries(page).at(-1))).toEqual({ ...own, sDate: '2025-01-10', eDate: '2026-01-09' }),
    );
    const names = async () =>
      within(await table())
        .getAllByRole('row')
        .map((row) => /Ann|Bob|Cleo/.exec(row.textContent)?.[0]);
    await waitFor(async () => expect(await names()).toEqual([undefined, 'Ann', 'Bob']));
    expect(screen.getByText(/Completed by Otto Other, .*: Reached her\./)).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^Complete/ })).toHaveLength(1);
  });

  test('OPC-09 without the module nothing is offered', async () => {
    open({ viewer: { modules: ['Assessments'] } });
    await loaded();
    expect(screen.queryByRole('button', { name: /^(Complete|More)/ })).toBeNull();
  });
});
