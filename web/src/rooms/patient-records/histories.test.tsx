import * as documents from '@portal/contract/documents/endpoints.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import * as api from '@portal/contract/patient-records/history-endpoints.ts';
import { verifyDocument } from '@portal/contract/signing/endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { expect, test } from 'vitest';
import type { Viewer } from '#api/session.ts';
import { aPdf, contentOf, drawsPdfs } from '#test/documents.ts';
import { aNurse, aPatient } from '#test/patient.ts';
import { losesFirstAnswer } from '#test/lost-answer.ts';
import { aReply, type Call, renderPage, type Reply } from '#test/portal.tsx';
import { allLeaves, sendsUploads } from '#test/uploads.ts';
import { AddDocument } from './AddDocument.tsx';
import { Documents } from './documents.tsx';
import { ConsentHistory, OrderHistory, RefillOutreach, RefillStatus } from './histories.tsx';
import { Timeline } from './Timeline.tsx';

drawsPdfs();
sendsUploads();

const show = (Part: ComponentType<{ uId: number }>, replies: Reply[]) =>
  renderPage(<Part uId={7} />, { viewer: aNurse, replies });
const at = new Date(2026, 0, 3, 16, 5);
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

const aPrescription = (displayStatus: number, more: object = {}) => ({
  displayName: `Drug ${displayStatus}`,
  rxNumber: `RX${displayStatus}`,
  displayStatus,
  latestDateShipped: '2026-01-03',
  provider: null,
  refillsLeft: 0,
  instructions: null,
  dateWritten: '2025-12-05',
  daysOfSupply: 30,
  isActivePrescription: 1,
  ...more,
});
const words: [number, string][] = [
  [0, 'Not available'],
  [1, 'Schedule my delivery'],
  [2, 'Requested'],
  [3, 'Shipped'],
  [4, 'Cancelled'],
  [5, 'Processing'],
  [6, 'Contact Pharmacy to Fill'],
  [7, 'Add to Existing Order'],
  [8, 'Not Yet Due'],
  [100, 'Reviewing'],
  [101, 'Clarifying'],
  [102, 'Authorizing'],
  [103, 'Authorizing'],
  [104, 'Rx Closed - Expired'],
  [105, 'Rx Closed - Out of refills'],
  [106, 'Awaiting New Prescription'],
  [107, 'Awaiting New Prescription'],
  [108, 'Awaiting New Prescription'],
  [109, 'Rx Closed'],
  [55, 'Unknown Status'],
];

test('PRX-01 PRX-02 PRX-03 PRX-04 OPC-42 CLN-25 prescriptions are listed with the word of their status', async () => {
  const page = show(RefillStatus, [
    [api.listPrescriptions, { medications: words.map(([code]) => aPrescription(code)) }],
  ]);
  await screen.findByText('Drug 0');
  await page.user.selectOptions(screen.getByRole('combobox', { name: /per page/ }), '25');
  const [heads, ...rows] = await rowsOf('Refill Status');
  expect(heads).toEqual(['Medication', 'RxNumber', 'Status', 'Latest Date Shipped', 'Action']);
  expect(rows.map((cells) => cells[2])).toEqual(words.map(([, word]) => word));
  expect(rows[0]?.[3]).toBe('3 Jan 26');
  expect(page.callsOf(api.listPrescriptions)[0]?.query).toEqual({ u_id: 7, med_type: 'prescription' });
});

