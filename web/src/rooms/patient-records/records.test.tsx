import type { Endpoint } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { aContact, aMedicine, aNurse, aPatient } from '#test/patient.ts';
import { areSame, doesFirst, losesFirstAnswer } from '#test/lost-answer.ts';
import { renderPage, type Reply } from '#test/portal.tsx';
import { Addresses } from './Addresses.tsx';
import { Contacts } from './Contacts.tsx';
import { Goals } from './Goals.tsx';
import { ConsentHistory, RefillOutreach } from './histories.tsx';
import { Insurances } from './Insurances.tsx';
import { Allergies, Medications } from './medicines.tsx';

const readOnly = { ...aNurse, modules: [...aNurse.modules, 'ReadOnlyPatientDetails' as const] };
const home = {
  addrId: 11,
  addressType: 'Home' as const,
  address: [
    { Name: 'country', Value: 'US' },
    { Name: 'street', Value: '1 Beacon St' },
    { Name: 'street_2', Value: '' },
    { Name: 'city', Value: 'Boston' },
    { Name: 'state', Value: 'Massachusetts' },
    { Name: 'zip', Value: '02108' },
  ],
  isPrimary: 1 as const,
  isShipping: 0 as const,
  isBilling: 0 as const,
  version: 3,
};
const plan = {
  insuranceId: 31,
  planName: 'Blue',
  planType: 'PPO',
  memberId: 'M-1',
  bin: '610014',
  pcn: 'MEDD',
  group: 'G7',
  isPrimary: 1 as const,
  version: 2,
};
const goal = {
  goalId: 51,
  goalName: 'Walk',
  goalDescription: 'Half an hour a day',
  medName: null,
  medId: null,
  notes: 'With her son',
  version: 1,
};
const medication = { medId: 41, ...aMedicine(41, { medicationName: 'Lasix', dosage: '40 mg' }) };
const allergy = { allergyId: 5, ...aMedicine(5) };

const show = (Part: ComponentType<{ uId: number }>, replies: Reply[], viewer: object = aNurse) =>
  renderPage(<Part uId={7} />, { viewer, replies });
type Page = ReturnType<typeof show>;
const heads = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
/** What stands in the rows of a table, without the button of the last column. */
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, -1)
        .map(({ textContent }) => textContent),
    );
const act = async (page: Page, of: string, label: string) => {
  await page.user.click(await screen.findByRole('button', { name: `Actions for ${of}` }));
  await page.user.click(await screen.findByRole('menuitem', { name: label }));
};
const save = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
const box = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name });
const write = async (page: Page, name: string | RegExp, text: string) => {
  await page.user.clear(await box(name));
  if (text) await page.user.write(await box(name), text);
};
const sent = (page: Page, endpoint: Endpoint) => page.callsOf(endpoint).map((call) => call.sent);

/** Two patients, one after the other. */
function TwoPatients({ Part }: { Part: ComponentType<{ uId: number }> }) {
  const [uId, see] = useState(7);
  return (
    <>
      <button onClick={() => see(8)}>Next patient</button>
      <Part key={uId} uId={uId} />
    </>
  );
}
/** Of one patient, one table after the other. */
function OtherTable({ uId }: { uId: number }) {
  const [isOther, see] = useState(false);
  return (
    <>
      <button onClick={() => see(true)}>Other table</button>
      {isOther ? <Addresses uId={uId} /> : <Medications uId={uId} />}
    </>
  );
}
const many = Array.from({ length: 14 }, (_, n) => n + 1);

test.each([
  ['Goals', Goals, api.listGoals, { goals: many.map((n) => ({ ...goal, goalId: n, goalName: `Goal ${n}` })) }],
  [
    'Consent History',
    ConsentHistory,
    history.listConsents,
    { consentHistory: many.map(() => ({ consentCode: 1, timeAdded: new Date(2026, 0, 3) })) },
  ],
  [
    'Outreach (Last 30 Days)',
    RefillOutreach,
    history.listRefillOutreach,
    {
      events: many.map((n) => ({
        rowNumber: n,
        rxNumber: '17',
        outreachReason: 'Refill',
        sentTime: new Date(2026, 0, 3),
        outreachType: 'Text',
      })),
    },
  ],
] as const)(
  'the table "%s" of another patient begins with its first page, and stays as long as it was set',
  async (label, Part, list, reply) => {
    const { user } = renderPage(<TwoPatients Part={Part} />, { viewer: aNurse, replies: [[list, reply]] });
    await screen.findByText('1–10 of 14');
    await user.selectOptions(screen.getByRole('combobox', { name: `${label}: rows per page` }), '5');
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await screen.findByText('6–10 of 14');
    await user.click(screen.getByRole('button', { name: 'Next patient' }));
    expect(await screen.findByText('1–5 of 14')).toBeDefined();
  },
);

test('REL-07 whoever removes what somebody else has changed meanwhile sees what it is now, and can then remove it', async () => {
  const page = show(Goals, [
    [api.listGoals, { goals: [goal] }],
    [api.removeGoal, { status: 409, body: { code: 'stale', message: 'Somebody else has changed this meanwhile.' } }],
  ]);
  await act(page, 'Walk', 'Remove');
  page.answer(api.listGoals, { goals: [{ ...goal, goalName: 'Swim', version: 2 }] });
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Somebody else has changed this meanwhile.')).toBeDefined();
  expect(await screen.findByText('“Swim” leaves the patient’s record.')).toBeDefined();
  page.answer(api.removeGoal, { message: 'ok' });
  await page.user.click(screen.getByRole('button', { name: 'Remove' }));
  await screen.findByText('“Swim” was removed.');
  expect(page.callsOf(api.removeGoal).map(({ query }) => query.version)).toEqual([1, 2]);
});

test('whoever adds, changes or removes an entry, or reads its history, is told whose record it is, by name and date of birth', async () => {
  const page = show(Medications, [
    [api.listMedications, { medications: [medication] }],
    [readPatient, { patient: aPatient() }],
  ]);
  const saysWhose = async (name: string) => {
    const dialog = within(await screen.findByRole('dialog', { name }));
    expect(await dialog.findByText('Ada Archer, born 03/05/1950')).toBeDefined();
    await page.user.keyboard('{Escape}');
  };
  await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
  await saysWhose('Add Medication');
  await act(page, 'Lasix', 'Edit');
  await saysWhose('Edit Medication');
  await act(page, 'Lasix', 'Remove');
  await saysWhose('Remove Medication');
  await page.user.click(screen.getByRole('button', { name: 'History of Lasix' }));
  await saysWhose('History: Lasix');
});

