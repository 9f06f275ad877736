import * as api from '@portal/contract/account-recovery/endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Reply, renderPage } from '#test/portal.tsx';
import type { Viewer } from '#api/session.ts';
import { PatientRecoveries } from './PatientRecoveries.tsx';

const placeholder = 'patient-5b0a4c1e-6a4a-4d7b-9c0e-2f1d3b5a7c9e@no-email.invalid';
const pending = {
  requestId: 4,
  uId: 31,
  fName: 'Vera',
  lName: 'Holt',
  username: placeholder,
  usernameType: 'email',
  status: 0,
  mainContact: { type: 'phone', value: '+16175550123' },
  lastUpdated: new Date(2026, 10, 21, 9, 5),
  patientDetails: {
    dob: '1961-02-03',
    phone: '+16175550188',
    email: 'vera@home.example',
    lastLogin: new Date(2026, 10, 20, 7, 30),
  },
  requestActions: [
    { providerName: 'Nora Nurse', status: 0, timeOfAction: new Date(2026, 10, 21, 9, 5), evidence: null },
  ],
  version: 2,
};
const decided = (requestId: number, status: 1 | 2, fName: string) => ({
  ...pending,
  requestId,
  status,
  fName,
  lastUpdated: new Date(2026, 10, 21, 10, 15),
  requestActions: [
    ...pending.requestActions,
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
const administrator: Partial<Viewer> = {
  type: 'Pharmacist',
  adminRights: true,
  modules: ['MFA'],
  seesWholeCompany: true,
};
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

test('ARQ-02 ARQ-03 ARQ-04 ARQ-05 CLN-25 CCN-15 requests are listed with their status, who asked and who decided, and only a pending one can be verified', async () => {
  open();
  await screen.findByText('Vera Holt');
  const rows = within(screen.getByRole('table', { name: 'Recovery requests of patients' }))
    .getAllByRole('row')
    .slice(1);
  const asked = 'Nora Nurse, 21 Nov 26, 9:05 AM';
  const settled = 'Ada Admin, 21 Nov 26, 10:00 AM: Knew her birth date';
  expect(rows.map((row) => [...row.children].slice(0, 5).map((cell) => cell.textContent))).toEqual([
    ['Vera Holt617-555-0123', 'Pending', '21 Nov 26, 9:05 AM', asked, '–'],
    ['Otto Holt617-555-0123', 'Approved', '21 Nov 26, 10:15 AM', asked, settled],
    ['Nils Holt617-555-0123', 'Denied', '21 Nov 26, 10:15 AM', asked, settled],
  ]);
  expect(screen.getAllByRole('button', { name: /^Verify Request/ })).toHaveLength(1);
});

test.each([
  ['Approve', 'approve', 'Vera Holt sets up a new authenticator.'],
  ['Deny', 'deny', 'The request of Vera Holt was denied.'],
] as const)(
  'ARQ-02 ARQ-04 ARQ-05 ARQ-06 OPN-93 CAG-26 %s is sent with what the details were compared with',
  async (word, action, told) => {
    const page = open([[api.decideRecovery, { message: 'Done.' }]]);
    await page.user.click(await button('Verify Request, Vera Holt'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Verify the request of Vera Holt' }));
    expect(sheet.getAllByRole('term').map((term) => term.nextSibling?.textContent)).toEqual([
      'Vera Holt',
      '617-555-0123 (not on record)',
      'Nora Nurse, 21 Nov 26, 9:05 AM',
      '02/03/1961',
      '617-555-0188',
      'vera@home.example',
      '20 Nov 26, 7:30 AM',
    ]);
    await page.user.write(sheet.getByRole('textbox'), 'Knew her birth date');
    await page.user.click(sheet.getByRole('button', { name: word }));
    await screen.findByText(told);
    expect(page.callsOf(api.decideRecovery).map(({ sent }) => sent)).toEqual([
      { u_id: 31, requestId: 4, action, evidence: 'Knew her birth date', version: 2 },
    ]);
  },
);

test('OPC-95 a request that somebody else has decided is told of, and the list is read anew', async () => {
  const message = 'This request has already been decided.';
  const page = open([[api.decideRecovery, { status: 409, body: { code: 'patient_recovery.closed', message } }]]);
  await page.user.click(await button('Verify Request, Vera Holt'));
  await page.user.click(await button('Approve'));
  await screen.findByText(message);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('REL-17 a 404 of something in between does not close the decision, and what was typed stays', async () => {
  const page = open([[api.decideRecovery, { status: 404, body: { message: 'x' } }]]);
  await page.user.click(await button('Verify Request, Vera Holt'));
  await page.user.write(await screen.findByRole('textbox', { name: 'How you know who it is' }), 'Knew her birth date');
  await page.user.click(await button('Approve'));
  const sheet = within(screen.getByRole('dialog', { name: 'Verify the request of Vera Holt' }));
  expect((await sheet.findByRole('alert')).textContent).toContain('x');
  expect(sheet.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Knew her birth date');
  page.answer(api.decideRecovery, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await page.user.click(await button('Approve'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('how somebody was known is kept whole where it is too long, and nothing is decided before it is shortened', async () => {
  const page = open([[api.decideRecovery, { message: 'Recovery request denied.', version: 2 }]]);
  await page.user.click(await button('Verify Request, Vera Holt'));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'How you know who it is' });
  await page.user.write(field, 'x'.repeat(1_001));
  expect(field.value).toBe('x'.repeat(1_001));
  screen.getByText('Too long: it has 1,001 characters, and 1,000 at most are kept. Please shorten it by 1.');
  await page.user.click(await button('Approve'));
  await page.user.click(await button('Deny'));
  await page.user.type(field, '{Backspace}');
  await page.user.click(await button('Deny'));
  await waitFor(() => expect(page.callsOf(api.decideRecovery)).toHaveLength(1));
  expect(page.callsOf(api.decideRecovery)[0]?.body).toMatchObject({ action: 'deny', evidence: 'x'.repeat(1_000) });
});

test('ARQ-06 ARQ-07 CCN-11 CAG-01 CAG-25 OPC-49 OPC-95 a patient is looked for from three characters on, and the request says where they can be reached', async () => {
  const page = open([
    [listPatients, { patients: [found], totalPatients: 1, isMore: false }],
    [api.askForRecovery, { message: 'Added.', requestId: 9 }],
  ]);
  await page.user.click(await button('Add Request'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add Request' }));
  const lookup = sheet.getByRole('textbox', { name: 'Patient' });
  await page.user.type(lookup, 'ir');
  await page.user.type(lookup, 'i');
  await page.user.click(await sheet.findByRole('radio', { name: 'Iris Bell, born 05/06/1970' }));
  expect(page.callsOf(listPatients).map(({ query }) => query)).toEqual([
    { patient_status: 1, patient_limit: 25, search: 'iri' },
  ]);
  sheet.getByText('Chosen: Iris Bell, born 05/06/1970');
  await page.user.click(sheet.getByRole('radio', { name: 'Phone' }));
  expect(sheet.getByRole<HTMLInputElement>('textbox', { name: 'Phone number' }).value).toBe('617-555-0177');
  await page.user.click(sheet.getByRole('button', { name: 'Add Request' }));
  await screen.findByText('The request of Iris Bell was added.');
  expect(page.callsOf(api.askForRecovery).map(({ sent }) => sent)).toEqual([
    { u_id: 44, mainContact: { type: 'phone', value: '+16175550177' } },
  ]);
});

test('ARQ-07 CCN-11 CCN-13 of two characters nothing is asked, of three after a pause of 400 ms, in the person’s groups', async () => {
  const head = { ...administrator, gIds: [2, 3], seesWholeCompany: false };
  const page = open([[listPatients, { patients: [found], totalPatients: 1, isMore: false }]], head);
  await page.user.click(await button('Add Request'));
  const lookup = await screen.findByRole('textbox', { name: 'Patient' });
  const typing = (value: string, ms: number) => {
    fireEvent.change(lookup, { target: { value } });
    act(() => void vi.advanceTimersByTime(ms));
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    // The space is none of them.
    typing('ir ', 2_000);
    typing('iri', 399);
    expect(page.callsOf(listPatients).length).toBe(0);
    act(() => void vi.advanceTimersByTime(1));
  } finally {
    vi.useRealTimers();
  }
  await screen.findByRole('radio', { name: /^Iris Bell/ });
  expect(page.callsOf(listPatients).map(({ query }) => query)).toEqual([
    { g_id: [2, 3], patient_status: 1, patient_limit: 25, search: 'iri' },
  ]);
});

test.each([
  ['an e-mail alone', { phone: null }, 'Email', 'iris@home.example', 'iris@home.example · N/A'],
  ['a phone alone', { email: placeholder }, 'Phone number', '617-555-0177', 'N/A · 617-555-0177'],
  ['neither', { email: placeholder, phone: null }, 'Email', '', 'N/A · N/A'],
] as const)(
  'ARQ-06 OPC-51 of a patient who has %s no placeholder is shown, and what there is is offered',
  async (_, has, label, value, said) => {
    const page = open([[listPatients, { patients: [{ ...found, ...has }], totalPatients: 1, isMore: false }]]);
    await page.user.click(await button('Add Request'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Add Request' }));
    await page.user.type(sheet.getByRole('textbox', { name: 'Patient' }), 'iris');
    const radio = await sheet.findByRole('radio', { name: /^Iris Bell/ });
    sheet.getByText(said);
    await page.user.click(radio);
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: label }).value).toBe(value);
    const [way, other] = label === 'Email' ? ['Phone', 'Phone number'] : ['Email', 'Email'];
    await page.user.click(sheet.getByRole('radio', { name: way }));
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: other }).value).toBe('');
  },
);

test('ARQ-02 ARQ-04 OPC-51 a main contact that the record does not have is told of, and no placeholder is shown', async () => {
  const mainContact = { type: 'email', value: 'elsewhere@home.example' };
  const patientDetails = { ...pending.patientDetails, email: placeholder };
  const page = open([[api.listRecoveryRequests, { mfaRequests: [{ ...pending, mainContact, patientDetails }] }]]);
  await page.user.click(await button('Verify Request, Vera Holt'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Verify the request of Vera Holt' }));
  sheet.getByText('elsewhere@home.example (not on record)');
  sheet.getByText('N/A');
  expect(document.body.textContent).not.toContain('no-email.invalid');
});

test.each([
  [{ type: 'phone', value: '+16175550188' }, '617-555-0188 (as on record)'],
  [{ type: 'email', value: 'vera@home.example' }, 'vera@home.example (as on record)'],
])(
  'ARQ-02 ARQ-04 a main contact %j that the record has is told of, and who never signed in',
  async (mainContact, said) => {
    const patientDetails = { ...pending.patientDetails, lastLogin: null };
    const page = open([[api.listRecoveryRequests, { mfaRequests: [{ ...pending, mainContact, patientDetails }] }]]);
    await page.user.click(await button('Verify Request, Vera Holt'));
    const sheet = within(await screen.findByRole('dialog', { name: 'Verify the request of Vera Holt' }));
    sheet.getByText(said);
    sheet.getByText('Never');
  },
);

test('CLN-09 requests that are not found are none, and so are patients', async () => {
  const gone = { status: 404, body: { code: 'not_found', message: 'none' } };
  const page = open([
    [api.listRecoveryRequests, gone],
    [listPatients, gone],
  ]);
  await screen.findByText('No patient has asked for the recovery of an account.');
  expect(screen.queryByRole('alert')).toBeNull();
  await page.user.click(await button('Add Request'));
  const sheet = within(await screen.findByRole('dialog', { name: 'Add Request' }));
  await page.user.type(sheet.getByRole('textbox', { name: 'Patient' }), 'iris');
  await sheet.findByText('No patient matches.');
  expect(sheet.queryByText('There was a problem retrieving patients.')).toBeNull();
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
  const message = 'This patient already has a pending recovery request.';
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
