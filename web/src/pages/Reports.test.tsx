import * as clinic from '@portal/contract/reports/clinic-endpoints.ts';
import * as api from '@portal/contract/reports/reporting-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchDownloads } from '#test/downloads.ts';
import { type Reply, openPortal, renderPage, sessionReplies } from '#test/portal.tsx';
import { fieldHere, SearchHere } from '#test/sought.tsx';
import { aReportedShipment } from '#test/shipments.ts';
import { pageData } from '#api/page.ts';
import type { Viewer } from '#api/session.ts';
import Reports from './Reports.tsx';

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2031-03-05T12:00:00') }));
afterEach(() => void vi.useRealTimers());

const months = ['2031-02', '2031-03'];
const nothing = { byStatus: {}, medianDays: null, ninetiethDays: null };
const shipments = {
  months: [
    { month: months[0], byStatus: { received: 3, cancelled: 1 }, medianDays: 4, ninetiethDays: 8.8 },
    { month: months[1], ...nothing, byStatus: { processing: 1200 } },
  ],
};
const outreach = {
  months: [
    { month: months[0], email: 0, sms: 0 },
    { month: months[1], email: 2, sms: 5 },
  ],
};
const site = (gId: number, siteName: string, lastReportOn: string | null, daysSince: number | null) => ({
  gId,
  trialName: 'Harbour Trial',
  siteName,
  lastReportOn,
  daysSince,
});
const reviews = {
  sites: [site(7, 'Lyon', null, null), site(6, 'Boston', '2030-12-05', 90), site(8, 'Ghent', '2030-12-06', 89)],
  recoveriesWaiting: 2,
};
const request = aReportedShipment({
  srId: 103,
  gId: 6,
  trial: 'Harbour Trial',
  site: 'Boston',
  partner: 'Quay Pharmacy',
  dateRequested: '2031-02-10',
  dateRequired: '2031-02-20',
  dateShipped: '2031-02-12',
  dateReceived: '2031-02-14',
  daysToReceipt: 4,
});
const sent = {
  outreachId: 9,
  sentAt: new Date('2031-03-02T08:05:00Z'),
  channel: 'sms',
  trialName: 'Harbour Trial',
  siteName: 'Boston',
  gId: 6,
  subjectNumber: '101-002',
  sentBy: 'Ada Admin',
};
const admin: Partial<Viewer> = { type: 'Admin', adminRights: true, modules: ['TrialCard', 'Reporting'] };
const replies: Reply[] = [
  [api.countShipments, shipments],
  [api.countOutreach, outreach],
  [api.listAccessReviews, reviews],
  [api.listReportedShipments, { shipments: [request] }],
  [api.listReportedOutreach, { outreach: [sent] }],
];
const calls = [api.countShipments, api.countOutreach, api.listAccessReviews];
const open = (given: { viewer?: Partial<Viewer>; demo?: boolean; more?: Reply[]; route?: string } = {}) =>
  renderPage(<Reports />, {
    viewer: { ...admin, ...given.viewer },
    replies: [...replies, ...(given.more ?? [])],
    route: given.route ?? '/',
    ...(given.demo && { page: { brand: { ...pageData().brand, demoMode: true } } }),
  });
