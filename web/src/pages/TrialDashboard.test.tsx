import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listNeeds } from '@portal/contract/needs/endpoints.ts';
import * as api from '@portal/contract/reports/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giveChartsRoom } from '#test/charts.ts';
import { aSite, aTrial, lyon } from '#test/participants.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import TrialDashboard from './TrialDashboard.tsx';

giveChartsRoom();

const trials = [aTrial(), aSite(), lyon, aTrial({ gId: 9, displayName: 'Bexley Asthma Study' })];
const admin = { type: 'Admin', adminRights: true } as const;
const failed = { status: 500, body: { code: 'unexpected', message: 'Unable to make request' } };
const numbers = [api.countParticipants, api.countEnrollments, api.countCardsSent, api.countSites] as const;

const replies: Reply[] = [
  [listTrials, { groups: trials }],
  [api.countParticipants, { activeParticipants: 17, deactivatedParticipants: 3 }],
  [
    api.countEnrollments,
    {
      enrollments: {
        '12|2023': { numEnrollments: 4 },
        '2|2024': { numEnrollments: 5 },
        '11|2023': { numEnrollments: 6 },
        '3|2024': { numEnrollments: 2 },
      },
    },
  ],
  [api.countCardsSent, { outreachCount: { totalSent: 8 } }],
  [api.countSites, { siteCount: { numConfiguredSites: 2 } }],
];
const open = (more: { replies?: Reply[]; route?: string; viewer?: object } = {}) =>
  renderPage(<TrialDashboard />, {
    viewer: more.viewer ?? admin,
    route: more.route ?? '/trial-dashboard?trial=1',
    replies: [...replies, ...(more.replies ?? [])],
  });
const picker = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Trial' });
const card = (name: string) => screen.findByRole('region', { name });
const names = ['DEACTIVATED PARTICIPANTS', 'ACTIVE PARTICIPANTS', 'CTRx CARDS SENT THIS MONTH', 'TRIAL SITES'];
/** The number of each card. */
const shown = async () => Promise.all(names.map(async (name) => (await card(name)).querySelector('span')?.textContent));
const chart = () => screen.findByRole('table', { name: 'Enrollment by month' });

test('DSH-01 SCN-17 OPN-47 four cards, with a dash in each before a trial is chosen, and nothing is asked', async () => {
  const page = open({ route: '/trial-dashboard' });
  expect((await picker()).selectedOptions[0]?.textContent).toBe('Choose trial');
  await screen.findByText('Nothing needs your attention now.');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Needs you',
    ...names,
    expect.stringMatching(/^Enrollment/),
    'Downloadable Reports',
  ]);
  expect(await shown()).toEqual(['-', '-', '-', '-']);
  expect(new Set(page.calls.map(({ endpoint }) => endpoint))).toEqual(new Set([listTrials, listNeeds]));
  expect(screen.queryByRole('button', { name: /Report$/ })).toBeNull();
});

test('DSH-02 DSH-03 OPN-47 the selector has the trials and, indented below, their sites; choosing one asks the four numbers of it', async () => {
  const page = open({ route: '/trial-dashboard' });
  await screen.findByRole('option', { name: 'Bexley Asthma Study' });
  const options = within(await picker()).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Choose trial',
    'Aurelia Migraine Study',
    '\u2003Boston General',
    '\u2003Lyon Clinic',
    'Bexley Asthma Study',
  ]);
  await page.user.selectOptions(await picker(), '2');
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '2']));
  for (const call of numbers) expect(page.callsOf(call).map(({ query }) => query as unknown)).toEqual([{ g_id: 2 }]);
  // The choice stands in the address, and is still there on coming back.
  await waitFor(() => expect(page.router.state.location.search).toEqual({ trial: 2 }));
  page.unmount();
  const again = open({ route: '/trial-dashboard' });
  await waitFor(async () => expect((await picker()).value).toBe('2'));
  expect(again.callsOf(api.countSites).map(({ query }) => query as unknown)).toEqual([{ g_id: 2 }]);
});