test('PRX-05 "Active Rxs" and "Inactive Rxs" are told apart', async () => {
  const page = show(RefillStatus, [
    [api.listPrescriptions, { medications: [aPrescription(1), aPrescription(2, { isActivePrescription: 0 })] }],
  ]);
  await screen.findByText('Drug 1');
  expect(screen.queryByText('Drug 2')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Inactive Rxs 1' }));
  expect(await screen.findByText('Drug 2')).toBeDefined();
  expect(screen.queryByText('Drug 1')).toBeNull();
  await page.user.click(screen.getByRole('button', { name: 'Active Rxs 1' }));
  expect(await screen.findByText('Drug 1')).toBeDefined();
});

test('PRX-06 PRX-07 the info of a prescription says N/A where nothing is known', async () => {
  const page = show(RefillStatus, [[api.listPrescriptions, { medications: [aPrescription(3)] }]]);
  await page.user.click(await screen.findByRole('button', { name: 'Info, Drug 3 RX3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prescription info' }));
  const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts).toEqual([
    ['Medication', 'Drug 3'],
    ['RxNumber', 'RX3'],
    ['Status', 'Shipped'],
    ['Latest Date Shipped', '3 Jan 26'],
    ['Provider', 'N/A'],
    ['Refill Remaining', '0'],
    ['Instruction', 'N/A'],
    ['Date Written', '5 Dec 25'],
  ]);
});

test('PRX-07 of a prescription of which nothing else is known, the info says N/A throughout', async () => {
  const nothing = { latestDateShipped: null, refillsLeft: null, dateWritten: null, daysOfSupply: null };
  const page = show(RefillStatus, [[api.listPrescriptions, { medications: [aPrescription(3, nothing)] }]]);
  await page.user.click(await screen.findByRole('button', { name: 'Info, Drug 3 RX3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Prescription info' }));
  const facts = dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts.slice(3)).toEqual([
    ['Latest Date Shipped', 'N/A'],
    ['Provider', 'N/A'],
    ['Refill Remaining', 'N/A'],
    ['Instruction', 'N/A'],
    ['Date Written', 'N/A'],
  ]);
});

test('PRX-08 OPC-42 how a patient was reminded of refills is listed', async () => {
  const event = { rowNumber: 1, rxNumber: 'RX1', outreachReason: 'Refill due', sentTime: at, outreachType: 'Text' };
  show(RefillOutreach, [[api.listRefillOutreach, { events: [event] }]]);
  await screen.findByText('Refill due');
  expect(await rowsOf('Outreach (Last 30 Days)')).toEqual([
    ['#', 'RxNumber', 'Reason', 'Time Sent', 'Type'],
    ['1', 'RX1', 'Refill due', '3 Jan 26, 4:05 PM', 'Text'],
  ]);
});

test('PRX-08 that there was no outreach is said of refills alone', async () => {
  show(RefillOutreach, [[api.listRefillOutreach, { events: [] }]]);
  await screen.findByText('No outreach for refills in the last 30 days');
});

test('CNS-01 CNS-02 OPC-64 consents are listed in words', async () => {
  const consentHistory = [null, 1, 0, 2].map((consentCode) => ({ consentCode, timeAdded: at }));
  show(ConsentHistory, [[api.listConsents, { consentHistory }]]);
  await screen.findByText('Portal Terms');
  expect(await rowsOf('Consent History')).toEqual([
    ['Consent', 'Time'],
    ['Text Consent', '3 Jan 26, 4:05 PM'],
    ['Text Consent', '3 Jan 26, 4:05 PM'],
    ['Revoked Text Consent', '3 Jan 26, 4:05 PM'],
    ['Portal Terms', '3 Jan 26, 4:05 PM'],
  ]);
});

test('ORX-01 ORX-03 OPC-42 the statuses of orders are listed in words, others as they are', async () => {
  const statuses = [0, 1, 2, 3, 4, 5, 9].map((orderStatus) => ({
    displayName: 'Lasix',
    orderStatus,
    rxNumber: 'RX1',
    timeAdded: at,
  }));
  const page = show(OrderHistory, [[api.listOrderStatuses, { statuses }]]);
  await screen.findByText('Request Submitted');
  const [heads, ...rows] = await rowsOf('Order/Rx Status History');
  expect(heads).toEqual(['Medication', 'RxNumber', 'Status', 'Time']);
  expect(rows.map((cells) => cells[2])).toEqual([
    'Closed',
    'Open',
    'Request Submitted',
    'Shipped',
    'Cancelled',
    'Processing',
    '9',
  ]);
  expect(page.callsOf(api.listOrderStatuses)[0]?.query).toEqual({ u_id: 7, window: '90' });
});

