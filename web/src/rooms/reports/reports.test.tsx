import { type CareGroup, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/reports/endpoints.ts';
import { invoiceForPharmacy, invoiceForSite } from '@portal/contract/shipments/invoice-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { watchDownloads } from '#test/downloads.ts';
import { aSite, aTrial } from '#test/participants.ts';
import { type Reply, renderPage } from '#test/portal.tsx';
import { anInvoiceRow } from '#test/shipments.ts';
import { TrialDashboardScreen } from './TrialDashboardScreen.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2024-03-05T12:00:00') }));
afterEach(() => void vi.useRealTimers());

const training = 'Site User Training Report';
const invites = 'Site User Invite Status Report';
const shipments = 'Shipment Requests Report';
const participants = 'Trial Participant Report';

const quiet: Reply[] = [
  [api.countParticipants, { activeParticipants: 1, deactivatedParticipants: 0 }],
  [api.countEnrollments, { enrollments: {} }],
  [api.countCardsSent, { outreachCount: { totalSent: 0 } }],
  [api.countSites, { siteCount: { numConfiguredSites: 1 } }],
];
const myTrial = aTrial({ gId: 5, displayName: 'My Trial One' });
/** The dashboard of one group. */
async function open(group: CareGroup, { viewer = 'Admin', replies = [] as Reply[] } = {}) {
  const page = renderPage(<TrialDashboardScreen groupId={group.gId} onGroup={() => undefined} />, {
    viewer: { type: viewer as 'Admin' },
    replies: [[listTrials, { groups: [group] }], ...quiet, ...replies],
  });
  await screen.findByText('No participants are enrolled yet.');
  return page;
}
type Page = Awaited<ReturnType<typeof open>>;
const buttons = () => screen.queryAllByRole<HTMLButtonElement>('button', { name: /Report$/ });
const offered = () => buttons().map(({ textContent }) => textContent);
const press = async ({ user }: Page, name: string) => user.click(screen.getByRole('button', { name }));
const failure = (status: number, code = 'unexpected', message = 'Something else') => ({
  status,
  body: { code, message },
});
/** The messages that go away by themselves. */
const messages = () => [...screen.getByRole('region', { name: 'Messages' }).children].map((one) => one.textContent);
const settled = (page: Page, report: (typeof api)['trainingReport' | 'inviteStatusReport' | 'participantReport']) =>
  waitFor(() => {
    expect(page.callsOf(report).length).toBeGreaterThan(0);
    expect(buttons().some(({ dataset }) => dataset['waiting'])).toBe(false);
  });

test.each([
  ['Admin', myTrial, [training, invites, shipments, participants]],
  ['Sponsor', myTrial, [training, invites, shipments]],
  ['Admin', { ...myTrial, hasShippingRequest: false }, [training, invites, participants]],
  ['Sponsor', { ...myTrial, hasShippingRequest: false }, [training, invites]],
  ['Admin', { ...myTrial, hasCard: false }, [training, invites, shipments]],
  ['Admin', { ...myTrial, cardConfigured: 'not configured' as const }, [training, invites, shipments]],
  ['Admin', { ...myTrial, trialConfigured: 'not configured' as const }, []],
  ['Site User', myTrial, []],
  ['Nurse', myTrial, []],
] as const)(
  'DSH-11 TRP-01 TRP-02 TRP-03 TRP-05 TRP-06 PRM-12 PRM-13 OPN-53 OPN-79 a %s with case %#: the heading stays, the buttons go by rule',
  async (viewer, group, expected) => {
    await open(group, { viewer });
    expect(screen.getByRole('heading', { name: 'Downloadable Reports' })).toBeDefined();
    expect(offered()).toEqual(expected);
    expect(buttons().filter(({ disabled }) => disabled)).toEqual([]);
  },
);

test('DSH-08 the enrollment says that its months are those of UTC', async () => {
  await open(myTrial);
  expect(screen.getByRole('heading', { level: 2, name: /^Enrollment/ }).textContent).toBe(
    'Enrollmentparticipants by month (UTC)',
  );
});