test('OPN-47 the only trial there is needs no choice', async () => {
  open({ route: '/trial-dashboard', replies: [[listTrials, { groups: [aTrial()] }]] });
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '2']));
  expect((await picker()).value).toBe('1');
});

test('DSH-04 DSH-05 DSH-06 DSH-07 each card shows its number of the answers, also when it is 0', async () => {
  const first = open();
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '2']));
  first.unmount();
  open({
    replies: [
      [api.countParticipants, { activeParticipants: 0, deactivatedParticipants: 12_345 }],
      [api.countCardsSent, { outreachCount: { totalSent: 0 } }],
      [api.countSites, { siteCount: { numConfiguredSites: 0 } }],
    ],
  });
  await waitFor(async () => expect(await shown()).toEqual(['12,345', '0', '0', '0']));
});

test('DSH-07 of a trial with sites that are not configured it is said how many there are, which leads administrators to them', async () => {
  const one: Reply = [api.countSites, { siteCount: { numConfiguredSites: 1 } }];
  const words = 'of 2: 1 is not configured';
  const first = open({ replies: [one] });
  const link = await within(await card('TRIAL SITES')).findByRole('link', { name: words });
  expect(await shown()).toEqual(['3', '17', '8', '1']);
  expect(link.getAttribute('href')).toBe('/settings/caregroup-management?trial=1');
  first.unmount();
  const second = open({ replies: [one], viewer: { type: 'Sponsor' } });
  await within(await card('TRIAL SITES')).findByText(words);
  expect(within(await card('TRIAL SITES')).queryByRole('link')).toBeNull();
  second.unmount();
  open();
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '2']));
  expect((await card('TRIAL SITES')).textContent).toBe('TRIAL SITES2');
});

test('OPN-52 a number that could not be read is 0 with the reason beside it; the others are shown, and it can be asked again', async () => {
  for (const [call, spoilt, rest] of [
    [api.countParticipants, names.slice(0, 2), ['0', '0', '8', '2']],
    [api.countCardsSent, [names[2]], ['3', '17', '0', '2']],
    [api.countSites, [names[3]], ['3', '17', '8', '0']],
  ] as const) {
    const page = open({ replies: [[call, failed]] });
    await waitFor(async () => expect(await shown()).toEqual(rest));
    const said = screen.getAllByRole('alert').map((alert) => alert.firstChild?.textContent);
    expect(said).toEqual(spoilt.map(() => 'Unable to make request'));
    for (const name of spoilt) expect(within(await card(name ?? '')).getByRole('alert')).toBeDefined();
    expect(within(await chart()).getAllByRole('row')).toHaveLength(6);
    page.answer(call, replies.find(([known]) => known === call)?.[1]);
    await page.user.click(within(await card(spoilt[0] ?? '')).getByRole('button', { name: 'Try again' }));
    await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '2']));
    expect(screen.queryByRole('alert')).toBeNull();
    page.unmount();
  }
});

test('OPN-52 without a network every card says so; while the numbers are on their way none is shown', async () => {
  const down = () => Promise.reject(new TypeError('Failed to fetch'));
  const away = open({ replies: numbers.map((call) => [call, down] as const) });
  await waitFor(async () => expect(await shown()).toEqual(['0', '0', '0', '0']));
  expect(screen.getAllByText('Unable to make request')).toHaveLength(5);
  away.unmount();
  let arrive = (_reply: unknown) => {};
  open({ replies: [[api.countSites, () => new Promise((resolve) => (arrive = resolve))]] });
  await waitFor(async () => expect((await card('ACTIVE PARTICIPANTS')).textContent).toContain('17'));
  const waiting = await card('TRIAL SITES');
  expect([waiting.getAttribute('aria-busy'), waiting.querySelector('span')]).toEqual(['true', null]);
  arrive({ siteCount: { numConfiguredSites: 4 } });
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '4']));
});

