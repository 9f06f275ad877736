import * as api from '@portal/contract/account-recovery/endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Reply, renderPage } from '#test/portal.tsx';
import type { Viewer } from '#api/session.ts';
import { PatientRecoveries } from './PatientRecoveries.tsx';

const pending = {
  requestId: 4,
  uId: 31,
  fName: 'Vera',
  lName: 'Holt',
  username: 'vera@home.example',
  usernameType: 'email',
  status: 0,
  lastUpdated: new Date(2026, 10, 21, 9, 5),
  patientDetails: { dob: '1961-02-03', phone: '+16175550123', email: 'vera@home.example', lastLogin: null },
  requestActions: [],
  version: 2,
};
const decided = (requestId: number, status: 1 | 2, fName: string) => ({
  ...pending,
  requestId,
  status,
  fName,
  requestActions: [
    { providerName: 'Ada Admin', status, timeOfAction: new Date(2026, 10, 21, 10, 0), evidence: 'Knew her birth date' },
  ],
});
const three: Reply = [
  api.listRecoveryRequests,
  { mfaRequests: [pending, decided(3, 1, 'Otto'), decided(2, 2, 'Nils')] },
];
const found = {
  u_ID: 44,
  name: 'Iris Bell',
  dob: '1970-05-06',
  phone: '+16175550177',
  email: 'iris@home.example',
  status: 1,
  patientType: 1,
};
const administrator: Partial<Viewer> = { type: 'Pharmacist', adminRights: true, modules: ['MFA'] };
const open = (replies: readonly Reply[] = [], viewer = administrator) =>
  renderPage(
    <>
      <p>The page</p>
      <PatientRecoveries />
    </>,
    { viewer, replies: [three, ...replies] },
  );
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const failed = { status: 500, body: { code: 'unexpected', message: '' } };

test('ARQ-02 ARQ-03 ARQ-04 requests are listed with their status and who decided, and only a pending one can be verified', async () => {
  open();
  await screen.findByText('Vera Holt');
  const rows = within(screen.getByRole('table', { name: 'Recovery requests of patients' }))
    .getAllByRole('row')
    .slice(1);
  expect(rows.map((row) => [...row.children].slice(1, 4).map((cell) => cell.textContent))).toEqual([
    ['Pending', '21/11/2026 09:05', '–'],
    ['Approved', '21/11/2026 09:05', 'Ada Admin, 21/11/2026 10:00: Knew her birth date'],
    ['Denied', '21/11/2026 09:05', 'Ada Admin, 21/11/2026 10:00: Knew her birth date'],
  ]);
  expect(screen.getAllByRole('button', { name: /^Verify Request/ })).toHaveLength(1);
});

test.each([
  ['Approve', 'approve', 'Vera Holt sets up a new authenticator.'],
  ['Deny', 'deny', 'The request of Vera Holt was denied.'],
] as const)('ARQ-04 ARQ-05 CAG-26 %s is sent with what the details were compared with', async (word, action, told) => {
  const page = open([[api.decideRecovery, { message: 'Done.' }]]);
  await page.user.click(await button('Verify Request, Vera Holt'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Verify the request of Vera Holt' }));
  expect(sheet.getAllByRole('term').map((term) => term.nextSibling?.textContent)).toEqual([
    'Vera Holt',
    'vera@home.example',
    '03-Feb-1961',
    '617-555-0123',
    'vera@home.example',
    'Never',
  ]);
  await page.user.write(sheet.getByRole('textbox'), 'Knew her birth date');
  await page.user.click(sheet.getByRole('button', { name: word }));
  await screen.findByText(told);
  expect(page.callsOf(api.decideRecovery).map(({ sent }) => sent)).toEqual([
    { u_id: 31, requestId: 4, action, evidence: 'Knew her birth date', version: 2 },
  ]);
});

test('OPC-95 a request that somebody else has decided is told of, and the list is read anew', async () => {
  const message = 'This request has been decided already.';
  const page = open([[api.decideRecovery, { status: 409, body: { code: 'patient_recovery.closed', message } }]]);
  await page.user.click(await button('Verify Request, Vera Holt'));
  await page.user.click(await button('Approve'));
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('ARQ-06 ARQ-07 CAG-25 OPC-95 a patient is looked for from three characters on, and the request says where they can be reached', async () => {
  const page = open([
    [listPatients, { patients: [found], totalPatients: 1, isMore: false }],
    [api.askForRecovery, { message: 'Added.', requestId: 9 }],
  ]);
  await page.user.click(await button('Add Request'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add Request' }));
  const lookup = sheet.getByRole('textbox', { name: 'Patient' });
  await page.user.type(lookup, 'ir');
  await page.user.type(lookup, 'i');
  await page.user.click(await sheet.findByRole('radio', { name: 'Iris Bell, born 06-May-1970' }));
  expect(
    page.callsOf(listPatients).map(({ query }) => (query as { filter_all_fields: string }).filter_all_fields),
  ).toEqual(['iri']);
  sheet.getByText('Chosen: Iris Bell, born 06-May-1970');
  await page.user.click(sheet.getByRole('radio', { name: 'Phone' }));
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value).toBe('617-555-0177');
  await page.user.click(sheet.getByRole('button', { name: 'Add Request' }));
  await screen.findByText('The request of Iris Bell was added.');
  expect(page.callsOf(api.askForRecovery).map(({ sent }) => sent)).toEqual([
    { u_id: 44, mainContact: { type: 'phone', value: '+16175550177' } },
  ]);
});

test('ARQ-07 of two characters nothing is asked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const page = open([[listPatients, { patients: [found], totalPatients: 1, isMore: false }]]);
  await page.user.click(await button('Add Request'));
  const lookup = await screen.findByRole('textbox', { name: 'Patient' });
  // The space is none of them.
  await page.user.type(lookup, 'ir ');
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(page.callsOf(listPatients)).toEqual([]);
});

test('ARQ-08 CER-60 a request that cannot be added says so, and the form stays; one that is pending is named', async () => {
  const page = open([
    [listPatients, { patients: [found], totalPatients: 1, isMore: false }],
    [api.askForRecovery, failed],
  ]);
  await page.user.click(await button('Add Request'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add Request' }));
  await page.user.type(sheet.getByRole('textbox', { name: 'Patient' }), 'iris');
  await page.user.click(await sheet.findByRole('radio', { name: /^Iris Bell/ }));
  await page.user.click(sheet.getByRole('button', { name: 'Add Request' }));
  await sheet.findByText('There was a problem adding new recovery request. Please try again.');
  const message = 'This patient has a pending recovery request already.';
  page.answer(api.askForRecovery, { status: 400, body: { code: 'patient_recovery.pending', message } });
  await page.user.click(sheet.getByRole('button', { name: 'Add Request' }));
  await sheet.findByText(message);
});

test('ARQ-08 CER-59 requests that cannot be read say so, and can be tried again', async () => {
  const page = open([[api.listRecoveryRequests, failed]]);
  await screen.findByText('There was a problem retrieving patient recovery requests list.');
  page.answer(...three);
  await page.user.click(await button('Try again'));
  await screen.findByText('Vera Holt');
});

test.each([[{ modules: ['TrialCard'] }], [{ adminRights: false }]])(
  'ARQ-01 for %j there are no requests of patients',
  async (less) => {
    const page = open([], { ...administrator, ...less } as Partial<Viewer>);
    await screen.findByText('The page');
    expect(screen.queryByText('Add Request')).toBeNull();
    expect(page.callsOf(api.listRecoveryRequests)).toEqual([]);
  },
);