test('TRP-04 of a trial site the invite status report is there but cannot be pressed, and why is said', async () => {
  await open(aSite({ gId: 5 }));
  expect(buttons().map((button) => [button.textContent, isOff(button)])).toEqual([
    [training, false],
    [invites, true],
    [shipments, false],
    [participants, false],
  ]);
  expect(screen.getByText(/choose the trial for the Invite Status Report/)).toBeDefined();
});

test('TRP-07 TRP-08 TRP-09 OPN-56 OPN-58 OPN-59 EXP-01 EXP-02 EXP-05 the training report is a file of its rows', async () => {
  const files = watchDownloads();
  const row = {
    email: 'grace@clinic.example',
    name: 'Grace Hopper',
    trialOrSiteName: 'Boston, General',
    userType: 'Site User',
    trainingComplete: true,
    timeCompleted: new Date('2024-03-04T23:05:59Z'),
  };
  const unsafe = { ...row, name: '=1+1', trainingComplete: false, timeCompleted: null };
  const page = await open(myTrial, { viewer: 'Sponsor', replies: [[api.trainingReport, [row, unsafe]]] });
  await press(page, training);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(page.callsOf(api.trainingReport).map(({ query }) => query as unknown)).toEqual([{ g_id: 5 }]);
  expect(files[0]?.name).toBe('Site_User_Training_Report_My-Trial-One_2024-Mar-05.csv');
  expect((await files[0]?.text)?.split('\r\n')).toEqual([
    'Email,Name,Trial or Site Name,User Type,Training Complete,Time Completed (UTC)',
    'grace@clinic.example,Grace Hopper,"Boston, General",Site User,Yes,04/03/2024 23:05',
    `grace@clinic.example,'=1+1,"Boston, General",Site User,No,`,
  ]);
  expect(messages()).toEqual(['Site_User_Training_Report_My-Trial-One_2024-Mar-05.csv is downloaded.']);
});

test('TRP-10 TRP-11 OPN-56 OPN-59 EXP-02 the invite status report is a file of its rows', async () => {
  const files = watchDownloads();
  const row = {
    trialName: 'My Trial One',
    siteName: 'Boston General',
    siteUser: 'Grace Hopper',
    email: 'grace@clinic.example',
    status: 'Accepted' as const,
    inviteSent: new Date('2024-02-29T00:00:00Z'),
    timeAccepted: new Date('2024-03-01T12:30:00Z'),
  };
  const waiting = { ...row, siteUser: '', status: 'Pending' as const, timeAccepted: null };
  const page = await open(myTrial, {
    replies: [[api.inviteStatusReport, { inviteStatusReport: [row, waiting] }]],
  });
  await press(page, invites);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(page.callsOf(api.inviteStatusReport).map(({ query }) => query as unknown)).toEqual([{ g_id: 5 }]);
  expect(files[0]?.name).toBe('Site_User_Invite_Status_Report_My-Trial-One_2024-Mar-05.csv');
  expect((await files[0]?.text)?.split('\r\n')).toEqual([
    'Trial Name,Site Name,Site User,Email,Status,Invite Sent (UTC),Time Accepted (UTC)',
    'My Trial One,Boston General,Grace Hopper,grace@clinic.example,Accepted,29/02/2024 00:00,01/03/2024 12:30',
    'My Trial One,Boston General,,grace@clinic.example,Pending,29/02/2024 00:00,',
  ]);
});