const cells = (table: string) =>
  within(screen.getByRole('table', { name: table }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
const failed = { status: 500, body: { code: 'unexpected', message: '' } };
const button = (name: string) => screen.findByRole('button', { name });

test('RPG-01 RTE-24 NAV-22 the page is titled "Reporting"', async () => {
  openPortal('/reports', [...sessionReplies(admin), ...replies]);
  await screen.findByRole('heading', { level: 1, name: 'Reporting' });
  await screen
    .findByText('Harbour Trial', { exact: false, selector: 'td' })
    .catch(() => screen.findAllByText('Harbour Trial'));
});

test('RPG-02 OPC-98 two charts show sample numbers, twelve months and four quarters, without a call, and say that they are samples', async () => {
  const page = open({ viewer: { modules: ['Reporting'] } });
  const sample = within(await screen.findByRole('region', { name: 'Samples' }));
  sample.getByRole('heading', { name: 'Patient Outreach' });
  sample.getByRole('heading', { name: 'Assessments by quarter' });
  expect(sample.getByText('made-up numbers, not those of your company', { exact: false })).toBeDefined();
  await sample.findByRole('group', { name: 'Patient Outreach chart' });
  await sample.findByRole('group', { name: 'Assessments by quarter chart' });
  const [outreachTable, assessments] = [
    cells('Patient Outreach, sample data'),
    cells('Assessments by quarter, sample data'),
  ];
  expect(outreachTable[0]).toEqual(['Month', 'Texts', 'Emails', 'Notifications']);
  expect(outreachTable).toHaveLength(13);
  expect(assessments.map(([quarter]) => quarter)).toEqual(['Quarter', 'Q1', 'Q2', 'Q3', 'Q4']);
  expect(page.calls).toEqual([]);
});

test('OPC-98 shipments stand by month and status with the days they took, and each number leads to its rows', async () => {
  const page = open();
  await screen.findByRole('table', { name: 'Shipments by month' });
  expect(cells('Shipments by month')).toEqual([
    ['Month', 'Requests', 'Processing', 'Received', 'Cancelled', 'Days to receipt, median', '90th percentile'],
    ['Mar 2031', '1,200', '1,200', '0', '0', '–', '–'],
    ['Feb 2031', '4', '0', '3', '1', '4', '8.8'],
  ]);
  expect(page.callsOf(api.listReportedShipments)).toEqual([]);
  await page.user.click(screen.getByRole('link', { name: '3 received in Feb 2031: show the rows' }));
  const rows = within(await screen.findByRole('region', { name: 'Shipments requested in Feb 2031: Received' }));
  expect(page.router.state.location.search).toEqual({ rows: 'shipments', month: '2031-02', status: 'received' });
  expect(page.callsOf(api.listReportedShipments).map(({ query }) => query as object)).toEqual([
    { month: '2031-02', status: 'received' },
  ]);
  expect((await rows.findByRole('link', { name: '103' })).getAttribute('href')).toBe(
    '/shipment-request?site=6&request=103',
  );
  expect(cells('Shipments of the number')[1]).toEqual([
    '103',
    'Received',
    'Boston',
    'Harbour Trial',
    'Quay Pharmacy',
    '10-Feb-2031',
    '12-Feb-2031',
    '14-Feb-2031',
    '4',
  ]);
  await page.user.click(rows.getByRole('button', { name: 'Hide rows' }));
  await waitFor(() => expect(page.router.state.location.search).toEqual({}));
  expect(screen.queryByText('Shipments requested in Feb 2031: Received')).toBeNull();
});

test('CLN-23 CCN-01 a year of shipments and of outreach stands on pages of 10', async () => {
  const year = Array.from({ length: 12 }, (_, n) => `2030-${String(n + 1).padStart(2, '0')}`);
  open({
    more: [
      [api.countShipments, { months: year.map((month) => ({ ...shipments.months[0], month })) }],
      [api.countOutreach, { months: year.map((month) => ({ month, email: 2, sms: 5 })) }],
    ],
  });
  await screen.findByRole('table', { name: 'Shipments by month' });
  await screen.findByRole('table', { name: 'Outreach by month' });
  expect(cells('Shipments by month')).toHaveLength(11);
  expect(cells('Outreach by month')).toHaveLength(11);
});

test('OPC-98 an address with rows shows them at once, and one that says nonsense shows none', async () => {
  const { unmount } = open({ route: '/?rows=outreach&month=2031-03&channel=sms' });
  await screen.findByRole('region', { name: 'Texts sent in Mar 2031' });
  await screen.findByRole('link', { name: '101-002' });
  unmount();
  const page = open({ route: '/?rows=shipments&month=2031-13&status=lost' });
  await screen.findByRole('table', { name: 'Shipments by month' });
  expect(page.callsOf(api.listReportedShipments)).toEqual([]);
});

test('OPC-98 PRV-09 a participant that something was sent to is sought in the list of their site, of which no address says so', async () => {
  const { user, router } = renderPage(
    <>
      <Reports />
      <SearchHere />
    </>,
    { viewer: admin, replies, route: '/?rows=outreach&month=2031-03&channel=sms' },
  );
  const link = await screen.findByRole('link', { name: '101-002' });
  expect(link.getAttribute('href')).toBe('/participants?site=6');
  await user.keyboard('{Control>}');
  await user.click(link);
  await user.keyboard('{/Control}');
  expect(JSON.stringify(sessionStorage)).not.toContain('101-002');
  await user.click(link);
  await waitFor(() => expect(router.state.location.href).toBe('/participants?site=6'));
  expect(fieldHere().value).toBe('101-002');
});

test('OPC-98 SEC-39 numbers and rows become files; rows are asked for anew, as a file', async () => {
  const files = watchDownloads();
  const page = open({ route: '/?rows=shipments&month=2031-02&status=received' });
  await page.user.click(await button('Export CSV: shipments by month'));
  await screen.findByText('Shipments_By_Month_2031-Mar-05.csv is downloaded.');
  await screen.findByRole('link', { name: '103' });
  await page.user.click(await button('Export CSV: these shipments'));
  await screen.findByText('Shipments_2031-02_Received_2031-Mar-05.csv is downloaded.');
  await page.user.click(await button('Export CSV: outreach by month'));
  await screen.findByText('Outreach_By_Month_2031-Mar-05.csv is downloaded.');
  await page.user.click(await button('Export CSV: access reviews'));
  await screen.findByText('Access_Reviews_2031-Mar-05.csv is downloaded.');
  expect(page.callsOf(api.listReportedShipments).at(-1)?.query).toEqual({
    month: '2031-02',
    status: 'received',
    file: true,
  });
  expect(page.callsOf(api.listAccessReviews).at(-1)?.query).toEqual({ file: true });
  expect(await Promise.all(files.map(({ text }) => text))).toEqual([
    'Month,Requests,Processing,Received,Cancelled,Median Days to Receipt,90th Percentile Days to Receipt\r\n2031-02,4,0,3,1,4,8.8\r\n2031-03,1200,1200,0,0,,',
    // The columns that an invoice has, too, are written out where its file is tested.
    expect.stringMatching(
      /^Request Number,Trial,Site,.*,Days To Receipt\r\n103,Harbour Trial,Boston,.*,Quay Pharmacy,Received,2031-02-10,.*2031-02-14,.*4$/,
    ),
    'Month,Emails,Texts\r\n2031-02,0,0\r\n2031-03,2,5',
    'Trial,Site,Last Report,Days Since,Due\r\nHarbour Trial,Lyon,,,Yes\r\nHarbour Trial,Boston,05/12/2030,90,Yes\r\nHarbour Trial,Ghent,06/12/2030,89,No',
  ]);
});

test('OPC-98 what would be cut short does not become a file', async () => {
  const files = watchDownloads();
  const page = open({ route: '/?rows=outreach&month=2031-03' });
  await screen.findByRole('link', { name: '101-002' });
  const cut = () =>
    new Response(JSON.stringify({ outreach: [] }), {
      headers: { 'content-type': 'application/json', 'x-more': 'true' },
    });
  page.answer(api.listReportedOutreach, cut);
  await page.user.click(await button('Export CSV: this outreach'));
  await screen.findByText('These are too many rows for one file. Please choose one of the numbers beside it.');
  expect(files).toEqual([]);
});

test('OPC-98 the file of the sites that are due says so in its name, and holds no others', async () => {
  const files = watchDownloads();
  const page = open({ route: '/?due=yes' });
  await page.user.click(await button('Export CSV: access reviews'));
  await screen.findByText('Access_Reviews_Due_2031-Mar-05.csv is downloaded.');
  expect(
    (await files[0]?.text)
      ?.split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[1]),
  ).toEqual(['Lyon', 'Boston']);
});

test('OPC-98 access reviews of more sites than a file holds do not become one, and nothing is advised that would not help', async () => {
  const files = watchDownloads();
  const page = open();
  await screen.findByRole('table', { name: 'Access reviews' });
  page.answer(
    api.listAccessReviews,
    () => new Response(JSON.stringify(reviews), { headers: { 'content-type': 'application/json', 'x-more': 'true' } }),
  );
  await page.user.click(await button('Export CSV: access reviews'));
  await screen.findByText('These are too many sites for one file.');
  expect(files).toEqual([]);
});

test('OPC-98 access reviews say which sites are due, narrow to those by the address, and lead to the site and to recoveries', async () => {
  const page = open();
  await screen.findByRole('table', { name: 'Access reviews' });
  expect(cells('Access reviews').map((row) => row.slice(0, 2).concat(row.slice(3)))).toEqual([
    ['Site', 'Review', 'Last report', 'Days since'],
    ['Lyon', 'Due', 'None', '–'],
    ['Boston', 'Due', '05-Dec-2030', '90'],
    ['Ghent', 'Up to date', '06-Dec-2030', '89'],
  ]);
  expect(screen.getByRole('link', { name: 'Lyon' }).getAttribute('href')).toBe('/document?group=7');
  expect(screen.getByRole('link', { name: '2 requests for account recovery wait for you' }).getAttribute('href')).toBe(
    '/account',
  );
  await page.user.click(await button('Due 2'));
  await waitFor(() => expect(cells('Access reviews').map(([name]) => name)).toEqual(['Site', 'Lyon', 'Boston']));
  expect(page.router.state.location.search).toEqual({ due: 'yes' });
});

test.each([
  ['a pharmacist of a partner', { type: 'Pharmacy User', adminRights: false }, ['Shipments']],
  ['a site user', { type: 'Site User', adminRights: false }, ['Shipments', 'Outreach']],
  ['a sponsor', { type: 'Sponsor', adminRights: false }, []],
  ['an administrator of a clinic', { modules: ['Reporting'] }, []],
] as const)(
  'OPC-98 ROL-29 %s is shown their own sections alone, and nothing else is asked',
  async (_who, viewer, sections) => {
    const page = open({
      viewer: {
        ...viewer,
        modules: [...('modules' in viewer ? viewer.modules : (['TrialCard', 'Reporting'] as const))],
      } as Partial<Viewer>,
    });
    await (sections.length === 0
      ? screen.findByText('There is nothing to report yet.')
      : screen.findByRole('table', { name: 'Shipments by month' }));
    expect(
      ['Shipments', 'Outreach', 'Access reviews'].filter((name) => screen.queryByRole('region', { name }) !== null),
    ).toEqual(sections);
    expect(calls.filter((call) => page.callsOf(call).length > 0)).toHaveLength(sections.length);
  },
);

test('OPC-98 each section says that its months and quarters are those of UTC', async () => {
  const shown = async (title: string) =>
    (await screen.findByRole('heading', { level: 2, name: new RegExp(`^${title}`) })).textContent;
  const page = open();
  expect([await shown('Shipments'), await shown('Outreach')]).toEqual([
    'Shipmentsby the month of the request (UTC)',
    'Outreachcards sent to participants, by channel and month (UTC)',
  ]);
  page.unmount();
  openClinic();
  expect([await shown('Assessments'), await shown('Outreach to Patients')]).toEqual([
    'Assessmentsby the quarter in which they began (UTC)',
    'Outreach to Patientsmessages about assessments, by channel and month (UTC)',
  ]);
});

test('OPC-98 cards that are taken back or go to another site with their participant are counted anew', async () => {
  const page = open({ route: `/?rows=outreach&month=2031-03` });
  await screen.findByText('101-002');
  page.answer(api.countOutreach, { months: [outreach.months[0], { month: months[1], email: 0, sms: 4 }] });
  page.answer(api.listReportedOutreach, { outreach: [] });
  await page.live.tell({ type: 'participant.changed', id: 11, careGroupId: 6 });
  await waitFor(() => expect(cells('Outreach by month')[1]?.slice(1)).toEqual(['0', '4']));
  await waitFor(() => expect(screen.queryByText('101-002')).toBeNull());
});

test('OPC-98 patients who go out of the reader’s groups, and reports on users that are sent to be signed, are counted anew', async () => {
  const page = openClinic('/?rows=assessments&quarter=2031-Q1');
  await screen.findByRole('link', { name: 'Ann Archer' });
  page.answer(clinic.countAssessments, { quarters: [] });
  page.answer(clinic.countPatientOutreach, { months: [{ month: '2031-03', email: 2, sms: 7 }] });
  page.answer(clinic.listReportedAssessments, { assessments: [] });
  await page.live.tell({ type: 'patient.changed', id: 31 });
  await waitFor(() => expect(cells('Outreach to patients by month')[1]?.slice(1)).toEqual(['2', '7']));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ann Archer' })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Assessments by quarter' })).toBeNull());
  page.unmount();
  const trials = open();
  await screen.findByRole('table', { name: 'Access reviews' });
  for (const [n, type] of (['document.changed', 'signing.changed'] as const).entries()) {
    trials.answer(api.listAccessReviews, { ...reviews, sites: reviews.sites.slice(n + 1) });
    await trials.live.tell({ type, id: 40 });
    await waitFor(() => expect(cells('Access reviews')).toHaveLength(reviews.sites.length - n));
  }
});