/** CLN-19: "Close" keeps it, "Remove" takes it away, and "Undo" brings it back. */
async function removal(page: Page, given: { of: string; thing: string; remove: Endpoint; add: Endpoint }) {
  const { of, thing, remove, add } = given;
  await act(page, of, 'Remove');
  const dialog = within(await screen.findByRole('dialog', { name: `Remove ${thing}` }));
  await page.user.click(dialog.getByText('Close'));
  expect(page.callsOf(remove)).toEqual([]);
  await act(page, of, 'Remove');
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText(`“${of}” was removed.`);
  await page.user.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText(`“${of}” is back.`);
  expect(page.callsOf(add)).toHaveLength(1);
  return page.callsOf(remove)[0]?.query as unknown;
}

describe('addresses', () => {
  const replies: Reply[] = [
    [api.listAddresses, { addresses: [home] }],
    [api.addAddress, { message: 'ok', addrId: 12 }],
    [api.changeAddress, { message: 'ok', version: 4 }],
    [api.removeAddress, { message: 'ok' }],
  ];

  test('OPC-42 PAD-01 PAD-02 they are listed with their flags', async () => {
    show(Addresses, replies);
    expect(await screen.findByText('1 Beacon St, Boston, Massachusetts 02108, United States')).toBeDefined();
    expect(await heads('Address')).toEqual(['Type', 'Address', 'Primary', 'Shipping', 'Billing', 'Action']);
  });

  test('PAD-02 each address shows its type, its lines and its own flags', async () => {
    const of = (addrId: number, addressType: string, zip: string, flags: object) => ({
      ...home,
      addrId,
      addressType,
      address: home.address.map((line) => (line.Name === 'zip' ? { Name: 'zip', Value: zip } : line)),
      isPrimary: 0,
      ...flags,
    });
    const addresses = [
      of(11, 'Home', '02108', { isPrimary: 1 }),
      of(12, 'Office', '02109', { isShipping: 1 }),
      of(13, 'Vacation', '02110', { isBilling: 1 }),
    ];
    show(Addresses, [[api.listAddresses, { addresses }]]);
    await screen.findByText('Office');
    const line = (zip: string) => `1 Beacon St, Boston, Massachusetts ${zip}, United States`;
    expect(await rowsOf('Address')).toEqual([
      ['Home', line('02108'), 'Yes', 'No', 'No'],
      ['Office', line('02109'), 'No', 'Yes', 'No'],
      ['Vacation', line('02110'), 'No', 'No', 'Yes'],
    ]);
  });

  test('PAD-03 exactly these types are offered, in this order', async () => {
    const page = show(Addresses, replies);
    await page.user.click(await screen.findByRole('button', { name: 'Add Address' }));
    await page.user.click(await screen.findByRole('combobox', { name: 'Type' }));
    const list = await screen.findByRole('listbox', { name: 'Type' });
    expect(
      within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Home',
      'Home 2',
      'Office',
      'Apartment',
      'School',
      'Clinic',
      'Hospital',
      'Nursing/LTC Facility',
      'Vacation',
      'Emergency',
      'Other',
      'Assisted Living',
      'Billing',
      'Cell Phone',
      'Primary',
      'See Notes',
      'Shipping',
      'Unknown',
    ]);
  });

  test('PAD-04 PAD-06 CLN-26 OPC-45 OPN-90 a change is saved, in the names of patients’ addresses, and only where it is right', async () => {
    const page = show(Addresses, replies);
    await act(page, 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States', 'Edit');
    expect(isOff(await save())).toBe(true);
    await write(page, 'ZIP code', '123');
    expect(isOff(await save())).toBe(true);
    await page.user.tab();
    expect(await screen.findByText('Invalid zip code (e.g. 12345).')).toBeDefined();
    await write(page, 'ZIP code', '02109');
    await page.user.click(screen.getByRole('checkbox', { name: 'Billing' }));
    await page.user.click(await save());
    await screen.findByText('Address was changed.');
    expect(sent(page, api.changeAddress)).toEqual([
      {
        u_id: 7,
        addr_id: 11,
        version: 3,
        addressType: 'Home',
        address: expect.arrayContaining([
          { Name: 'street_2', Value: '' },
          { Name: 'state', Value: 'Massachusetts' },
          { Name: 'zip', Value: '02109' },
        ]),
        isPrimary: 1,
        isShipping: 0,
        isBilling: 1,
      },
    ]);
  });

  test('PAD-06 OPC-44 another country brings its own labels and rules, and is saved by its code', async () => {
    const page = show(Addresses, replies);
    await act(page, 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States', 'Edit');
    await write(page, 'Country', 'Germany');
    await page.user.tab();
    await write(page, 'PLZ', '02108-1');
    await page.user.tab();
    expect(await screen.findByText('Invalid zip code (e.g. 10115).')).toBeDefined();
    expect(isOff(await save())).toBe(true);
    expect(screen.queryByRole('textbox', { name: 'State' })).toBeNull();
    await write(page, 'PLZ', '10115');
    await page.user.click(await save());
    await screen.findByText('Address was changed.');
    expect(page.callsOf(api.changeAddress)[0]?.sent).toMatchObject({
      address: expect.arrayContaining([
        { Name: 'country', Value: 'DE' },
        { Name: 'state', Value: '' },
        { Name: 'zip', Value: '10115' },
      ]) as unknown,
    });
  });

  test('PAD-05 CLN-19 one is removed after a question, and can be brought back', async () => {
    const page = show(Addresses, replies);
    const of = 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States';
    const asked = await removal(page, { of, thing: 'Address', remove: api.removeAddress, add: api.addAddress });
    expect(asked).toEqual({ u_id: 7, addr_id: 11, version: 3 });
  });

  test('REL-07 what is brought back does not take from another address what that one was given since, and this is said', async () => {
    const name = 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States';
    const all = { ...home, isShipping: 1, isBilling: 1 };
    const page = show(Addresses, [...replies, [api.listAddresses, { addresses: [all] }]]);
    await act(page, name, 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText(`“${name}” was removed.`);
    const since = { ...home, addrId: 12, addressType: 'Office', isPrimary: 1, isShipping: 1 };
    page.answer(api.listAddresses, { addresses: [since] });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(`“${name}” is back, but no longer the primary and shipping address.`);
    expect(page.callsOf(api.addAddress).map(({ body }) => body)).toMatchObject([
      { addressType: 'Home', isPrimary: false, isShipping: false, isBilling: true },
    ]);
  });

  test('REL-07 what is there by now could not be read: nothing is brought back over it, this is said, and it can be tried again', async () => {
    const name = 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States';
    const page = show(Addresses, replies);
    await act(page, name, 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText(`“${name}” was removed.`);
    page.answer(api.listAddresses, { status: 500, body: { code: 'internal', message: 'broken' } });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText(`“${name}” was not brought back.`)).toBeDefined();
    expect(page.callsOf(api.addAddress)).toEqual([]);
    page.answer(api.listAddresses, { addresses: [] });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText(`“${name}” is back.`);
    expect(page.callsOf(api.addAddress)).toHaveLength(1);
  });

  test('REL-07 what somebody else changed meanwhile is told, and what was typed stays', async () => {
    const page = show(Addresses, replies);
    await act(page, 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States', 'Edit');
    await page.user.click(await screen.findByRole('checkbox', { name: 'Billing' }));
    page.answer(api.changeAddress, { status: 409, body: { code: 'stale', message: 'changed' } });
    page.answer(api.listAddresses, { addresses: [{ ...home, isShipping: 1, version: 4 }] });
    await page.user.click(await save());
    expect(await screen.findByText('Someone else has changed this address in the meantime')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Shipping' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Billing' }).checked).toBe(true);
    page.answer(api.changeAddress, { message: 'ok', version: 5 });
    await page.user.click(await save());
    await screen.findByText('Address was changed.');
    expect(page.callsOf(api.changeAddress)[1]?.body.version).toBe(4);
  });
});

test('REL-06 REL-07 one’s own change of an entry whose answer was lost is sent again as it was, also after it was read anew', async () => {
  const stale = { status: 409, body: { code: 'stale', message: 'changed' } };
  const page = show(Addresses, [
    [api.listAddresses, { addresses: [home] }],
    [api.changeAddress, losesFirstAnswer({ message: 'ok', version: 4 }, stale)],
  ]);
  await act(page, 'Home, 1 Beacon St, Boston, Massachusetts 02108, United States', 'Edit');
  await page.user.click(await screen.findByRole('checkbox', { name: 'Billing' }));
  await page.user.click(await save());
  await screen.findByRole('alert');
  page.answer(api.listAddresses, { addresses: [{ ...home, isBilling: 1, version: 4 }] });
  const reads = page.callsOf(api.listAddresses).length;
  await page.queryClient.invalidateQueries();
  await waitFor(() => expect(page.callsOf(api.listAddresses).length).toBeGreaterThan(reads));
  await page.user.click(await save());
  await screen.findByText('Address was changed.');
  expect(areSame(page.callsOf(api.changeAddress))).toBe(true);
});

describe('contacts', () => {
  const replies: Reply[] = [
    [api.listContacts, { contacts: [aContact()] }],
    [api.addContact, { message: 'ok', contactId: 22 }],
    [api.changeContact, { message: 'ok', version: 3 }],
    [api.removeContact, { message: 'ok' }],
  ];

  test('PCN-01 PCN-02 CLN-26 OPC-47 one is added with a phone or an e-mail', async () => {
    const page = show(Contacts, replies);
    await page.user.click(await screen.findByRole('button', { name: 'Add Contact' }));
    // Of an empty form nothing is wrong yet.
    expect(await screen.findByText('Still missing: Phone or Email.')).toBeDefined();
    await write(page, 'Name', 'Cleo');
    expect(isOff(await save())).toBe(true);
    await write(page, 'Phone', '617555011');
    expect(isOff(await save())).toBe(true);
    await page.user.tab();
    expect(await screen.findByText('Phone must be ddd-ddd-dddd')).toBeDefined();
    await write(page, 'Phone', '6175550111');
    expect(((await box('Phone')) as HTMLInputElement).value).toBe('617-555-0111');
    await page.user.click(await save());
    await screen.findByText('Contact was added.');
    expect(sent(page, api.addContact)).toEqual([
      {
        u_id: 7,
        contactName: 'Cleo',
        contactDetail: '',
        phoneNumber: '+16175550111',
        phoneType: '',
        phoneExtension: '',
        email: '',
      },
    ]);
  });

  test('PCN-01 each contact shows what is known of it', async () => {
    const whole = aContact({ phoneExtension: '12', email: 'ben@example.com', contactType: 'phone|email' });
    const byMail = aContact({
      contactId: 22,
      contactName: 'Cleo Bell',
      contactDetail: 'Neighbour',
      phoneNumber: '',
      phoneType: '',
      email: 'cleo@example.com',
      contactType: 'email',
    });
    show(Contacts, [[api.listContacts, { contacts: [whole, byMail] }]]);
    await screen.findByText('Cleo Bell');
    expect(await heads('Contacts')).toEqual(['Name', 'Detail', 'Phone', 'Type', 'Extension', 'Email', 'Action']);
    expect(await rowsOf('Contacts')).toEqual([
      ['Ben Archer', 'Son', '617-555-0199', 'Mobile', '12', 'ben@example.com'],
      ['Cleo Bell', 'Neighbour', '', '', '', 'cleo@example.com'],
    ]);
  });

  test('OPC-47 a phone of another country stays as it is typed, and is refused', async () => {
    const page = show(Contacts, replies);
    await page.user.click(await screen.findByRole('button', { name: 'Add Contact' }));
    await write(page, 'Phone', '+442079460123');
    expect(((await box('Phone')) as HTMLInputElement).value).toBe('+442079460123');
    await page.user.tab();
    expect(await screen.findByText('Phone must be ddd-ddd-dddd')).toBeDefined();
  });

  test('OPC-47 one needs no name, and is then named by what it has', async () => {
    const nameless = aContact({ contactName: '', email: 'ben@example.com' });
    const page = show(Contacts, [[api.listContacts, { contacts: [nameless] }], ...replies.slice(1)]);
    await screen.findByRole('button', { name: 'Actions for ben@example.com' });
    await page.user.click(screen.getByRole('button', { name: 'Add Contact' }));
    await write(page, 'Email', 'cleo@example.com');
    expect(screen.queryByText(/^Still missing/)).toBeNull();
    await page.user.click(await save());
    await screen.findByText('Contact was added.');
    expect(sent(page, api.addContact)).toMatchObject([{ contactName: '', email: 'cleo@example.com' }]);
  });

  test('PCN-05 an edit is saved only after a change', async () => {
    const page = show(Contacts, replies);
    await act(page, 'Ben Archer', 'Edit');
    expect(isOff(await save())).toBe(true);
    await write(page, 'Email', 'ben@example.com');
    await page.user.click(await save());
    await screen.findByText('Contact was changed.');
    expect(page.callsOf(api.changeContact)[0]?.body).toMatchObject({ contact_id: 21, version: 2, phoneType: 'Mobile' });
  });

  test('PCN-06 CLN-19 one is removed after a question, and can be brought back', async () => {
    const page = show(Contacts, replies);
    const of = { of: 'Ben Archer', thing: 'Contact', remove: api.removeContact, add: api.addContact };
    expect(await removal(page, of)).toEqual({ u_id: 7, contact_id: 21, version: 2 });
  });
});

describe('insurance', () => {
  const replies: Reply[] = [
    [api.listInsurances, { insurances: [plan] }],
    [api.addInsurance, { message: 'ok', insuranceId: 32 }],
    [api.changeInsurance, { message: 'ok', version: 3 }],
    [api.removeInsurance, { message: 'ok' }],
  ];

  test.each(['Plan Name', 'Plan Type', 'Member ID', 'BIN', 'PCN', 'Group'])(
    'INS-03 INS-04 OPC-46 without %s it cannot be saved',
    async (left) => {
      const page = show(Insurances, replies);
      await page.user.click(await screen.findByRole('button', { name: 'Add Insurance' }));
      for (const name of ['Plan Name', 'Plan Type', 'Member ID', 'BIN', 'PCN', 'Group'])
        if (name !== left) await write(page, name, 'x');
      expect(isOff(await save())).toBe(true);
      await write(page, left, 'x');
      expect(isOff(await save())).toBe(false);
    },
  );

  test('INS-02 INS-05 OPC-42 a change keeps the member id, which cannot be typed', async () => {
    const page = show(Insurances, replies);
    await act(page, 'Blue, M-1', 'Edit');
    expect((await box('Member ID')).disabled).toBe(true);
    await write(page, 'Group', 'G8');
    await page.user.click(await save());
    await screen.findByText('Insurance was changed.');
    expect(sent(page, api.changeInsurance)[0]).toMatchObject({ insurance_id: 31, memberId: 'M-1', group: 'G8' });
    expect(await heads('Insurance')).toEqual([
      'Plan Name',
      'Plan Type',
      'Member ID',
      'BIN',
      'PCN',
      'Group',
      'Primary',
      'Action',
    ]);
  });

  test('INS-02 each insurance shows its six fields and whether it is the primary one', async () => {
    const other = {
      ...plan,
      insuranceId: 32,
      planName: 'Red',
      planType: 'EPO',
      memberId: 'R-7',
      isPrimary: 0 as const,
    };
    show(Insurances, [
      [api.listInsurances, { insurances: [plan, { ...other, bin: '004336', pcn: 'ADV', group: 'RX9' }] }],
    ]);
    await screen.findByText('Red');
    expect(await rowsOf('Insurance')).toEqual([
      ['Blue', 'PPO', 'M-1', '610014', 'MEDD', 'G7', 'Yes'],
      ['Red', 'EPO', 'R-7', '004336', 'ADV', 'RX9', 'No'],
    ]);
  });

  test('REL-07 an insurance that is brought back stays behind the one that was made the primary one since', async () => {
    const page = show(Insurances, replies);
    await act(page, 'Blue, M-1', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText('“Blue, M-1” was removed.');
    page.answer(api.listInsurances, { insurances: [{ ...plan, insuranceId: 32, planName: 'Red' }] });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('“Blue, M-1” is back, but no longer the primary insurance.');
    expect(page.callsOf(api.addInsurance).map(({ body }) => body.isPrimary)).toEqual([false]);
  });

  test('INS-06 CLN-19 one is removed after a question, and can be brought back', async () => {
    const page = show(Insurances, replies);
    const of = { of: 'Blue, M-1', thing: 'Insurance', remove: api.removeInsurance, add: api.addInsurance };
    expect(await removal(page, of)).toEqual({ u_id: 7, insurance_id: 31, version: 2 });
  });
});

describe('medications and allergies', () => {
  const replies: Reply[] = [
    [api.listMedications, { medications: [medication] }],
    [api.addMedication, { message: 'ok', medId: 42 }],
    [api.changeMedication, { message: 'ok', version: 2 }],
    [api.removeMedication, { message: 'ok' }],
    [api.listAllergies, { allergies: [allergy] }],
    [api.addAllergy, { message: 'ok', allergyId: 6 }],
    [api.changeAllergy, { message: 'ok', version: 2 }],
    [api.removeAllergy, { message: 'ok' }],
    [history.listPrescriptions, { medications: [] }],
  ];

  test.each([
    ['Medication', Medications],
    ['Allergy', Allergies],
  ] as const)(
    'MAL-02 a new %s needs name, dosage, description and notes, and says which are missing',
    async (thing, Part) => {
      const page = show(Part, replies);
      await page.user.click(await screen.findByRole('button', { name: `Add ${thing}` }));
      for (const left of ['Name', 'Dosage', 'Description', 'Notes']) {
        for (const name of ['Name', 'Dosage', 'Description', 'Notes'])
          await write(page, name, name === left ? '' : 'x');
        expect(isOff(await save())).toBe(true);
        expect(screen.getByText(`Still missing: ${left}.`)).toBeDefined();
      }
      await write(page, 'Notes', 'x');
      expect(screen.queryByText(/^Still missing/)).toBeNull();
      await page.user.click(await save());
      await screen.findByText(`${thing} was added.`);
      const added = sent(page, thing === 'Medication' ? api.addMedication : api.addAllergy);
      expect(added).toEqual([{ u_id: 7, medicationName: 'x', dosage: 'x', description: 'x', notes: 'x' }]);
    },
  );

  test('REL-06 a medication whose dose is corrected after a lost answer is not recorded in two doses: what is not known is not claimed, and the first one is said and shown', async () => {
    const page = show(Medications, [
      [api.listMedications, { medications: [] }],
      [api.addMedication, doesFirst({ message: 'ok', medId: 42 })],
    ]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    await write(page, 'Name', 'Lasix');
    for (const name of ['Description', 'Notes']) await write(page, name, 'x');
    await write(page, 'Dosage', '40 mg');
    await page.user.click(await save());
    await screen.findByText('It is not known whether the medication was added');
    expect(screen.getByText(/ Press “Save” again without changing anything: it is done once only\.$/)).toBeDefined();
    page.answer(api.listMedications, { medications: [medication] });
    await write(page, 'Dosage', '20 mg');
    await page.user.click(await save());
    await screen.findByText('The medication was not added');
    expect(screen.getByText(/^Your first try went through after all, with what you had entered then\. /)).toBeDefined();
    expect((await box('Dosage')).value).toBe('20 mg');
    expect(await screen.findByText('40 mg')).toBeDefined();
    expect(screen.queryByText('Medication was added.')).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Your first try went through. What you have changed since then will not be saved.');
    await page.user.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent(page, api.addMedication)).toHaveLength(2);
  });

  test.each([
    ['Medication', Medications, api.addMedication, api.removeMedication],
    ['Allergy', Allergies, api.addAllergy, api.removeAllergy],
  ] as const)(
    'REL-06 CLN-19 %s: what a try without an answer has added, and was then removed, is not said to be back before it is',
    async (thing, Part, add, remove) => {
      const entry = { medId: 8, allergyId: 8, ...aMedicine(8, { description: 'x', notes: 'x' }) };
      const page = show(Part, [
        [api.listMedications, { medications: [entry] }],
        [api.listAllergies, { allergies: [entry] }],
        [add, doesFirst({ message: 'ok', medId: 9, allergyId: 9 })],
        [remove, { message: 'ok' }],
      ]);
      await page.user.click(await screen.findByRole('button', { name: `Add ${thing}` }));
      await write(page, 'Name', 'Penicillin');
      await write(page, 'Dosage', '250 mg');
      for (const name of ['Description', 'Notes']) await write(page, name, 'x');
      await page.user.click(await save());
      await screen.findByText(`It is not known whether the ${thing.toLowerCase()} was added`);
      await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
      await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
      await act(page, 'Penicillin', 'Remove');
      await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
      await page.user.click(await screen.findByRole('button', { name: 'Undo' }));
      await screen.findByText('“Penicillin” is back.');
      const tries = page.callsOf(add);
      expect(new Set(tries.map((call) => JSON.stringify(call.sent))).size).toBe(1);
      const [first, second, third] = tries.map(({ headers }) => [
        headers.get('idempotency-key'),
        headers.get('idempotency-instead-of'),
      ]);
      expect(second).toEqual([expect.any(String), first?.[0]]);
      expect(second?.[0]).not.toBe(first?.[0]);
      // The first try is known by now to have been done, and its entry to have been removed.
      expect(third).toEqual([second?.[0], null]);
    },
  );

  test('REL-07 a medication is not brought back unseen beside one that was recorded since: the form stands filled in, and says what there is', async () => {
    const page = show(Medications, replies);
    await act(page, 'Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText('“Lasix” was removed.');
    page.answer(api.listMedications, { medications: [{ ...medication, id: 43, dosage: '80 mg' }] });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('Another medication was recorded after “Lasix” was removed.');
    expect(await screen.findByText('This patient already has Lasix, 80 mg.')).toBeDefined();
    expect(page.callsOf(api.addMedication)).toEqual([]);
    expect((await box('Dosage')).value).toBe('40 mg');
    await page.user.click(await save());
    await screen.findByText('Medication was added.');
    expect(sent(page, api.addMedication)).toMatchObject([{ medicationName: 'Lasix', dosage: '40 mg' }]);
  });

  /** Removes Lasix and then Aspirin; the server has `others` by then, and what is added since. */
  const removesTwo = async (others: object[] = []) => {
    const page = show(Medications, [
      ...replies,
      [api.listMedications, { medications: [medication, { ...aspirin, id: 44, medId: 44 }] }],
    ]);
    for (const name of ['Lasix', 'Aspirin']) {
      await act(page, name, 'Remove');
      await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
      await screen.findByText(`“${name}” was removed.`);
    }
    const now = [...others];
    page.answer(api.listMedications, () => ({ medications: [...now] }));
    page.answer(api.addMedication, ({ body }: { body: object }) => {
      const medId = 50 + now.length;
      now.push({ ...medication, ...body, id: medId, medId });
      return { message: 'ok', medId };
    });
    return page;
  };
  const aspirin = { ...medication, medicationName: 'Aspirin', dosage: '100 mg' };
  const undoOf = (name: string) => {
    const message = screen.getAllByRole('status').find((one) => one.textContent?.startsWith(`“${name}” was removed.`));
    return within(message as HTMLElement).getByRole('button', { name: 'Undo' });
  };

  test.each([
    [
      'saved',
      async (page: Page) => {
        await page.user.click(await save());
        await screen.findByText('Medication was added.');
      },
    ],
    [
      'closed',
      async (page: Page) => {
        await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
        await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
      },
    ],
  ] as const)(
    'REL-07 of two medications that are brought back beside another one each has its own form, and the second one opens when the first is %s',
    async (_, end) => {
      const page = await removesTwo([{ ...medication, id: 43, medicationName: 'Heparin' }]);
      await page.user.click(undoOf('Lasix'));
      await screen.findByText('Another medication was recorded after “Lasix” was removed.');
      await page.user.click(undoOf('Aspirin'));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
      expect((await box('Name')).value).toBe('Lasix');
      expect(screen.queryByText('Another medication was recorded after “Aspirin” was removed.')).toBeNull();
      await end(page);
      await screen.findByText('Another medication was recorded after “Aspirin” was removed.');
      expect([(await box('Name')).value, (await box('Dosage')).value]).toEqual(['Aspirin', '100 mg']);
      await page.user.click(await save());
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(page.callsOf(api.addMedication).at(-1)?.body).toMatchObject({ medicationName: 'Aspirin' });
    },
  );

  test.each([
    ['in turn', true],
    // The second one waits until it is known what the first one has brought back.
    ['at once', false],
  ] as const)(
    'REL-07 what one has brought back oneself is not another medication for what is brought back after it (%s)',
    async (_, isSeen) => {
      const page = await removesTwo();
      await page.user.click(undoOf('Lasix'));
      if (isSeen) await screen.findByText('“Lasix” is back.');
      await page.user.click(undoOf('Aspirin'));
      await screen.findByText('“Aspirin” is back.');
      expect(page.callsOf(api.addMedication).map(({ body }) => body.medicationName)).toEqual(['Lasix', 'Aspirin']);
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  test('REL-07 an allergy comes back also where the list cannot be read: there is nothing to compare it with', async () => {
    const page = show(Allergies, replies);
    await act(page, 'Penicillin', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText('“Penicillin” was removed.');
    page.answer(api.listAllergies, { status: 500, body: { code: 'internal', message: 'broken' } });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('“Penicillin” is back.');
    expect(page.callsOf(api.addAllergy)).toHaveLength(1);
  });

  test('REL-07 where the medications are not shown any more, what was not brought back beside another one is said', async () => {
    const page = show(OtherTable, [...replies, [api.listAddresses, { addresses: [] }]]);
    await act(page, 'Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText('“Lasix” was removed.');
    page.answer(api.listMedications, { medications: [{ ...medication, id: 43, dosage: '80 mg' }] });
    await page.user.click(screen.getByRole('button', { name: 'Other table' }));
    await screen.findByRole('button', { name: 'Add Address' });
    await page.user.click(screen.getByRole('button', { name: 'Undo' }));
    await screen.findByText('“Lasix” was not brought back: another medication was recorded after it was removed.');
    expect(page.callsOf(api.addMedication)).toEqual([]);
  });

  test('REL-06 what a try without an answer has added is not added again where another entry was removed meanwhile, without a word', async () => {
    const page = show(Medications, [...replies, [api.addMedication, doesFirst({ message: 'ok', medId: 9 })]]);
    const fill = async () => {
      await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
      await write(page, 'Name', 'Aspirin');
      for (const name of ['Dosage', 'Description', 'Notes']) await write(page, name, 'x');
      await page.user.click(await save());
    };
    await fill();
    await screen.findByText('It is not known whether the medication was added');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard' }));
    await act(page, 'Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await screen.findByText('“Lasix” was removed.');
    await fill();
    await screen.findByText('The medication was not added');
    expect(screen.getByText(/^Your first try went through after all, with what you had entered then\. /)).toBeDefined();
    expect(sent(page, api.addMedication)).toHaveLength(2);
  });

  test('REL-06 whoever closes the dialog after a lost answer is told that the entry may be there', async () => {
    const page = show(Allergies, [...replies, [api.addAllergy, doesFirst({ message: 'ok', allergyId: 6 })]]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
    for (const name of ['Name', 'Dosage', 'Description', 'Notes']) await write(page, name, 'x');
    await page.user.click(await save());
    await screen.findByText('It is not known whether the allergy was added');
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(
      await screen.findByText('It may have been added anyway. Please check before you do it again.'),
    ).toBeDefined();
  });

  test('REL-07 a change that one’s own lost try has passed is told as one’s own', async () => {
    const stale = { status: 409, body: { code: 'stale', message: 'changed', detail: { isOwn: true } } };
    const page = show(Medications, [...replies, [api.changeMedication, losesFirstAnswer({}, stale)]]);
    await act(page, 'Lasix', 'Edit');
    await write(page, 'Dosage', '20 mg');
    await page.user.click(await save());
    await screen.findByText('It is not known whether the medication was changed');
    page.answer(api.listMedications, { medications: [{ ...medication, dosage: '20 mg', version: 9 }] });
    await write(page, 'Dosage', '25 mg');
    await page.user.click(await save());
    await screen.findByText('Your first try, which got no answer, has changed this medication');
    expect(
      screen.getByText('Dosage is now “20 mg”. What you typed is still in the field; saving replaces that.'),
    ).toBeDefined();
    expect(screen.queryByText(/Someone else/)).toBeNull();
  });

  test('REL-06 a removal whose answer was lost is not said to have failed', async () => {
    const page = show(Medications, [...replies, [api.removeMedication, () => Promise.reject(new TypeError('dead'))]]);
    await act(page, 'Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('It is not known whether the medication was removed')).toBeDefined();
  });

  test('a medication that a recorded allergy names is told of while it is typed, and can be added all the same', async () => {
    const known = { ...allergy, medicationName: 'Amoxicillin' };
    const page = show(Medications, [...replies, [api.listAllergies, { allergies: [known] }]]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    const said = () => screen.queryByText('An allergy to Amoxicillin is on record for this patient.');
    await write(page, 'Name', 'Amoxicillium');
    expect(said()).toBeNull();
    await write(page, 'Name', 'AMOXICILLIN-Clavulanate 500 mg');
    expect(said()).not.toBeNull();
    for (const name of ['Dosage', 'Description', 'Notes']) await write(page, name, 'x');
    await page.user.click(await save());
    await screen.findByText('Medication was added.');
  });

  test('a generic name is held against an allergy that was picked by its brand from the directory', async () => {
    const known = { ...allergy, medicationName: 'Lasix', description: 'furosemide, tablet, NDC 1' };
    const page = show(Medications, [...replies, [api.listAllergies, { allergies: [known] }]]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    const said = () => screen.queryByText('An allergy to Lasix is on record for this patient.');
    await write(page, 'Name', 'Furosemid');
    expect(said()).toBeNull();
    await write(page, 'Name', 'Furosemide 40 mg');
    expect(said()).not.toBeNull();
  });

  test('a medication that the patient already has is told of while it is typed, with its dosage, and can be added all the same', async () => {
    const page = show(Medications, replies);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    const said = () => screen.queryByText('This patient already has Lasix, 40 mg.');
    await write(page, 'Name', 'Lasi');
    expect(said()).toBeNull();
    await write(page, 'Name', ' LASIX ');
    expect(said()).not.toBeNull();
    for (const name of ['Dosage', 'Description', 'Notes']) await write(page, name, 'x');
    await page.user.click(await save());
    await screen.findByText('Medication was added.');
    await act(page, 'Lasix', 'Edit');
    await box('Name');
    expect(said()).toBeNull();
  });

  test.each([
    [-1, 1],
    [1, 0],
  ] as const)(
    'whoever adds to the record of a patient of status %i is told %i times that the patient is deactivated',
    async (status, times) => {
      const page = show(Medications, [...replies, [readPatient, { patient: aPatient({ status }) }]]);
      await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
      await box('Name');
      await waitFor(() => expect(page.callsOf(readPatient)).toHaveLength(1));
      await waitFor(() => expect(screen.queryAllByText('This patient is deactivated.')).toHaveLength(times));
      for (const name of ['Name', 'Dosage', 'Description', 'Notes']) await write(page, name, 'x');
      await page.user.click(await save());
      await screen.findByText('Medication was added.');
    },
  );

  test('where the allergies could not be read, whoever adds a medication is told so', async () => {
    const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
    const page = show(Medications, [...replies, [api.listAllergies, broken]]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    const said = 'The allergies of this patient could not be loaded. Please check them first.';
    expect(await screen.findByText(said)).toBeDefined();
  });

  const amoxicillin = { ...medication, medicationName: 'Amoxicillin-Clavulanate', dosage: '500 mg' };
  const prescribed = (displayName: string, isActivePrescription: 0 | 1) => ({
    displayName,
    rxNumber: '7001',
    displayStatus: 1,
    latestDateShipped: null,
    provider: null,
    refillsLeft: null,
    instructions: null,
    dateWritten: null,
    daysOfSupply: null,
    isActivePrescription,
  });

  test('an allergy that names what the patient takes already is told of while it is typed, and can be added all the same', async () => {
    const page = show(Allergies, [
      ...replies,
      [api.listMedications, { medications: [amoxicillin, medication] }],
      [
        history.listPrescriptions,
        { medications: [prescribed('AMOXICILLIN 250 mg capsule', 1), prescribed('Amoxicillin 125 mg', 0)] },
      ],
    ]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
    const said = () => screen.queryByText(/^This patient takes /)?.textContent;
    await write(page, 'Name', 'Amoxicillium');
    expect(said()).toBeUndefined();
    await write(page, 'Name', 'amoxicillin');
    expect(said()).toBe(
      'This patient takes Amoxicillin-Clavulanate, 500 mg; AMOXICILLIN 250 mg capsule (prescription 7001).',
    );
    for (const name of ['Dosage', 'Description', 'Notes']) await write(page, name, 'x');
    await page.user.click(await save());
    await screen.findByText('Allergy was added.');
  });

  test('an allergy that is picked by its brand is held against prescriptions of what it is made of', async () => {
    const page = show(Allergies, [
      ...replies,
      [api.listMedications, { medications: [] }],
      [
        history.listPrescriptions,
        { medications: [prescribed('Amoxicillin 500 mg', 1), prescribed('Lisinopril 10 mg tablet', 1)] },
      ],
    ]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
    await write(page, 'Name', 'Augmentin');
    await write(page, 'Description', 'amoxicillin and clavulanate, tablet, film coated, NDC 1');
    expect(screen.getByText(/^This patient takes /).textContent).toBe(
      'This patient takes Amoxicillin 500 mg (prescription 7001).',
    );
  });

  test('a medication that is prescribed, or that the patient has under another name, is told of while it is typed', async () => {
    const lasix = { ...medication, description: 'furosemide, tablet, NDC 1' };
    const page = show(Medications, [
      ...replies,
      [api.listMedications, { medications: [lasix] }],
      [
        history.listPrescriptions,
        { medications: [prescribed('Metformin 500 mg tablet', 1), prescribed('Coreg 25 mg tablet', 0)] },
      ],
    ]);
    await screen.findByText('Lasix');
    expect(page.callsOf(history.listPrescriptions)).toEqual([]);
    await page.user.click(screen.getByRole('button', { name: 'Add Medication' }));
    const said = () => screen.queryByText(/^This patient already has /)?.textContent;
    await write(page, 'Name', 'Metformin');
    await waitFor(() => expect(said()).toBe('This patient already has Metformin 500 mg tablet (prescription 7001).'));
    for (const name of ['Coreg', 'tablet', '500 mg']) {
      await write(page, 'Name', name);
      expect(said()).toBeUndefined();
    }
    await write(page, 'Name', 'Furosemide');
    expect(said()).toBe('This patient already has Lasix, 40 mg.');
    for (const name of ['Dosage', 'Description', 'Notes']) await write(page, name, 'x');
    await page.user.click(await save());
    await screen.findByText('Medication was added.');
  });

  test('until the prescriptions are read, whoever adds a medication is told that they are being looked for', async () => {
    const page = show(Medications, [...replies, [history.listPrescriptions, () => new Promise(() => undefined)]]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    expect(await screen.findByText('The prescriptions of this patient are still being loaded.')).toBeDefined();
  });

  test('where the prescriptions could not be read, whoever adds a medication is told so', async () => {
    const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
    const page = show(Medications, [...replies, [history.listPrescriptions, broken]]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    const said = 'The prescriptions of this patient could not be loaded. Please check them first.';
    expect(await screen.findByText(said)).toBeDefined();
  });

  test('what the patient takes is not read before somebody adds an allergy', async () => {
    const page = show(Allergies, [
      ...replies,
      [api.listMedications, { medications: [] }],
      [history.listPrescriptions, { medications: [] }],
    ]);
    await screen.findByText('Penicillin');
    expect([page.callsOf(api.listMedications), page.callsOf(history.listPrescriptions)]).toEqual([[], []]);
    await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
    await waitFor(() => expect(page.callsOf(history.listPrescriptions)).toHaveLength(1));
  });

  test.each<[string, Endpoint, string]>([
    ['medications', api.listMedications, 'This patient takes Amoxicillin (prescription 7001).'],
    ['prescriptions', history.listPrescriptions, 'This patient takes Amoxicillin-Clavulanate, 500 mg.'],
  ])(
    'where the %s could not be read, whoever adds an allergy is told so, beside what is known',
    async (_, list, known) => {
      const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
      const page = show(Allergies, [
        ...replies,
        [api.listMedications, { medications: [amoxicillin] }],
        [history.listPrescriptions, { medications: [prescribed('Amoxicillin', 1)] }],
        [list, broken],
      ]);
      await page.user.click(await screen.findByRole('button', { name: 'Add Allergy' }));
      const said = 'What this patient takes could not be loaded completely. Please check it first.';
      expect(await screen.findByText(said)).toBeDefined();
      await write(page, 'Name', 'amoxicillin');
      expect(await screen.findByText(known)).toBeDefined();
    },
  );

  test('MAL-04 commas and pipes do not enter name and dosage, and the field says so', async () => {
    const page = show(Medications, replies);
    await page.user.click(await screen.findByRole('button', { name: 'Add Medication' }));
    await page.user.type(await box('Name'), 'A,b|c');
    expect((await box('Name')).value).toBe('Abc');
    await page.user.type(await box('Dosage'), '1,5');
    expect((await box('Dosage')).value).toBe('15');
    expect(screen.getByText('No commas or pipes: “,” was left out. Please check what is left.')).toBeDefined();
  });

  test('MAL-04 a dosage of which a comma was left out is not saved before it is changed, and says so', async () => {
    const page = show(Medications, replies);
    await act(page, 'Lasix', 'Edit');
    await page.user.clear(await box('Dosage'));
    await page.user.type(await box('Dosage'), '2,5 mg{Enter}');
    await page.user.click(await save());
    expect([(await box('Dosage')).value, isOff(await save())]).toEqual(['25 mg', true]);
    expect(screen.getByText(/“,” was left out\..*, and change it or enter it again\.$/)).toBeDefined();
    await write(page, 'Dosage', '2.5 mg');
    await page.user.click(await save());
    await screen.findByText('Medication was changed.');
    expect(page.callsOf(api.changeMedication).map(({ body }) => body)).toMatchObject([{ dosage: '2.5 mg' }]);
  });

  test('MAL-03 OPC-42 a medication is changed, removed and brought back', async () => {
    const page = show(Medications, replies);
    await act(page, 'Lasix', 'Edit');
    await write(page, 'Dosage', '20 mg');
    await page.user.click(await save());
    await screen.findByText('Medication was changed.');
    expect(page.callsOf(api.changeMedication)[0]?.body).toMatchObject({ u_id: 7, medId: 41, dosage: '20 mg' });
    const of = { of: 'Lasix', thing: 'Medication', remove: api.removeMedication, add: api.addMedication };
    expect(await removal(page, of)).toEqual({ u_id: 7, med_id: 41, version: 1 });
    expect(await heads('Additional Medications')).toEqual(['Name', 'Dosage', 'Description', 'Notes', 'Action']);
    expect(await rowsOf('Additional Medications')).toEqual([['Lasix', '40 mg', 'Hives', 'Since childhood']]);
  });

  test('MAL-03 an allergy is changed, removed and brought back', async () => {
    const page = show(Allergies, replies);
    await act(page, 'Penicillin', 'Edit');
    await write(page, 'Notes', 'Since 2001');
    await page.user.click(await save());
    await screen.findByText('Allergy was changed.');
    expect(page.callsOf(api.changeAllergy)[0]?.body).toMatchObject({ allergyId: 5, notes: 'Since 2001' });
    const of = { of: 'Penicillin', thing: 'Allergy', remove: api.removeAllergy, add: api.addAllergy };
    expect(await removal(page, of)).toEqual({ u_id: 7, allergy_id: 5, version: 1 });
  });
});

describe('goals', () => {
  const replies: Reply[] = [
    [api.listGoals, { goals: [goal] }],
    [api.listMedications, { medications: [medication] }],
    [api.addGoal, { message: 'ok', goalId: 52 }],
    [api.changeGoal, { message: 'ok', version: 2 }],
    [api.removeGoal, { message: 'ok' }],
  ];

  test('GOL-01 GOL-02 GOL-03 a goal needs goal, description and notes, and may name a medication', async () => {
    const page = show(Goals, replies);
    await page.user.click(await screen.findByRole('button', { name: 'Add Goal' }));
    for (const left of ['Goal', 'Description', 'Notes']) {
      for (const name of ['Goal', 'Description', 'Notes']) await write(page, name, name === left ? '' : 'x');
      expect(isOff(await save())).toBe(true);
    }
    await write(page, 'Notes', 'x');
    await page.user.click(await screen.findByRole('combobox', { name: 'Medication' }));
    await page.user.click(await screen.findByRole('option', { name: 'Lasix' }));
    await page.user.click(await save());
    await screen.findByText('Goal was added.');
    expect(sent(page, api.addGoal)).toEqual([
      { u_id: 7, goalName: 'x', goalDescription: 'x', medName: 'Lasix', medId: 41, notes: 'x' },
    ]);
  });

  test('GOL-03 OPC-42 one is changed, removed and brought back', async () => {
    const page = show(Goals, replies);
    await act(page, 'Walk', 'Edit');
    await write(page, 'Goal', 'Walk more');
    await page.user.click(await save());
    await screen.findByText('Goal was changed.');
    expect(page.callsOf(api.changeGoal)[0]?.body).toMatchObject({ goalId: 51, version: 1, medId: null });
    const of = { of: 'Walk', thing: 'Goal', remove: api.removeGoal, add: api.addGoal };
    expect(await removal(page, of)).toEqual({ u_id: 7, goal_id: 51, version: 1 });
    expect(await heads('Goals')).toEqual(['Goal', 'Description', 'Medication', 'Notes', 'Action']);
    expect(await rowsOf('Goals')).toEqual([['Walk', 'Half an hour a day', '–', 'With her son']]);
  });
});

describe('with ReadOnlyPatientDetails', () => {
  test.each([
    ['INS-07', 'Insurance', Insurances, [api.listInsurances, { insurances: [plan] }], 'Blue', false],
    ['PCN-07', 'Contacts', Contacts, [api.listContacts, { contacts: [aContact()] }], 'Ben Archer', false],
    [
      'MAL-05',
      'Additional Medications',
      Medications,
      [api.listMedications, { medications: [medication] }],
      'Lasix',
      false,
    ],
    ['MAL-05', 'Drug Allergies', Allergies, [api.listAllergies, { allergies: [allergy] }], 'Penicillin', false],
    ['PAD-01', 'Address', Addresses, [api.listAddresses, { addresses: [home] }], 'Home', true],
    ['GOL-03', 'Goals', Goals, [api.listGoals, { goals: [goal] }], 'Walk', true],
  ] as const)(
    'CLN-18 INS-07 PCN-07 MAL-05 %s in %s adding and changing is hidden, or stays',
    async (_, label, Part, reply, text, stays) => {
      show(Part, [reply], readOnly);
      await screen.findByText(text);
      expect((await heads(label)).includes('Action')).toBe(stays);
      expect(screen.queryByRole('button', { name: /^Add/ }) !== null).toBe(stays);
    },
  );
});

test('a removal that is refused says why in its question, and reads the list anew', async () => {
  const refused = { status: 409, body: { code: 'stale', message: 'Someone else has changed this in the meantime.' } };
  const page = show(Contacts, [
    [api.listContacts, { contacts: [aContact()] }],
    [api.removeContact, refused],
  ]);
  await act(page, 'Ben Archer', 'Remove');
  await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Contact' }));
  expect(await dialog.findByText('Someone else has changed this in the meantime.')).toBeDefined();
  await waitFor(() => expect(page.callsOf(api.listContacts)).toHaveLength(2));
});

test('GOL-01 two strengths of one medication are told apart where a goal chooses one, and the goal keeps the number of the chosen one', async () => {
  const strengths = [
    { medId: 41, ...aMedicine(41, { medicationName: 'Lasix', dosage: '20 mg' }) },
    { medId: 42, ...aMedicine(42, { medicationName: 'Lasix', dosage: '80 mg' }) },
    { medId: 43, ...aMedicine(43, { medicationName: 'Coreg', dosage: '5 mg' }) },
  ];
  const page = show(Goals, [
    [api.listGoals, { goals: [goal] }],
    [api.listMedications, { medications: strengths }],
    [api.changeGoal, { message: 'ok', version: 2 }],
  ]);
  await act(page, 'Walk', 'Edit');
  await page.user.click(await screen.findByRole('combobox', { name: 'Medication' }));
  const offered = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Lasix, 20 mg', 'Lasix, 80 mg', 'Coreg']);
  await page.user.click(screen.getByRole('option', { name: 'Lasix, 80 mg' }));
  await page.user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Goal was changed.');
  expect(page.callsOf(api.changeGoal).map(({ body }) => [body.medId, body.medName])).toEqual([[42, 'Lasix']]);
});