const aDocument = (docId: number, more: object = {}) => ({
  docId,
  friendlyName: `Letter ${docId}`,
  filename: 'letter.pdf',
  isSignRequest: 1,
  isCompletelySigned: 0,
  isCurrentSigner: 0,
  uuid: null,
  signerUuid: null,
  timeUploaded: at,
  ...more,
});

test('PDO-01 PDO-02 PDO-03 OPC-67 documents are listed with who is to sign', async () => {
  show(Documents, [
    [
      api.listPatientDocuments,
      {
        documents: [
          aDocument(1, { isCompletelySigned: 1 }),
          aDocument(2, { isCurrentSigner: 1 }),
          aDocument(3),
          aDocument(4, { isSignRequest: 0 }),
        ],
      },
    ],
  ]);
  await screen.findByText('Letter 1');
  expect(await rowsOf('Documents')).toEqual([
    ['Name', 'Uploaded', 'Status', 'Action'],
    ['Letter 1', '3 Jan 26, 4:05 PM', 'Signing Complete', 'Open'],
    ['Letter 2', '3 Jan 26, 4:05 PM', 'Waiting for patient to sign', 'Open'],
    ['Letter 3', '3 Jan 26, 4:05 PM', 'Waiting for other user to sign', 'Open'],
    ['Letter 4', '3 Jan 26, 4:05 PM', '–', 'Open'],
  ]);
});

test('APD-03 PDO-01 a document of the wrong patient is deleted after a question, by whoever the server lets, and the list is read anew', async () => {
  const replies = [
    aDocument(1, { mayDelete: true, otherPatients: 2 }),
    aDocument(2, { mayDelete: false }),
    aDocument(3),
  ];
  const page = show(Documents, [
    [api.listPatientDocuments, { documents: replies }],
    [documents.deleteDocument, { message: 'Document deleted.' }],
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Letter 1' }));
  expect(screen.queryByRole('button', { name: /^Actions for Letter [23]$/ })).toBeNull();
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete document' }));
  expect(dialog.getByText('Are you sure you would like to delete this document?')).toBeDefined();
  expect(dialog.getByText('It leaves every list and care group that it is in.')).toBeDefined();
  expect(dialog.getByText('It leaves the records of 2 other patients, too.')).toBeDefined();
  expect(dialog.getByText('The open request for signatures is withdrawn.')).toBeDefined();
  page.answer(api.listPatientDocuments, { documents: replies.slice(1) });
  await page.user.click(dialog.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Document “Letter 1” is deleted.')).toBeDefined();
  await waitFor(() => expect(screen.queryByText('Letter 1')).toBeNull());
  expect(screen.getByText('Letter 2')).toBeDefined();
  expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 1 }]);
});