test('numbers that cannot be read say so, each in its place, and can be tried again', async () => {
  const page = open({ more: calls.map((call): Reply => [call, failed]) });
  await screen.findByText('There was a problem loading the shipments.');
  await screen.findByText('There was a problem loading the access reviews.');
  const part = within(screen.getByRole('region', { name: 'Outreach' }));
  await part.findByText('There was a problem loading the outreach.');
  page.answer(api.countOutreach, { months: [{ month: '2031-03', email: 0, sms: 0 }] });
  await page.user.click(part.getByRole('button', { name: 'Try again' }));
  await part.findByText('Nothing was sent to participants in the last twelve months.');
});

const nurse: Partial<Viewer> = { type: 'Nurse', adminRights: false, modules: ['Reporting', 'Assessments'] };
const event = {
  surveyEventId: 4,
  u_id: 31,
  patientName: 'Ann Archer',
  surveyName: 'Weekly check',
  state: 'answered',
  beganAt: new Date('2031-02-02T08:05:00Z'),
  dueAt: new Date('2031-02-04T08:05:00Z'),
  answeredAt: new Date('2031-02-03T09:30:00Z'),
  flagged: 2,
};
const told = {
  key: '7 Text',
  u_id: 31,
  patientName: 'Ann Archer',
  surveyName: 'Weekly check',
  channel: 'sms',
  sentAt: new Date('2031-03-02T08:05:00Z'),
  answeredAt: null,
  sentBy: '',
};
const ofClinic: Reply[] = [
  [
    clinic.countAssessments,
    {
      quarters: [
        { quarter: '2030-Q4', open: 0, overdue: 0, answered: 0, ended: 0, flagged: 0 },
        { quarter: '2031-Q1', open: 5, overdue: 2, answered: 3, ended: 1, flagged: 2 },
      ],
    },
  ],
  [clinic.listReportedAssessments, { assessments: [event] }],
  [
    clinic.countPatientOutreach,
    {
      months: [
        { month: '2031-02', email: 0, sms: 0 },
        { month: '2031-03', email: 4, sms: 1 },
      ],
    },
  ],
  [clinic.listReportedPatientOutreach, { outreach: [told] }],
];
const openClinic = (route = '/') => open({ viewer: nurse, more: ofClinic, route });

