import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as documents from '@portal/contract/documents/endpoints.ts';
import { requestSignatures } from '@portal/contract/signing/endpoints.ts';
import * as api from '@portal/contract/user-reports/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSite, aTrial } from '#test/participants.ts';
import { aReply, type Reply, renderPage } from '#test/portal.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import type { ReportContent } from './draw-report.ts';

const drawn: ReportContent[] = [];
// How it is drawn, and that its end is seen, is proved where that is done.
vi.mock('./draw-report.ts', () => ({
  drawReport: (content: ReportContent) => {
    drawn.push(content);
    return Promise.resolve(new TextEncoder().encode('%PDF'));
  },
}));
vi.mock('./PagesToEnd.tsx', () => ({
  PagesToEnd: ({ onEnd }: { onEnd: () => void }) => (
    <button type="button" onClick={onEnd}>
      To the end
    </button>
  ),
}));

const user = (cpID: number, name: string, type: string, more = {}) => ({
  cpID,
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@site.example`,
  type,
  status: 'Has site access',
  prescriber: false,
  trainingComplete: false,
  trainingDocId: null,
  gIds: [2],
  recentlyDeactivated: false,
  recentlyInvited: false,
  recentlyRegistered: false,
  recentlyRemoved: false,
  recentlyAdded: false,
  recentlyReactivated: false,
  recentlyChangedRights: false,
  ...more,
});
const julian = user(8, 'Julian Aster', 'Sponsor');
const grace = user(9, 'Grace Holloway', 'Site User', { trainingComplete: true });
const ivo = user(10, 'Ivo New', 'Site User', {
  recentlyInvited: true,
  recentlyRegistered: true,
  recentlyAdded: true,
});
const carl = user(14, 'Carl Moved', 'Site User', { recentlyAdded: true });
const beth = user(15, 'Beth Back', 'Site User', { recentlyReactivated: true, recentlyChangedRights: true });
const dora = user(12, 'Dora Left', 'Site User', {
  status: 'Deactivated - Site access revoked',
  recentlyDeactivated: true,
});
const rolf = user(13, 'Rolf Gone', 'Site User', { status: 'Deactivated - Site access revoked', recentlyRemoved: true });
const today = new Date().toISOString().slice(0, 10);
const shown = (day: string) => day.split('-').toReversed().join('-');

function open(replies: readonly Reply[] = [], sponsors = [julian], groupId: number | null = 2) {
  drawn.length = 0;
  const onClose = vi.fn();
  const page = renderPage(<ReportDialog groupId={groupId} onClose={onClose} />, {
    viewer: { type: 'Admin', adminRights: true, fName: 'Maya', lName: 'Okafor', email: 'admin@meridian.example' },
    replies: [
      [
        listTrials,
        {
          groups: [aTrial({ gId: 1, displayName: 'Aurelia' }), aSite({ gId: 2, displayName: 'Boston General' })],
        },
      ],
      [api.listPeopleOfGroups, { careProviders: [grace, ivo, ...sponsors] }],
      [api.listChangedPeople, { careProviders: [rolf, ivo, dora, carl, beth] }],
      [api.listUserReports, { reports: [] }],
      [documents.saveDocument, { message: 'Document saved.', documentId: 71 }],
      [documents.deleteDocument, { message: 'Document deleted.' }],
      [api.saveUserReport, { message: 'Report saved.' }],
      [documents.attachToGroups, { message: 'Document added.' }],
      [requestSignatures, { message: 'Signatures requested.', srUuid: null, docId: 71 }],
      ...replies,
    ],
  });
  const choose = async (day = today) => {
    await screen.findByText('There is no earlier report.');
    await page.user.type(screen.getByRole('textbox', { name: /^Changes since/ }), shown(day));
    await waitFor(() => expect(isOff(button('Open Pdf'))).toBe(false));
  };
  const preview = async () => {
    await choose();
    await page.user.click(button('Open Pdf'));
    await page.user.click(await screen.findByRole('button', { name: 'To the end' }));
  };
  return { ...page, onClose, choose, preview };
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isOff = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true';

test('URP-03 without a trial or site, a date and a sponsor all three are named, and nothing is asked', async () => {
  const page = open([], [julian], null);
  await screen.findByText('Still missing: a trial or site, a date, a sponsor');
  expect(isOff(button('Open Pdf'))).toBe(true);
  await page.user.click(button('Open Pdf'));
  for (const endpoint of [api.listPeopleOfGroups, api.listChangedPeople, api.listUserReports])
    expect(page.callsOf(endpoint)).toEqual([]);
});

test('URP-02 URP-03 URP-05 URP-06 UMR-01 a report needs a place, a day and a sponsor; the signing button waits for the end of the preview', async () => {
  const page = open([], [julian, user(11, 'Nadia Reed', 'Sponsor')]);
  await screen.findByText('There is no earlier report.');
  expect(screen.getByPlaceholderText('DD-MM-YYYY')).toBeDefined();
  await screen.findByText('Still missing: a date, a sponsor');
  await page.user.click(button('Open Pdf'));
  expect(page.callsOf(api.listChangedPeople)).toEqual([]);
  await page.user.type(screen.getByRole('textbox', { name: /^Changes since/ }), shown(today));
  expect(screen.getByText('Still missing: a sponsor')).toBeDefined();
  await page.user.selectOptions(screen.getByRole('combobox', { name: /^Sponsor/ }), '8');
  await page.user.click(button('Open Pdf'));

  await screen.findByRole('button', { name: 'To the end' });
  expect(isOff(button('Create Sign Request'))).toBe(true);
  expect(screen.getByText('Please scroll to the end of the report before you ask for signatures.')).toBeDefined();
  await page.user.click(button('Create Sign Request'));
  expect(page.callsOf(documents.saveDocument)).toEqual([]);
  await page.user.click(button('To the end'));
  expect(isOff(button('Create Sign Request'))).toBe(false);
  expect(page.callsOf(api.listChangedPeople).map(({ query }) => query)).toEqual([{ changes_since: today, g_id: 2 }]);
  expect(drawn).toEqual([
    {
      place: 'Boston General',
      since: shown(today),
      createdOn: shown(today),
      reason: 'I approve this list of site users',
      signers: [
        { role: 'Administrator', name: 'Maya Okafor' },
        { role: 'Sponsor', name: 'Julian Aster' },
      ],
      people: [
        ['Grace Holloway', 'grace.holloway@site.example', 'Site User', 'Has site access', 'Yes'],
        ['Ivo New', 'ivo.new@site.example', 'Site User', 'Has site access', 'No'],
        ['Julian Aster', 'julian.aster@site.example', 'Sponsor', 'Has site access', 'No'],
        ['Nadia Reed', 'nadia.reed@site.example', 'Sponsor', 'Has site access', 'No'],
      ],
      changed: [
        ['Beth Back', 'beth.back@site.example', 'Has site access', 'Reactivated, Admin rights changed'],
        ['Carl Moved', 'carl.moved@site.example', 'Has site access', 'Added'],
        ['Dora Left', 'dora.left@site.example', 'Deactivated - Site access revoked', 'Deactivated'],
        ['Ivo New', 'ivo.new@site.example', 'Has site access', 'Invited, Registered'],
        ['Rolf Gone', 'rolf.gone@site.example', 'Deactivated - Site access revoked', 'Removed'],
      ],
    },
  ]);
});

test('URP-04 where every earlier report was rejected it says that none of them counts', async () => {
  const report = { document_ID: 60, g_id: 2, friendlyName: 'Earlier', is_rejected: true };
  const days = { changes_since_date: '2026-01-05', dateCreated: '2026-02-05' };
  open([[api.listUserReports, { reports: [{ ...report, ...days }] }]]);
  await screen.findByText('No earlier report counts, because all were rejected.');
});

test('URP-04 URP-15 CCN-15 the day, as DD-MM-YYYY, is not before that of the last report that was not rejected, and not after today', async () => {
  const report = { document_ID: 60, g_id: 2, friendlyName: 'Earlier', is_rejected: false };
  const page = open([
    [
      api.listUserReports,
      {
        reports: [
          // One that was rejected limits nothing.
          { ...report, changes_since_date: '2026-04-20', dateCreated: '2026-05-05', is_rejected: true },
          { ...report, changes_since_date: '2026-03-05', dateCreated: '2026-04-05', is_rejected: null },
          { ...report, changes_since_date: '2026-01-05', dateCreated: '2026-02-05' },
        ],
      },
    ],
  ]);
  await screen.findByText('The last report began on 05-03-2026. Rejected reports do not count.');
  const field = screen.getByRole('textbox', { name: /^Changes since/ });
  await page.user.type(field, '04-03-2026');
  expect(screen.getByText('Please choose 05-03-2026 or a later day.')).toBeDefined();
  expect(isOff(button('Open Pdf'))).toBe(true);
  await page.user.clear(field);
  await page.user.type(field, '01-01-2999');
  expect(screen.getByText('Please choose a day that is not in the future.')).toBeDefined();
  await page.user.clear(field);
  await page.user.type(field, '05-03-2026');
  expect(isOff(button('Open Pdf'))).toBe(false);
});

test('URP-08 URP-09 URP-10 URP-11 URP-12 CCN-13 the button says Create Sign Request, Processing and Success; 400 ms later the dialog gives way to the next', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const page = open([
    [requestSignatures, () => held.then(() => ({ message: 'Signatures requested.', srUuid: null, docId: 71 }))],
  ]);
  await page.preview();
  const sign = button('Create Sign Request');
  fireEvent.click(sign);
  fireEvent.click(sign);
  await screen.findByRole('button', { name: 'Processing' });
  await page.user.click(button('Processing'));
  await waitFor(() => expect(page.callsOf(requestSignatures)).toHaveLength(1));
  vi.useFakeTimers();
  try {
    await act(async () => {
      answer();
      await vi.advanceTimersByTimeAsync(0);
    });
    await act(() => vi.advanceTimersByTimeAsync(399));
    fireEvent.click(button('Success'));
    expect(screen.getByRole('dialog', { name: 'Generate Report' })).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(1));
  } finally {
    vi.useRealTimers();
  }
  const next = within(screen.getByRole('dialog', { name: 'Signature Request Generated' }));
  expect(next.getByRole('link', { name: 'Go to Documents' }).getAttribute('href')).toBe('/document?group=2');
  expect(screen.queryByRole('dialog', { name: 'Generate Report' })).toBeNull();

  const saved = page.callsOf(documents.saveDocument);
  expect(saved).toHaveLength(1);
  expect(saved[0]?.body).toMatchObject({
    friendlyName: `User Management Report Boston General_${shown(today)}_${shown(today)}`,
    contentType: 'application/pdf',
    data: btoa('%PDF'),
  });
  expect(page.callsOf(api.saveUserReport).map(({ body }) => body)).toEqual([
    { g_id: 2, document_ID: 71, changes_since_date: today, companyId: 1 },
  ]);
  expect(page.callsOf(documents.attachToGroups).map(({ body }) => body)).toEqual([{ docId: 71, g_id: 2 }]);
  expect(page.callsOf(requestSignatures).map(({ body }) => body.signers)).toEqual([
    [
      { cpId: 3, name: 'Maya Okafor', email: 'admin@meridian.example', signerNum: 1 },
      { cpId: 8, name: 'Julian Aster', email: 'julian.aster@site.example', signerNum: 2 },
    ],
  ]);
});

test.each([
  ['saving the document', documents.saveDocument, 'A Problem occurred while saving the document'],
  ['saving the report', api.saveUserReport, 'A Problem occurred while saving the User Management Report'],
  [
    'adding it',
    documents.attachToGroups,
    'A Problem occurred while saving the document to the groupFailed to add documents to care groups. ',
  ],
  ['asking for signatures', requestSignatures, 'Failed to create a signature request.'],
])(
  'URP-13 CER-63 CER-64 CER-65 CER-66 REL-06 %s fails in its own words, and the next try goes on where it stopped',
  async (_, endpoint, sentence) => {
    let tries = 0;
    const steps = [documents.saveDocument, api.saveUserReport, documents.attachToGroups, requestSignatures];
    const replies = new Map<unknown, object>([
      [documents.saveDocument, { message: 'Done.', documentId: 71 }],
      [requestSignatures, { message: 'Done.', srUuid: null, docId: 71 }],
    ]);
    const page = open([
      [
        endpoint,
        () =>
          ++tries === 1
            ? { status: 500, body: { code: 'unexpected', message: 'It is broken.' } }
            : (replies.get(endpoint) ?? { message: 'Done.' }),
      ],
    ]);
    await page.preview();
    await page.user.click(button('Create Sign Request'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toBe(
      `${sentence}Nothing is lost: all of it is still here. Press “Create Sign Request” again.`,
    );
    await page.user.click(button('Create Sign Request'));
    await screen.findByRole('dialog', { name: 'Signature Request Generated' });
    const times = steps.map((step) => page.callsOf(step).length);
    expect(times).toEqual(steps.map((step) => (step === endpoint ? 2 : 1)));
    const keys = page.callsOf(endpoint).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  },
);

test('URP-12 REL-17 nobody is led away from a report while its signatures are asked for, so that a refusal is read', async () => {
  const sent = Promise.withResolvers<unknown>();
  const page = open([[requestSignatures, () => sent.promise]]);
  await page.preview();
  await page.user.click(button('Create Sign Request'));
  await waitFor(() => expect(page.callsOf(requestSignatures)).toHaveLength(1));
  const { href } = page.router.state.location;
  await act(async () => void page.router.navigate({ to: '/account' }));
  expect(page.router.history.location.href).toBe(href);
  await act(async () => sent.resolve({ status: 500, body: { code: 'unexpected', message: 'It broke.' } }));
  await screen.findByText('Failed to create a signature request.');
});

test('URP-12 what was saved of a report that is given up is deleted', async () => {
  const page = open([[api.saveUserReport, { status: 500, body: { code: 'unexpected', message: 'It is broken.' } }]]);
  await page.preview();
  await page.user.click(button('Create Sign Request'));
  await screen.findByRole('alert');
  await page.user.click(button('Close'));
  await page.user.click(
    within(await screen.findByRole('dialog', { name: 'Discard this report?' })).getByRole('button', {
      name: 'Discard',
    }),
  );
  await waitFor(() =>
    expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 71 }]),
  );
  expect(page.onClose).toHaveBeenCalled();
});

test('URP-12 REL-17 what was saved of a report that is given up is deleted before the next one is saved, however often that fails', async () => {
  const dead = () => Promise.reject(new TypeError('the line is dead'));
  const page = open([
    [requestSignatures, dead],
    [documents.deleteDocument, dead],
  ]);
  let number = 70;
  page.answer(documents.saveDocument, () => ({ message: 'Document saved.', documentId: ++number }));
  await page.preview();
  await page.user.click(button('Create Sign Request'));
  await screen.findByText('It is not known whether this step was done');
  await page.user.click(button('Back'));
  await screen.findByText(/ could not be taken back, and may still be there\.$/);
  page.answer(requestSignatures, { message: 'Signatures requested.', srUuid: null, docId: 72 });
  await page.user.click(await screen.findByRole('button', { name: 'Open Pdf' }));
  await page.user.click(await screen.findByRole('button', { name: 'To the end' }));
  await page.user.click(button('Create Sign Request'));
  await screen.findByText(/^Your first try, “User Management Report Boston General_.*”, could not be taken back$/);
  expect(page.callsOf(documents.saveDocument)).toHaveLength(1);
  page.answer(documents.deleteDocument, { message: 'Document deleted.' });
  await page.user.click(button('Create Sign Request'));
  await screen.findByRole('dialog', { name: 'Signature Request Generated' });
  expect(page.callsOf(documents.deleteDocument).map(({ query }) => query.docId)).toEqual([71, 71, 71]);
  expect(page.callsOf(requestSignatures).map(({ body }) => body.docId)).toEqual([71, 72]);
});

test.each([
  [api.listPeopleOfGroups, 'A problem occurred while fetching the providers list.'],
  [api.listChangedPeople, 'A problem occurred while updating provider list.'],
])('USR-31 CER-56 CER-57 a list of people that cannot be read says so', async (endpoint, sentence) => {
  let isBroken = false;
  const page = open([
    [
      endpoint,
      () => (isBroken ? { status: 500, body: { code: 'unexpected', message: '' } } : { careProviders: [julian] }),
    ],
  ]);
  await page.choose();
  isBroken = true;
  await page.user.click(button('Open Pdf'));
  await screen.findByText(sentence);
  isBroken = false;
  await page.user.click(button('Open Pdf'));
  await screen.findByRole('button', { name: 'To the end' });
});

test.each([
  [api.listPeopleOfGroups, 'These are too many people for one report. Please choose a trial site.'],
  [api.listChangedPeople, 'These are too many changes for one report. Please choose a later day.'],
])('URP-06 a report that would leave people out is not made', async (endpoint, sentence) => {
  const page = open();
  await page.choose();
  page.answer(endpoint, () => aReply(endpoint, { careProviders: [julian] }, { 'x-more': 'true' }));
  await page.user.click(button('Open Pdf'));
  await screen.findByText(sentence);
  expect(drawn).toEqual([]);
  page.answer(endpoint, { careProviders: [julian] });
  await page.user.click(button('Open Pdf'));
  await screen.findByRole('button', { name: 'To the end' });
});