const anAdministrator: Partial<Viewer> = {
  ...aNurse,
  adminRights: true,
  modules: [...aNurse.modules, 'ClinicalManagement'],
};
const letter = new File(['%PDF-1.7'], 'Letter of referral.pdf', { type: 'application/pdf' });
function openAdding(attached: () => unknown) {
  const page = renderPage(<Documents uId={7} />, {
    viewer: anAdministrator,
    replies: [
      [api.listPatientDocuments, { documents: [] }],
      [documents.saveDocument, { message: 'ok', documentId: 31 }],
      [documents.deleteDocument, { message: 'ok' }],
      [attachToPatients, attached],
    ],
  });
  const choose = async (file: File) => {
    await page.user.click(await screen.findByRole('button', { name: 'Add document' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add document' }));
    await page.user.upload(dialog.getByLabelText(/^File/), file);
    return dialog;
  };
  return { page, choose };
}
const failed = { status: 500, body: { code: 'internal', message: 'Failed to add documents to patients' } };

test('APD-11 UPW-20 REL-06 an administrator adds a document to a patient; what was saved once is not saved again when adding it failed', async () => {
  let isDown = true;
  const { page, choose } = openAdding(() => (isDown ? failed : { message: 'ok' }));
  const dialog = await choose(letter);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Letter of referral');
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(await dialog.findByText('Failed to add documents to patients')).toBeDefined();
  isDown = false;
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Letter of referral” was added.');
  expect(page.callsOf(documents.saveDocument).map(({ body }) => body)).toMatchObject([
    { filename: 'Letter of referral.pdf', friendlyName: 'Letter of referral', contentType: 'application/pdf' },
  ]);
  expect(page.callsOf(attachToPatients).map(({ body }) => body)).toEqual([
    { docId: 31, u_id: [7], cascade: false },
    { docId: 31, u_id: [7], cascade: false },
  ]);
  expect(page.callsOf(documents.deleteDocument)).toEqual([]);
});

test('UPW-20 REL-06 a document that is renamed after its answer was lost is not left behind under its first name', async () => {
  const { page, choose } = openAdding(() => ({ message: 'ok' }));
  page.answer(
    documents.saveDocument,
    losesFirstAnswer({ message: 'ok', documentId: 30 }, { message: 'ok', documentId: 31 }),
  );
  const dialog = await choose(letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('It is not known whether the document was added');
  const name = dialog.getByLabelText(/^Name/);
  await page.user.clear(name);
  await page.user.write(name, 'Referral');
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Referral” was added.');
  // The first one is asked for by its own key, so that it can be taken away.
  expect(page.callsOf(documents.saveDocument).map(({ body }) => body.friendlyName)).toEqual([
    'Letter of referral',
    'Letter of referral',
    'Referral',
  ]);
  await waitFor(() =>
    expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 30 }]),
  );
  expect(page.callsOf(attachToPatients).map(({ body }) => body)).toEqual([{ docId: 31, u_id: [7], cascade: false }]);
});

test('UPW-20 REL-06 a document whose answer was lost is taken away with the dialog, too', async () => {
  const { page, choose } = openAdding(() => ({ message: 'ok' }));
  page.answer(documents.saveDocument, losesFirstAnswer({ message: 'ok', documentId: 30 }, failed));
  const dialog = await choose(letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('It is not known whether the document was added');
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() =>
    expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 30 }]),
  );
});

test('UPW-20 REL-06 a document that could not be added is taken away before another one is saved, however often that fails', async () => {
  let isDown = true;
  const { page, choose } = openAdding(() => (isDown ? failed : { message: 'ok' }));
  page.answer(documents.deleteDocument, () => Promise.reject(new TypeError('the line is dead')));
  const dialog = await choose(letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Failed to add documents to patients');
  isDown = false;
  const name = dialog.getByLabelText(/^Name/);
  await page.user.clear(name);
  await page.user.write(name, 'Referral');
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Your first try, “Letter of referral”, could not be taken back');
  expect(page.callsOf(documents.saveDocument)).toHaveLength(1);
  page.answer(documents.deleteDocument, { message: 'ok' });
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Referral” was added.');
  expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 31 }, { docId: 31 }]);
  expect(page.callsOf(documents.saveDocument)).toHaveLength(2);
});

test('UPW-20 REL-06 nobody goes on with a document whose deletion may have been done: under its first name it is saved anew', async () => {
  let isDown = true;
  const { page, choose } = openAdding(() => (isDown ? failed : { message: 'ok' }));
  page.answer(documents.deleteDocument, () => Promise.reject(new TypeError('the line is dead')));
  const dialog = await choose(letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Failed to add documents to patients');
  isDown = false;
  const name = dialog.getByLabelText<HTMLInputElement>(/^Name/);
  const first = name.value;
  await page.user.clear(name);
  await page.user.write(name, 'Referral');
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Your first try, “Letter of referral”, could not be taken back');
  page.answer(documents.deleteDocument, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
  await page.user.clear(name);
  await page.user.write(name, first);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Letter of referral” was added.');
  const keys = page.callsOf(documents.saveDocument).map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keys).size).toBe(2);
  expect(keys).toHaveLength(2);
});