test('OPC-98 a clinic reads its assessments by quarter, and each number leads to its rows and from there to the patient', async () => {
  const page = openClinic();
  await screen.findByRole('table', { name: 'Assessments by quarter' });
  expect(screen.queryByRole('region', { name: 'Shipments' })).toBeNull();
  expect(cells('Assessments by quarter')).toEqual([
    ['Quarter', 'Began', 'Open', 'Answered', 'Not answered', 'With flags', 'Answered, of those ended or overdue'],
    ['Q1 2031', '9', '5', '3', '1', '2', '50%'],
    ['Q4 2030', '0', '0', '0', '0', '0', '–'],
  ]);
  expect(page.callsOf(clinic.listReportedAssessments)).toEqual([]);
  await page.user.click(screen.getByRole('link', { name: '2 assessments of Q1 2031 with flags: show the rows' }));
  const rows = within(await screen.findByRole('region', { name: 'Assessments that began in Q1 2031: With flags' }));
  expect(page.router.state.location.search).toEqual({ rows: 'assessments', quarter: '2031-Q1', flagged: 'yes' });
  expect(page.callsOf(clinic.listReportedAssessments)[0]?.query).toEqual({ quarter: '2031-Q1', flagged: true });
  expect((await rows.findByRole('link', { name: 'Ann Archer' })).getAttribute('href')).toBe('/patient');
  expect(cells('Assessments of the number')[1]?.slice(0, 3)).toEqual(['Ann Archer', 'Answered', 'Weekly check']);
  await page.user.click(screen.getByRole('link', { name: '1 outreach to patients, texts in Mar 2031: show the rows' }));
  await screen.findByRole('region', { name: 'Texts sent to patients in Mar 2031' });
  expect(page.router.state.location.search).toEqual({ rows: 'patient-outreach', month: '2031-03', channel: 'sms' });
});