test('DSH-08 DSH-09 DSH-10 OPN-49 OPN-50 the chart has a bar for each month, the newest first, over a year too; a month without enrollment is none; who does not see it has a table', async () => {
  const { container } = open();
  const drawn = (selector: string) => [...container.querySelectorAll(selector)];
  await waitFor(() => expect(drawn('.recharts-xAxis-tick-labels text')).toHaveLength(5));
  expect(drawn('.recharts-xAxis-tick-labels text').map(({ textContent }) => textContent)).toEqual([
    'Mar 2024',
    'Feb 2024',
    'Jan 2024',
    'Dec 2023',
    'Nov 2023',
  ]);
  expect(drawn('.recharts-label-list text').map(({ textContent }) => textContent)).toEqual(['2', '5', '0', '4', '6']);
  const rows = within(await chart()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Month', 'Enrollments'],
    ['Mar 2024', '2'],
    ['Feb 2024', '5'],
    ['Jan 2024', '0'],
    ['Dec 2023', '4'],
    ['Nov 2023', '6'],
  ]);
});

test('a trial without participants has no chart and says so; one that could not be read can be asked again', async () => {
  const page = open({ replies: [[api.countEnrollments, { enrollments: {} }]] });
  await screen.findByText('No participants are enrolled yet.');
  expect(screen.queryByRole('table')).toBeNull();
  page.unmount();
  const again = open({ replies: [[api.countEnrollments, failed]] });
  const section = within(await screen.findByRole('region', { name: 'Enrollment' }));
  await section.findByText('Unable to make request');
  expect(await shown()).toEqual(['3', '17', '8', '2']);
  again.answer(api.countEnrollments, { enrollments: { '1|2024': { numEnrollments: 9 } } });
  await again.user.click(section.getByRole('button', { name: 'Try again' }));
  expect(within(await chart()).getAllByRole('row')).toHaveLength(2);
});

test('trials that could not be read can be asked again; without any the page says so', async () => {
  const page = open({ replies: [[listTrials, failed]] });
  await screen.findByText('There was a problem loading care groups');
  page.answer(listTrials, { groups: [] });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('There are no trials yet.');
  expect(await shown()).toEqual(['-', '-', '-', '-']);
});

test('the numbers keep up: a participant who was changed, also with their cards, a card that was sent, and a site that was configured', async () => {
  const page = open();
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '8', '2']));
  const asked = () => numbers.map((call) => page.callsOf(call).length);
  page.answer(api.countCardsSent, { outreachCount: { totalSent: 9 } });
  await page.live.tell({ type: 'card.sent', id: 1, careGroupId: 2 });
  await waitFor(async () => expect(await shown()).toEqual(['3', '17', '9', '2']));
  expect(asked()).toEqual([1, 1, 2, 1]);
  page.answer(api.countParticipants, { activeParticipants: 18, deactivatedParticipants: 3 });
  page.answer(api.countCardsSent, { outreachCount: { totalSent: 7 } });
  await page.live.tell({ type: 'participant.changed', id: 11, careGroupId: 2 });
  await waitFor(async () => expect(await shown()).toEqual(['3', '18', '7', '2']));
  expect(asked()).toEqual([2, 2, 3, 1]);
  page.answer(api.countSites, { siteCount: { numConfiguredSites: 1 } });
  page.answer(listTrials, { groups: [...trials, aSite({ gId: 12 })] });
  await page.live.tell({ type: 'care_group.changed', id: 12, careGroupId: 12 });
  await waitFor(async () => expect(await shown()).toEqual(['3', '18', '7', '1']));
  expect(await within(await card('TRIAL SITES')).findByText('of 3: 2 are not configured')).toBeDefined();
  expect(asked()).toEqual([2, 2, 3, 2]);
});
