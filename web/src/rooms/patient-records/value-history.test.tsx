import * as parts from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { readValueHistory } from '@portal/contract/patient-records/value-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { aContact, aMedicine, aNurse, aPatient, patientReplies } from '#test/patient.ts';
import { failure } from '#test/patients.tsx';
import { aReply, renderPage, type Reply } from '#test/portal.tsx';
import { Contacts } from './Contacts.tsx';
import { ConsentHistory, OrderHistory, RefillStatus } from './histories.tsx';
import { Allergies, Medications } from './medicines.tsx';
import { ProfileCard } from './ProfileCard.tsx';

const anEntry = (number: number, more: object = {}) => ({
  number,
  at: new Date(2026, 0, number, 16, 5),
  by: 'Nora Nurse',
  did: 'changed',
  id: 7,
  reason: null,
  values: [{ field: 'phone', label: 'Phone', from: '617-555-0100', to: '617-555-0123' }],
  ...more,
});
const show = (part: ReactElement, replies: Reply[], viewer: object = aNurse) =>
  renderPage(part, { viewer, replies: [...patientReplies(), ...replies] });
const press = async (page: ReturnType<typeof show>, what: string) => {
  await page.user.click(await screen.findByRole('button', { name: `History of ${what}` }));
  return within(await screen.findByRole('dialog', { name: `History: ${what}` }));
};
const told = async (dialog: Awaited<ReturnType<typeof press>>) =>
  within(await dialog.findByRole('list', { name: 'Changes' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('P11-11 P11-15 beside a value of the profile one press tells who gave it, when, from what to what, and why', async () => {
  const first = anEntry(3, {
    did: 'added',
    by: null,
    reason: 'Moved to Zürich',
    values: [{ field: 'phone', label: 'Phone', from: null, to: '617-555-0100' }],
  });
  const page = show(<ProfileCard patient={aPatient()} />, [[readValueHistory, { entries: [anEntry(4), first] }]]);
  const dialog = await press(page, 'Phone');
  expect(await told(dialog)).toEqual([
    'Changed · 4 Jan 26, 4:05 PM · Nora NursePhone617-555-0100 → 617-555-0123',
    'Added · 3 Jan 26, 4:05 PMPhone617-555-0100Reason: Moved to Zürich',
  ]);
  expect(page.callsOf(readValueHistory).map(({ query }) => query)).toEqual([
    { u_id: 7, of: 'profile', field: 'phone' },
  ]);
});

test('P11-11 the history of a name has first and last name, and leaves out what else was changed', async () => {
  const values = [
    { field: 'phone', label: 'Phone', from: null, to: '617-555-0100' },
    { field: 'last_name', label: 'Last Name', from: 'Archer', to: 'Baker' },
  ];
  const page = show(<ProfileCard patient={aPatient()} />, [
    [readValueHistory, { entries: [anEntry(4), anEntry(3, { values })] }],
  ]);
  expect(await told(await press(page, 'Name'))).toEqual([
    'Changed · 3 Jan 26, 4:05 PM · Nora NurseLast NameArcher → Baker',
  ]);
});

test.each([
  ['Date of Birth', { of: 'profile', field: 'born_on' }],
  ['Gender', { of: 'profile', field: 'gender' }],
  ['Email', { of: 'profile', field: 'email' }],
  ['Type', { of: 'profile', field: 'type' }],
  ['Preferred Contact', { of: 'profile', field: 'preferred_contact' }],
  ['Status', { of: 'status' }],
  ['Care Groups', { of: 'group' }],
])('P11-11 the history of %s is asked for by itself', async (what, asked) => {
  const page = show(<ProfileCard patient={aPatient()} />, [[readValueHistory, { entries: [] }]]);
  expect(await (await press(page, what)).findByText('Nothing is on record.')).toBeDefined();
  expect(page.callsOf(readValueHistory)[0]?.query).toEqual({ u_id: 7, ...asked });
});

const medication = { medId: 41, ...aMedicine(41, { medicationName: 'Lasix' }) };
const allergy = { allergyId: 5, ...aMedicine(5) };
const prescription = {
  displayName: 'Lasix',
  rxNumber: 'RX1',
  displayStatus: 3,
  latestDateShipped: null,
  provider: null,
  refillsLeft: 0,
  instructions: null,
  dateWritten: null,
  daysOfSupply: 30,
  isActivePrescription: 1,
};
test.each([
  [Contacts, 'Ben Archer', { of: 'contact', contact_id: 21 }],
  [Contacts, 'Contacts', { of: 'contact' }],
  [Medications, 'Lasix', { of: 'medication', med_id: 41 }],
  [Allergies, 'Penicillin', { of: 'allergy', allergy_id: 5 }],
  [RefillStatus, 'Lasix RX1', { of: 'prescription', rx_number: 'RX1' }],
  [ConsentHistory, 'Consent', { of: 'consent' }],
  [OrderHistory, 'Orders', { of: 'order' }],
] as const)('P11-11 a list of the record leads to its history at one press: %#', async (Part, what, asked) => {
  const page = show(<Part uId={7} />, [
    [parts.listContacts, { contacts: [aContact()] }],
    [parts.listMedications, { medications: [medication] }],
    [parts.listAllergies, { allergies: [allergy] }],
    [history.listPrescriptions, { medications: [prescription] }],
    [readValueHistory, { entries: [anEntry(4)] }],
  ]);
  expect(await told(await press(page, what))).toHaveLength(1);
  expect(page.callsOf(readValueHistory)[0]?.query).toEqual({ u_id: 7, ...asked });
});

test('P11-11 the history of a whole list calls each what it was called then, also what was removed, and goes on with older ones', async () => {
  const gone = anEntry(9, {
    id: 22,
    did: 'removed',
    name: 'Cleo Archer',
    values: [{ field: 'name', label: 'Name', from: 'Cleo Archer', to: null }],
  });
  const page = show(<Contacts uId={7} />, [
    [parts.listContacts, { contacts: [aContact()] }],
    [
      readValueHistory,
      ({ query }: { query: { after?: number } }) =>
        query.after
          ? { entries: [anEntry(2, { id: 21, did: 'added' })] }
          : aReply(readValueHistory, { entries: [gone, anEntry(8, { id: 21, name: 'Ben Baker' })] } as never, {
              'x-more': '8',
            }),
    ],
  ]);
  const dialog = await press(page, 'Contacts');
  expect(await told(dialog)).toEqual([
    'Removed Cleo Archer · 9 Jan 26, 4:05 PM · Nora NurseNameCleo Archer → None',
    'Changed Ben Baker · 8 Jan 26, 4:05 PM · Nora NursePhone617-555-0100 → 617-555-0123',
  ]);
  await page.user.click(dialog.getByRole('button', { name: 'Older' }));
  expect(await dialog.findByText(/^Added$/)).toBeDefined();
  // “Older” is gone with the last of them, and the keyboard goes on with those that came.
  const came = dialog.getByText(/^Added$/).closest('li');
  await waitFor(() => expect(document.activeElement).toBe(came));
  expect(page.callsOf(readValueHistory).at(-1)?.query).toEqual({ u_id: 7, of: 'contact', after: 8 });
});

test('P11-11 older ones that could not be loaded are told of below the list, and can be asked for again', async () => {
  let isBroken = true;
  const page = show(<Contacts uId={7} />, [
    [parts.listContacts, { contacts: [aContact()] }],
    [
      readValueHistory,
      ({ query }: { query: { after?: number } }) => {
        if (query.after === undefined)
          return aReply(readValueHistory, { entries: [anEntry(8, { id: 21 })] } as never, { 'x-more': '8' });
        return isBroken ? failure(500) : { entries: [anEntry(2, { id: 21, did: 'added' })] };
      },
    ],
  ]);
  const dialog = await press(page, 'Contacts');
  await page.user.click(await dialog.findByRole('button', { name: 'Older' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('They could not be loaded. Please try again.');
  expect(await told(dialog)).toHaveLength(1);
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Older' }));
  isBroken = false;
  await page.user.keyboard('{Enter}');
  await waitFor(async () => expect(await told(dialog)).toHaveLength(2));
  expect(dialog.queryByRole('alert')).toBeNull();
});

test('P11-11 PCN-07 who may only read finds the history too', async () => {
  const viewer = { ...aNurse, modules: [...aNurse.modules, 'ReadOnlyPatientDetails'] };
  const page = show(
    <Contacts uId={7} />,
    [
      [parts.listContacts, { contacts: [aContact()] }],
      [readValueHistory, { entries: [anEntry(4)] }],
    ],
    viewer,
  );
  expect(await told(await press(page, 'Contacts'))).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Add Contact' })).toBeNull();
});

test('P11-11 a history that could not be read says so and is asked for again', async () => {
  const page = show(<ConsentHistory uId={7} />, [
    [
      readValueHistory,
      { status: 500, body: { code: 'unexpected', message: 'There was a problem retrieving patient info.' } },
    ],
  ]);
  const dialog = await press(page, 'Consent');
  expect((await dialog.findByRole('alert')).textContent).toContain('There was a problem retrieving patient info.');
  page.answer(readValueHistory, { entries: [anEntry(4)] });
  await page.user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await told(dialog)).toHaveLength(1);
});

test('P11-11 P11-13 the history of a prescription says when the pharmacy told each change', async () => {
  const entry = anEntry(4, { toldAt: new Date(2026, 0, 2, 9, 30) });
  const page = show(<RefillStatus uId={7} />, [
    [history.listPrescriptions, { medications: [prescription] }],
    [readValueHistory, { entries: [entry] }],
  ]);
  expect(await told(await press(page, 'Lasix RX1'))).toEqual([
    'Changed · 4 Jan 26, 4:05 PM · Nora Nurse · told by the pharmacy 2 Jan 26, 9:30 AMPhone617-555-0100 → 617-555-0123',
  ]);
});