test.each([
  [399, 1, '99%'],
  [400, 0, '100%'],
  [1, 399, '1%'],
  [0, 400, '0%'],
  [1, 2, '33%'],
])(
  'of %i answered and %i not answered assessments the part is %s: all or nothing is said of no other',
  async (answered, ended, part) => {
    const quarter = { quarter: '2031-Q1', open: 0, overdue: 0, answered, ended, flagged: 0 };
    open({ viewer: nurse, more: [...ofClinic, [clinic.countAssessments, { quarters: [quarter] }]] });
    await screen.findByRole('table', { name: 'Assessments by quarter' });
    expect(cells('Assessments by quarter')[1]?.at(-1)).toBe(part);
  },
);

test('OPC-98 SEC-39 the rows of a clinic become files with the numbers of patients and without their names', async () => {
  const files = watchDownloads();
  const page = openClinic('/?rows=assessments&quarter=2031-Q1&state=answered');
  await screen.findByRole('link', { name: 'Ann Archer' });
  await page.user.click(await button('Export CSV: these assessments'));
  await screen.findByText('Assessments_2031-Q1_Answered_2031-Mar-05.csv is downloaded.');
  await page.user.click(await button('Export CSV: assessments by quarter'));
  await screen.findByText('Assessments_By_Quarter_2031-Mar-05.csv is downloaded.');
  expect(page.callsOf(clinic.listReportedAssessments).at(-1)?.query).toEqual({
    quarter: '2031-Q1',
    state: 'answered',
    file: true,
  });
  expect(await Promise.all(files.map(({ text }) => text))).toEqual([
    'Patient Number,Assessment,State,Began (UTC),Due (UTC),Answered (UTC),Flags\r\n31,Weekly check,Answered,02/02/2031 08:05,04/02/2031 08:05,03/02/2031 09:30,2',
    'Quarter,Began,Open,Of These Overdue,Answered,Not Answered,With Flags\r\n2030-Q4,0,0,0,0,0,0\r\n2031-Q1,9,5,2,3,1,2',
  ]);
});