test('UPW-20 REL-06 a document whose upload was cancelled when all of it had left is not left behind under its first name', async () => {
  allLeaves();
  const { page, choose } = openAdding(() => ({ message: 'ok' }));
  page.answer(documents.saveDocument, () => new Promise(() => undefined));
  const dialog = await choose(letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Sent. The document is being checked…');
  await page.user.click(dialog.getByRole('button', { name: 'Cancel upload' }));
  await page.user.click(await dialog.findByRole('button', { name: 'Cancel' }));
  expect(
    await screen.findByText('The document may have been uploaded already. What was uploaded will be deleted.'),
  ).toBeDefined();
  await page.user.click(screen.getByRole('button', { name: 'Keep editing' }));
  page.answer(documents.saveDocument, ({ body }: Call) => ({
    message: 'ok',
    documentId: body.friendlyName === 'Referral' ? 31 : 30,
  }));
  const name = dialog.getByLabelText(/^Name/);
  await page.user.clear(name);
  await page.user.write(name, 'Referral');
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Referral” was added.');
  expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 30 }]);
});

test('UPW-20 what was saved and could not be added is thrown away with the dialog', async () => {
  const { page, choose } = openAdding(() => failed);
  const dialog = await choose(letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByText('Failed to add documents to patients');
  await page.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() =>
    expect(page.callsOf(documents.deleteDocument).map(({ query }) => query)).toEqual([{ docId: 31 }]),
  );
});

test('SDC-03 OPS-53 what is no PDF, or empty, is said of its field, and nothing is sent', async () => {
  const { page, choose } = openAdding(() => ({ message: 'ok' }));
  const dialog = await choose(new File([], 'empty.pdf', { type: 'application/pdf' }));
  expect(dialog.getByText('The file is empty.')).toBeDefined();
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  expect(page.callsOf(documents.saveDocument)).toEqual([]);
});

test('APD-11 whoever is no administrator adds no document', async () => {
  show(Documents, [[api.listPatientDocuments, { documents: [] }]]);
  await screen.findByText('No documents to display');
  expect(screen.queryByRole('button', { name: 'Add document' })).toBeNull();
});