test('TRP-12 OPN-56 EXP-02 the participant report is a file with a column for each key, without what a file name may not hold', async () => {
  const files = watchDownloads();
  const row = {
    trialName: 'My Trial',
    siteName: 'Boston General',
    subjectNumber: '101-001',
    ctrxId: 'CTRX100001',
    status: 'Active' as const,
    enrolled: new Date('2024-01-02T03:04:05Z'),
    cardsSent: 2,
    lastCardSent: new Date('2024-02-03T04:05:06Z'),
  };
  const unsent = { ...row, subjectNumber: '101-002', status: 'Deactivated' as const, cardsSent: 0, lastCardSent: null };
  const page = await open(aTrial({ gId: 5, displayName: 'My: Trial / "Two"' }), {
    replies: [[api.participantReport, { participantReport: [row, unsent] }]],
  });
  await press(page, participants);
  await waitFor(() => expect(files).toHaveLength(1));
  expect(page.callsOf(api.participantReport).map(({ query }) => query as unknown)).toEqual([{ g_id: 5 }]);
  expect(files[0]?.name).toBe('Trial_Participant_Report_My-Trial--Two_2024-Mar-05.csv');
  expect((await files[0]?.text)?.split('\r\n')).toEqual([
    'Trial Name,Site Name,Subject Number,CTRx ID,Status,Enrolled,Cards Sent,Last Card Sent',
    'My Trial,Boston General,101-001,CTRX100001,Active,02/01/2024 03:04,2,03/02/2024 04:05',
    'My Trial,Boston General,101-002,CTRX100001,Deactivated,02/01/2024 03:04,0,',
  ]);
});

const nothing = failure(404, 'report.none', 'No report found.');
test.each([
  ['SER-22', training, api.trainingReport, [], ['No acknowledgements found.']],
  ['SER-22', training, api.trainingReport, nothing, ['No acknowledgements found.']],
  ['OPN-54', training, api.trainingReport, failure(500), ['Unable to make request']],
  ['OPN-54', training, api.trainingReport, failure(404, 'no_such_call'), ['Unable to make request']],
  ['OPN-54', training, api.trainingReport, failure(503, 'unavailable'), ['Unable to make request']],
  ['SER-23', invites, api.inviteStatusReport, { inviteStatusReport: [] }, ['No report found.']],
  ['SER-23', invites, api.inviteStatusReport, nothing, ['No report found.']],
  ['OPN-54', invites, api.inviteStatusReport, failure(403, 'forbidden'), ['Unable to make request']],
  ['OPN-54', participants, api.participantReport, { participantReport: [] }, ['No report found.']],
  ['SER-24', participants, api.participantReport, failure(500), ['Unable to request participant report.']],
  ['SER-24', participants, api.participantReport, failure(503), ['Unable to request participant report.']],
  [
    'API-23',
    participants,
    api.participantReport,
    failure(400, 'report.too_long', 'The report would be too long.'),
    ['The report would be too long.'],
  ],
] as const)(
  'TRP-15 SER-22 SER-23 SER-24 OPN-54 (%s) %s says what it has to, and no file is made (case %#)',
  async (_row, name, report, reply, says) => {
    const files = watchDownloads();
    const page = await open(myTrial, { replies: [[report, reply]] });
    await press(page, name);
    await settled(page, report);
    await waitFor(() => expect(messages()).toEqual(says));
    expect(files).toEqual([]);
  },
);

test('SER-24 a participant report that is answered 404 says nothing, while what comes after it is told', async () => {
  const files = watchDownloads();
  const page = await open(myTrial, {
    replies: [
      [api.participantReport, nothing],
      [api.trainingReport, []],
    ],
  });
  await press(page, participants);
  await settled(page, api.participantReport);
  await press(page, training);
  await screen.findByText('No acknowledgements found.');
  expect([messages(), files]).toEqual([['No acknowledgements found.'], []]);
});

test('a report on its way is asked for once, however often the button is pressed', async () => {
  const files = watchDownloads();
  let arrive = (_rows: unknown) => {};
  const page = await open(myTrial, {
    replies: [[api.trainingReport, () => new Promise((resolve) => (arrive = resolve))]],
  });
  await press(page, training);
  await waitFor(() => expect(page.callsOf(api.trainingReport)).toHaveLength(1));
  await press(page, training);
  arrive([]);
  await screen.findByText('No acknowledgements found.');
  expect([page.callsOf(api.trainingReport).length, files]).toEqual([1, []]);
});