test('OPC-98 the file of a number says in its name to what that was narrowed, in letters that fit into a name', async () => {
  watchDownloads();
  const saved = async (page: ReturnType<typeof open>, of: string, name: string) => {
    await page.user.click(await button(`Export CSV: ${of}`));
    await screen.findByText(`${name}_2031-Mar-05.csv is downloaded.`);
    page.unmount();
  };
  await saved(
    openClinic('/?rows=assessments&quarter=2031-Q1&flagged=yes'),
    'these assessments',
    'Assessments_2031-Q1_With_flags',
  );
  await saved(
    openClinic('/?rows=assessments&quarter=2031-Q1&state=ended'),
    'these assessments',
    'Assessments_2031-Q1_Not_answered',
  );
  await saved(
    openClinic('/?rows=patient-outreach&month=2031-03&channel=sms'),
    'this outreach to patients',
    'Outreach_To_Patients_2031-03_Texts',
  );
  await saved(
    open({ route: '/?rows=outreach&month=2031-03&channel=email' }),
    'this outreach',
    'Outreach_2031-03_Emails',
  );
  await saved(open({ route: '/?rows=outreach&month=2031-03' }), 'this outreach', 'Outreach_2031-03');
});

test('OPC-98 what could not be counted says so, and can be asked for again', async () => {
  const page = open({ viewer: nurse, more: [...ofClinic, [clinic.countAssessments, failed]] });
  await screen.findByText('There was a problem loading the assessments.');
  page.answer(clinic.countAssessments, { quarters: [] });
  await page.user.click(await button('Try again'));
  await screen.findByText('No assessments began in the last eight quarters.');
});