test('PDO-04 PDO-06 OPC-67 a document is opened with who signed it', async () => {
  const letter = aDocument(1, { isCompletelySigned: 1 });
  const ada = { name: 'Ada Archer', email: 'ada@portal.example', cpId: 7 };
  const signature = { fieldName: 'Sign here', hash: 'ab', reason: 'I agree', date: at, ...ada };
  const page = show(Documents, [
    [api.listPatientDocuments, { documents: [letter] }],
    [documents.fetchDocument, { ...contentOf(letter, aPdf(['Take with water'])), signatures: [signature] }],
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Open, Letter 1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Letter 1' }));
  expect(await dialog.findByText('Take with water')).toBeDefined();
  const signatures = within(dialog.getByRole('list', { name: 'Signatures' }));
  expect(signatures.getByText('Sign here: Ada Archer (ada@portal.example), 3 Jan 26, 4:05 PM, I agree')).toBeDefined();
});

test('P11-04 P11-08 PDO-04 the row of a document says that it was corrected, whoever opens it is led to the correction, and has either verified', async () => {
  const old = aDocument(1, { isCompletelySigned: 1, isCorrected: true });
  const fresh = aDocument(2, { isCompletelySigned: 1 });
  const page = show(Documents, [
    [api.listPatientDocuments, { documents: [fresh, old] }],
    [
      documents.fetchDocument,
      ({ query }: Call) =>
        Number(query.docId) === 1
          ? {
              ...contentOf(old, aPdf(['Wrong dose'])),
              correctedBy: [{ docId: 2, friendlyName: 'Letter 2' }],
              mayVerify: true,
            }
          : {
              ...contentOf(fresh, aPdf(['Right dose'])),
              corrects: { docId: 1, friendlyName: 'Letter 1', isDeleted: false },
            },
    ],
    [verifyDocument, { valid: true, problems: [], checked: ['The bytes.'], sealedAt: null, signatures: [] }],
  ]);
  await screen.findByText('Letter 1');
  expect(await rowsOf('Documents')).toEqual([
    ['Name', 'Uploaded', 'Status', 'Action'],
    ['Letter 2', '3 Jan 26, 4:05 PM', 'Signing Complete', 'Open'],
    ['Letter 1', '3 Jan 26, 4:05 PM', 'Signing CompleteCorrected by a later document', 'Open'],
  ]);
  await page.user.click(screen.getByRole('button', { name: 'Open, Letter 1' }));
  const opened = within(await screen.findByRole('dialog', { name: 'Letter 1' }));
  expect(await opened.findByText('A later document corrects this one.')).toBeDefined();
  await opened.findByText('Wrong dose');
  expect(opened.queryByRole('button', { name: 'Upload a correction' })).toBeNull();
  await page.user.click(opened.getByRole('button', { name: 'Verify' }));
  const verified = within(await screen.findByRole('dialog', { name: 'Verify: Letter 1' }));
  expect(await verified.findByText('The bytes.')).toBeDefined();
  expect(page.callsOf(verifyDocument).map(({ query }) => query)).toEqual([{ docId: 1 }]);
  await page.user.click(verified.getAllByRole('button', { name: 'Close' }).at(-1)!);
  await page.user.click(opened.getByRole('button', { name: 'Letter 2' }));
  const correction = within(await screen.findByRole('dialog', { name: 'Letter 2' }));
  expect((await correction.findByText(/^Corrects/)).textContent).toBe('Corrects Letter 1.');
  expect(await correction.findByText('Right dose')).toBeDefined();
  expect(correction.queryByRole('button', { name: 'Verify' })).toBeNull();
});

test('P11-08 APD-11 what corrects a document is added to the records of all patients in sight who have that one', async () => {
  const old = aDocument(1, { isCompletelySigned: 1 });
  const page = renderPage(<Documents uId={7} />, {
    viewer: anAdministrator,
    replies: [
      [api.listPatientDocuments, { documents: [old] }],
      [documents.fetchDocument, { ...contentOf(old, aPdf(['Old'])), mayCorrect: true, u_ids: [7, 9] }],
      [documents.saveDocument, { message: 'ok', documentId: 31 }],
      [attachToPatients, { message: 'ok' }],
    ],
  });
  await page.user.click(await screen.findByRole('button', { name: 'Open, Letter 1' }));
  const opened = within(await screen.findByRole('dialog', { name: 'Letter 1' }));
  await page.user.click(await opened.findByRole('button', { name: 'Upload a correction' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload a correction' }));
  dialog.getByText(
    'It corrects “Letter 1”, which stays as it is and names the new document. It is added to the records of the 2 patients whose document it is.',
  );
  await page.user.upload(dialog.getByLabelText(/^File/), letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Letter of referral” was added.');
  expect(page.callsOf(documents.saveDocument).map(({ body }) => body)).toMatchObject([{ corrects: 1 }]);
  expect(page.callsOf(attachToPatients).map(({ body }) => body)).toEqual([{ docId: 31, u_id: [7, 9], cascade: false }]);
});

test.each([
  ['its page', ['TrialCard', 'ClinicalManagement'], '/document?view=1'],
  ['nothing more', ['ClinicalManagement'], null],
] as const)(
  'P11-08 a document of nobody in sight is not corrected from the page of a patient: whoever opens it there has %s',
  async (_, modules, href) => {
    const group = aDocument(1, { isCompletelySigned: 1 });
    const own = aDocument(2, { isCompletelySigned: 1 });
    const page = renderPage(<Documents uId={7} />, {
      viewer: { ...anAdministrator, modules: [...modules] },
      replies: [
        [api.listPatientDocuments, { documents: [own] }],
        [
          documents.fetchDocument,
          ({ query }: Call) =>
            Number(query.docId) === 1
              ? { ...contentOf(group, aPdf(['Theirs'])), mayCorrect: true, u_ids: [] }
              : {
                  ...contentOf(own, aPdf(['Own'])),
                  corrects: { docId: 1, friendlyName: 'Letter 1', isDeleted: false },
                  mayCorrect: true,
                },
        ],
      ],
    });
    await page.user.click(await screen.findByRole('button', { name: 'Open, Letter 2' }));
    const corrected = within(await screen.findByRole('dialog', { name: 'Letter 2' }));
    // A server of the release before does not say whose it is.
    expect(await corrected.findByRole('button', { name: 'Upload a correction' })).toBeDefined();
    await page.user.click(await corrected.findByRole('button', { name: 'Letter 1' }));
    const opened = within(await screen.findByRole('dialog', { name: 'Letter 1' }));
    await opened.findByText('Theirs');
    expect(opened.queryByRole('button', { name: 'Upload a correction' })).toBeNull();
    expect(opened.queryByRole('link', { name: 'Open in Documents' })?.getAttribute('href') ?? null).toBe(href);
  },
);

test('whoever adds a document to a patient, corrects one or deletes one is told whose record it is, by name and date of birth', async () => {
  const old = aDocument(2, { isCompletelySigned: 1 });
  const page = renderPage(<Documents uId={7} />, {
    viewer: anAdministrator,
    replies: [
      [api.listPatientDocuments, { documents: [aDocument(1, { mayDelete: true }), old] }],
      [documents.fetchDocument, { ...contentOf(old, aPdf(['Old'])), mayCorrect: true, u_ids: [7] }],
      [readPatient, { patient: aPatient() }],
    ],
  });
  const saysWhose = async (name: string) => {
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(await dialog.findByText('Ada Archer, born 03/05/1950')).toBeDefined();
    await page.user.keyboard('{Escape}');
  };
  await page.user.click(await screen.findByRole('button', { name: 'Add document' }));
  await saysWhose('Add document');
  await page.user.click(await screen.findByRole('button', { name: 'Actions for Letter 1' }));
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  await saysWhose('Delete document');
  await page.user.click(screen.getByRole('button', { name: 'Open, Letter 2' }));
  await page.user.click(await screen.findByRole('button', { name: 'Upload a correction' }));
  await saysWhose('Upload a correction');
});

test('P11-08 APD-11 REL-06 a correction is put into more records than one call takes; tried again, each call is the same', async () => {
  const old = { docId: 1, friendlyName: 'Letter 1' };
  const uIds = Array.from({ length: 101 }, (_, at) => at + 1);
  let tries = 0;
  const page = renderPage(<AddDocument uIds={uIds} corrects={old} onClose={() => {}} />, {
    viewer: anAdministrator,
    replies: [
      [documents.saveDocument, { message: 'ok', documentId: 31 }],
      [
        attachToPatients,
        () => (++tries === 2 ? { status: 503, body: { code: 'unavailable', message: 'Busy.' } } : { message: 'ok' }),
      ],
    ],
  });
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload a correction' }));
  await page.user.upload(dialog.getByLabelText(/^File/), letter);
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findByRole('alert');
  await page.user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Document “Letter of referral” was added.');
  expect(page.callsOf(documents.saveDocument)).toHaveLength(1);
  const calls = page
    .callsOf(attachToPatients)
    .map(({ body, headers }) => ({ body, key: headers.get('idempotency-key') }));
  const [first, second] = calls;
  expect([first?.body, second?.body]).toEqual([
    { docId: 31, u_id: uIds.slice(0, 100), cascade: false },
    { docId: 31, u_id: [101], cascade: false },
  ]);
  expect(second?.key).not.toBe(first?.key);
  expect(calls.slice(2)).toEqual([first, second]);
});

function Line({ uId }: { uId: number }) {
  const [kind, setKind] = useState<string | null>(null);
  return <Timeline uId={uId} kind={kind ?? ''} onKind={setKind} />;
}
const entry = (what: string, kind: string, hour = 16) => ({
  at: new Date(2026, 0, 3, hour, 5),
  kind,
  what,
  about: kind === 'medication' ? 'Lasix' : null,
  by: 'Nora Nurse',
  note: kind === 'call' ? 'Takes the tablets again' : null,
});

test('P11-11 the line of time is narrowed by kind, goes on with older ones, and shows what was written of a call', async () => {
  const first = { entries: [entry('Activated', 'status'), entry('Added a medication', 'medication', 9)] };
  const page = show(Line, [
    [
      readTimeline,
      ({ query }: { query: { kind?: string; before?: Date } }) => {
        if (query.kind) return { entries: [entry('Added a medication', 'medication', 9)] };
        return query.before
          ? { entries: [entry('Joined a care group', 'group', 8), entry('Call: reached', 'call', 7)] }
          : aReply(readTimeline, first, { 'x-more': '50' });
      },
    ],
  ]);
  const events = async () =>
    within(await screen.findByRole('list', { name: 'Events' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
  expect(await events()).toEqual([
    '3 Jan 26, 4:05 PMStatusActivated · Nora Nurse',
    '3 Jan 26, 9:05 AMMedicationAdded a medication: Lasix · Nora Nurse',
  ]);
  await page.user.click(await screen.findByRole('button', { name: 'Older' }));
  expect(await screen.findByText(/Joined a care group/)).toBeDefined();
  // “Older” is gone with the last of them, and the keyboard goes on with those that came.
  const came = screen.getByText(/Joined a care group/).closest('li');
  await waitFor(() => expect(document.activeElement).toBe(came));
  expect(screen.getByText('Takes the tablets again')).toBeDefined();
  expect(page.callsOf(readTimeline).at(-1)?.query.before).toEqual(new Date(2026, 0, 3, 9, 5));
  await page.user.click(screen.getByRole('button', { name: 'Medication' }));
  await waitFor(async () => expect(await events()).toHaveLength(1));
  expect(page.callsOf(readTimeline).at(-1)?.query).toEqual({ u_id: 7, kind: 'medication' });
  expect(screen.getByRole('button', { name: 'Medication' }).getAttribute('aria-pressed')).toBe('true');
});

test.each([
  'follow_up.changed',
  'response.changed',
  'survey_event.changed',
  'outreach.changed',
  'inbox.changed',
] as const)('the line of time is read anew after %s', async (type) => {
  const page = show(Line, [[readTimeline, { entries: [entry('Activated', 'status')] }]]);
  await screen.findByText(/^Activated/);
  page.answer(readTimeline, { entries: [entry('What came', 'followUp'), entry('Activated', 'status')] });
  await page.live.tell({ type, id: 91, careGroupId: 5 });
  expect(await screen.findByText(/^What came/)).toBeDefined();
});

test('PDT-09 CER-29 a line of time that could not be read is an empty one, without an alert', async () => {
  show(Line, [[readTimeline, { status: 500, body: { code: 'internal', message: 'broken' } }]]);
  expect(await screen.findByText('Nothing is recorded yet.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CLN-25 the line of time says when a follow-up is as the clinic writes times, here', async () => {
  const about = new Date(2026, 0, 5, 9, 30).toISOString();
  show(Line, [[readTimeline, { entries: [{ ...entry('Follow-up scheduled', 'followUp'), about }] }]]);
  const events = await screen.findByRole('list', { name: 'Events' });
  expect(events.textContent).toBe('3 Jan 26, 4:05 PMFollow-upFollow-up scheduled: 5 Jan 26, 9:30 AM · Nora Nurse');
});