const anInvoice = anInvoiceRow({ trial: 'My Trial One' });
const dialog = () => screen.queryByRole('dialog', { name: 'Export Report' });
const field = (name: 'Start Date' | 'End Date') => screen.getByRole<HTMLInputElement>('textbox', { name });
const exportButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' });
async function askForShipments(page: Page, start: string, end: string) {
  if (!dialog()) await press(page, shipments);
  await screen.findByRole('dialog', { name: 'Export Report' });
  for (const [name, day] of [
    ['Start Date', start],
    ['End Date', end],
  ] as const) {
    await page.user.tripleClick(field(name));
    if (day) await page.user.paste(day);
    else await page.user.clear(field(name));
    await page.user.tab();
  }
}

test.each(['Admin', 'Sponsor'] as const)(
  'DSH-12 TRP-13 TRP-14 PRM-14 EXP-03 OPN-55 OPN-87 RPT-04 a %s exports what was shipped between two days in DD/MM/YYYY by the call of the site side',
  async (viewer) => {
    const files = watchDownloads();
    const page = await open(myTrial, { viewer, replies: [[invoiceForSite, { invoice: [anInvoice] }]] });
    await press(page, shipments);
    await screen.findByRole('dialog', { name: 'Export Report' });
    expect([field('Start Date').placeholder, field('End Date').placeholder]).toEqual(['DD/MM/YYYY', 'DD/MM/YYYY']);
    await askForShipments(page, '05/03/2024', '05/03/2024');
    expect([field('Start Date').value, field('End Date').value]).toEqual(['05/03/2024', '05/03/2024']);
    await page.user.click(exportButton());
    await waitFor(() => expect(dialog()).toBeNull());
    expect(page.callsOf(invoiceForSite).map(({ query }) => query as unknown)).toEqual([
      { gId: 5, start_date: '2024-03-05', end_date: '2024-03-05' },
    ]);
    expect(page.callsOf(invoiceForPharmacy)).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(['Shipment_Requests_Report_My_Trial_One_2024-Mar-05.csv']);
    expect(await files[0]?.text).toMatch(/^Request Number,Trial,Site,.*\r\n71,My Trial One,Boston General,/);
  },
);

test('OPN-55 both days are needed and the first may not be after the last', async () => {
  const page = await open(myTrial);
  for (const [start, end, says, good] of [
    ['', '', null, false],
    ['05/03/2024', '', null, false],
    ['31/02/2024', '05/03/2024', 'There is no such day: 31/02/2024. Please check the date.', false],
    ['06/03/2024', '05/03/2024', 'Start date must be before end date.', false],
    ['04/03/2024', '05/03/2024', null, true],
  ] as const) {
    await askForShipments(page, start, end);
    const said = screen.queryByText(/^(Start date must|There is no)/)?.textContent ?? null;
    expect([start, end, said, !isOff(exportButton())]).toEqual([start, end, says, good]);
  }
});

test('TRP-15 nothing shipped, and a 404, is a warning; another failure an error; no file is made and the dialog stays', async () => {
  const files = watchDownloads();
  const page = await open(myTrial, { replies: [[invoiceForSite, { invoice: [] }]] });
  await askForShipments(page, '01/02/2024', '05/03/2024');
  for (const [reply, says] of [
    [{ invoice: [] }, 'No responses to export.'],
    [failure(500), 'There was a problem exporting the responses.'],
    [failure(404, 'not_found'), 'No responses to export.'],
    [failure(403, 'forbidden'), 'There was a problem exporting the responses.'],
  ] as const) {
    page.answer(invoiceForSite, reply);
    await page.user.click(exportButton());
    await waitFor(() => expect(within(screen.getByRole('alert')).getByText(says)).toBeDefined());
  }
  expect([files, dialog() === null]).toEqual([[], false]);
});
