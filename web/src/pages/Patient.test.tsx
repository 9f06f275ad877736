import * as parts from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { useLocation } from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { pageData } from '#api/page.ts';
import { endSession, forgetSession } from '#api/session.ts';
import { App } from '#app/App.tsx';
import Patient from '#pages/Patient.tsx';
import { isOff } from '#test/buttons.ts';
import { aContact, aMedicine, aNurse, aPatient, patientReplies } from '#test/patient.ts';
import { areSame, losesFirstAnswer } from '#test/lost-answer.ts';
import { openPortal, renderPage, type Reply, sessionReplies } from '#test/portal.tsx';

const broken = { status: 500, body: { code: 'unexpected', message: 'broken' } };
const show = (replies: Reply[] = [], given: { route?: string; patient?: api.Patient; viewer?: object } = {}) =>
  renderPage(<Patient />, {
    viewer: given.viewer ?? aNurse,
    route: given.route ?? '/patient?patient=7',
    replies: [...patientReplies(given.patient), ...replies],
  });
const header = async () => within(await screen.findByRole('region', { name: 'Patient' }));
const card = async () => within(await screen.findByRole('region', { name: 'Profile' }));
const table = (name: string) => screen.findByRole('table', { name });
const heads = async (name: string) =>
  within(await table(name))
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent);
type User = ReturnType<typeof show>['user'];
const more = async (user: User, of: string, label: string) => {
  await user.click(await screen.findByRole('button', { name: of }));
  await user.click(await screen.findByRole('menuitem', { name: label }));
};

describe('the way here', () => {
  test('RTE-11 CLN-03 led to by the navigation state, the address names nobody, whichever table is chosen', async () => {
    const page = show([], { route: '/patients' });
    await act(() => page.router.navigate({ to: '/patient', state: { uId: 7 } as never }));
    await header();
    expect(page.router.state.location.href).toBe('/patient');
    await page.user.selectOptions(await screen.findByRole('combobox', { name: 'Table' }), 'Contacts');
    await table('Contacts');
    expect(page.router.state.location.href).toBe('/patient?table=contacts');
    expect(page.router.state.location.state).toMatchObject({ uId: 7 });
  });

  test('RTE-11 OPC-12 a link that names the patient opens them in an entry of /patient, which a reload, Back and Forward open again', async () => {
    const portal = openPortal('/patient?patient=7&table=contacts#content', [
      ...sessionReplies(aNurse),
      ...patientReplies(),
    ]);
    const entries = window.history.length;
    expect(await screen.findByRole('heading', { level: 1, name: 'Patient' })).toBeDefined();
    expect((await header()).getByRole('heading', { name: 'Ada Archer' })).toBeDefined();
    await waitFor(() => expect(portal.path()).toBe('/patient?table=contacts'));
    expect([window.location.hash, window.history.length]).toEqual(['#content', entries]);

    portal.unmount();
    forgetSession();
    render(<App env="test" />);
    expect((await header()).getByRole('heading', { name: 'Ada Archer' })).toBeDefined();
    await portal.user.click(screen.getByRole('link', { name: 'Patients' }));
    await screen.findByRole('heading', { level: 1, name: 'Patients' });
    act(() => window.history.back());
    expect((await header()).getByRole('heading', { name: 'Ada Archer' })).toBeDefined();
    expect(portal.path()).toBe('/patient?table=contacts');
    act(() => window.history.back());
  });

  test('RTE-11 from one patient a link leads to another one, and Back to the first', async () => {
    const page = show();
    const shown = () => page.callsOf(api.readPatient).map(({ query }) => query.u_id);
    await waitFor(() => expect(page.router.state.location.href).toBe('/patient'));
    await act(() => page.router.navigate({ to: '/patient', search: { patient: 8 } as never }));
    await waitFor(() => expect(page.router.state.location.state).toMatchObject({ uId: 8 }));
    expect(page.router.state.location.href).toBe('/patient');
    await waitFor(() => expect(shown()).toEqual([7, 8]));
    act(() => page.router.history.back());
    await waitFor(() => expect(page.router.state.location.state).toMatchObject({ uId: 7 }));
    expect(page.router.state.location.href).toBe('/patient');
  });

  test('what can be undone of one patient is not offered beside another one, and says what it is', async () => {
    const page = show(
      [
        [parts.listMedications, { medications: [{ medId: 41, ...aMedicine(41, { medicationName: 'Lasix' }) }] }],
        [parts.removeMedication, { message: 'ok' }],
      ],
      { route: '/patient?patient=7&table=medications' },
    );
    await more(page.user, 'Actions for Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('“Lasix” was removed.')).toBeDefined();
    await act(() => page.router.navigate({ to: '/patient', search: { patient: 8 } as never }));
    await waitFor(() => expect(page.callsOf(api.readPatient).map(({ query }) => query.u_id)).toEqual([7, 8]));
    expect(screen.queryByText('“Lasix” was removed.')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('a removal that is answered beside another patient offers nothing there', async () => {
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const page = show(
      [
        [parts.listMedications, { medications: [{ medId: 41, ...aMedicine(41, { medicationName: 'Lasix' }) }] }],
        [parts.removeMedication, () => answered.then(() => ({ message: 'ok' }))],
      ],
      { route: '/patient?patient=7&table=medications' },
    );
    await more(page.user, 'Actions for Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(page.callsOf(parts.removeMedication)).toHaveLength(1));
    await act(() => page.router.navigate({ to: '/patient', search: { patient: 8 } as never }));
    await waitFor(() => expect(page.callsOf(api.readPatient).map(({ query }) => query.u_id)).toEqual([7, 8]));
    answer();
    expect(await screen.findByText('“Lasix” was removed.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('what can be undone of a patient is still offered on a page that is nobody’s, and not on that of another patient after it', async () => {
    const Pages = () => (useLocation().pathname === '/patient' ? <Patient /> : <p>Nobody’s page</p>);
    const page = renderPage(<Pages />, {
      viewer: aNurse,
      route: '/patient?patient=7&table=medications',
      replies: [
        ...patientReplies(),
        [parts.listMedications, { medications: [{ medId: 41, ...aMedicine(41, { medicationName: 'Lasix' }) }] }],
        [parts.removeMedication, { message: 'ok' }],
      ],
    });
    await more(page.user, 'Actions for Lasix', 'Remove');
    await page.user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeDefined();
    await act(() => page.router.navigate({ to: '/start' }));
    await screen.findByText('Nobody’s page');
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined();
    await act(() => page.router.navigate({ to: '/patient', search: { patient: 8 } as never }));
    await waitFor(() => expect(page.callsOf(api.readPatient).map(({ query }) => query.u_id)).toEqual([7, 8]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  test.each(['x', '99999999999999'])('OPC-12 without any patient one is led to the patients (%s)', async (named) => {
    const page = show([], { route: `/patient?patient=${named}` });
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patients'));
  });

  test('a patient who is not in sight does not exist', async () => {
    const gone = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
    show([[api.readPatient, gone]]);
    expect(await screen.findByText('This patient was not found.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([500, 429, 400, 200])('PRF-15 CER-24 a load that fails with %s says so', async (status) => {
    show([[api.readPatient, { status, body: { code: 'x', message: 'Server words.' } }]]);
    expect(await screen.findByText('There was a problem retrieving patient info.')).toBeDefined();
    expect(screen.queryByText('Server words.')).toBeNull();
  });
});

describe('the header', () => {
  test('PRF-01 OPC-50 CCN-15 it says who this is, what they do not bear and where they belong', async () => {
    show([[parts.listAllergies, { allergies: [{ allergyId: 5, ...aMedicine(5) }] }]], {
      patient: aPatient({ hibernationStatus: 1 }),
    });
    const head = await header();
    expect(head.getByText('Hibernated')).toBeDefined();
    expect(head.getByText('Active')).toBeDefined();
    expect(head.getByText(/^03\/05\/1950 \(\d+\)$/)).toBeDefined();
    expect(head.getByText('617-555-0123')).toBeDefined();
    expect(head.getByText('ada@example.com')).toBeDefined();
    expect(await head.findByText('Penicillin')).toBeDefined();
    expect(await head.findByText('Cardiology')).toBeDefined();
  });

  test('OPC-51 without phone and e-mail it says N/A; nobody else is hibernated', async () => {
    show([], {
      patient: aPatient({ phone: null, email: 'patient-1b4e28ba-2fa1-41d2-883f-0016d3cca427@no-email.invalid' }),
    });
    expect((await header()).getAllByText('N/A')).toHaveLength(2);
    expect(screen.queryByText('Hibernated')).toBeNull();
    expect(await (await header()).findByText('None recorded')).toBeDefined();
  });

  test('allergies that could not be read do not look like none', async () => {
    show([[parts.listAllergies, broken]]);
    expect(await (await header()).findByText('Could not be loaded')).toBeDefined();
    expect(screen.queryByText('None recorded')).toBeNull();
  });

  test('PRF-16 CER-26 groups that could not be read are told of', async () => {
    show([[api.listPatientGroups, broken]]);
    expect(await screen.findByText('There was a problem retrieving care group info.')).toBeDefined();
  });
});

describe('the tables', () => {
  test('PDT-01 PDT-02 CLN-17 INS-01 the list of tables is in order, and has insurance with its module alone', async () => {
    const page = show();
    const options = async () => {
      const list = await screen.findByRole('combobox', { name: 'Table' });
      return within(list)
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    };
    expect(await options()).toEqual([
      'Address',
      'Insurance',
      'Additional Medications & Allergies',
      'Contacts',
      'Prescriptions',
      'Assessments',
      'Documents',
      'Consent History',
      'Order/Rx Status History',
      'Goals',
    ]);
    page.unmount();
    show([], { viewer: { ...aNurse, modules: ['Assessments'] } });
    expect(await options()).not.toContain('Insurance');
  });

  test.each([
    ['Additional Medications & Allergies', ['Additional Medications', 'Drug Allergies']],
    ['Prescriptions', ['Refill Status', 'Outreach (Last 30 Days)']],
    ['Documents', ['Documents']],
  ])('PDT-06 PDT-07 PDT-08 DMO-01 without demo mode %s has the tabs %j', async (label, tabs) => {
    const { user } = show();
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Table' }),
      screen.getByRole('option', { name: label }),
    );
    await screen.findByRole('table', { name: tabs[0]! });
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
  });

  test('PDT-07 PDO-07 OPC-68 DMO-01 in demo mode the documents have sample outreach, which no call brings and which says so', async () => {
    const page = renderPage(<Patient />, {
      viewer: aNurse,
      route: '/patient?patient=7&table=documents',
      replies: patientReplies(),
      page: { brand: { ...pageData().brand, demoMode: true } },
    });
    await screen.findByText('No documents to display');
    const calls = page.calls.length;
    await page.user.click(screen.getByRole('tab', { name: 'Outreach' }));
    expect(await screen.findByText('Please sign the consent form')).toBeDefined();
    expect(screen.getByText('Sample: none of this was sent.')).toBeDefined();
    expect(page.calls).toHaveLength(calls);
  });

  test('PDT-04 another table begins with its first tab, and the address says which is open', async () => {
    const page = show();
    const choose = async (label: string) =>
      page.user.selectOptions(await screen.findByRole('combobox', { name: 'Table' }), label);
    await choose('Prescriptions');
    await page.user.click(await screen.findByRole('tab', { name: 'Outreach (Last 30 Days)' }));
    await table('Outreach (Last 30 Days)');
    expect(page.router.state.location.search).toEqual({ table: 'prescriptions', tab: 1 });
    await choose('Goals');
    await table('Goals');
    await choose('Prescriptions');
    expect(await table('Refill Status')).toBeDefined();
  });

  test.each([
    ['insurance', 'No insurance recorded', parts.listInsurances],
    ['contacts', 'No contacts recorded', parts.listContacts],
    ['goals', 'No goals recorded', parts.listGoals],
    ['medications', 'No additional medications recorded', parts.listMedications],
    ['prescriptions', 'No active prescriptions', history.listPrescriptions],
    ['documents', 'No documents to display', history.listPatientDocuments],
    ['consent', 'No consent recorded', history.listConsents],
    ['orders', 'No order or Rx status in the last 90 days', history.listOrderStatuses],
    ['medications&tab=1', 'No drug allergies recorded', parts.listAllergies],
    ['prescriptions&tab=1', 'No outreach for refills in the last 30 days', history.listRefillOutreach],
  ])('PDT-09 CER-29 the table %s that could not be read is empty, without an alert', async (name, empty, endpoint) => {
    show([[endpoint, broken]], { route: `/patient?patient=7&table=${name}` });
    expect(await screen.findByText(empty)).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('PDT-09 CER-29 a list that could not be read is an empty one, without an alert', async () => {
    show([[parts.listAddresses, broken]], { route: '/patient?patient=7&table=address' });
    expect(await screen.findByText('No addresses recorded')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the profile', () => {
  test.each([
    [0, 'Email'],
    [1, 'Text'],
    [3, 'Text & Email'],
    [-1, 'None'],
  ])('PRF-03 PRF-04 the preferred contact %i is "%s"', async (preferredContact, word) => {
    const user = { u_id: 7, username: 'patient-7', userConfirmed: true, lastLogin: new Date(2026, 0, 3, 16, 5) };
    show([[api.readPatientUser, { user: { ...user, preferredContact } }]]);
    const facts = await card();
    await waitFor(() => expect(facts.getByText('Preferred Contact').nextSibling?.textContent).toBe(word));
    expect(facts.getByText('Last Sign-In').nextSibling?.textContent).toBe('3 Jan 26, 4:05 PM');
  });

  test.each([
    [1, 'Portal'],
    [2, 'Non-Portal'],
    [3, 'Non-Digital'],
  ] as const)('PRF-02 the type %i is "%s"', async (patientType, word) => {
    show([], { patient: aPatient({ patientType }) });
    expect((await card()).getByText('Type').nextSibling?.textContent).toBe(word);
  });

  const edit = async (user: User) => {
    await more(user, 'More', 'Edit');
    const form = within(await screen.findByRole('form', { name: 'Profile' }));
    return {
      save: () => form.getByRole<HTMLButtonElement>('button', { name: 'Save' }),
      write: async (name: RegExp, text: string) => {
        await user.clear(form.getByRole('textbox', { name }));
        if (text) await user.write(form.getByRole('textbox', { name }), text);
      },
      box: (name: RegExp) => form.getByRole<HTMLInputElement>('textbox', { name }),
      form,
    };
  };

  test('PRF-05 PRF-10 PRF-12 PRF-13 OPC-52 OPN-93 what is changed is sent with its flags, and the page reads it anew', async () => {
    const page = show([[api.changePatient, { message: 'ok', version: 5 }]]);
    const { save, write } = await edit(page.user);
    expect(isOff(save())).toBe(true);
    await write(/First Name/, 'Adele');
    await write(/Phone/, '617-555-0177');
    expect(isOff(save())).toBe(false);
    page.answer(api.readPatient, { patient: aPatient({ name: 'Adele Archer', firstName: 'Adele' }) });
    await page.user.click(save());
    expect((await screen.findAllByText('Adele Archer')).length).toBeGreaterThan(0);
    expect(page.callsOf(api.changePatient).map(({ sent }) => sent)).toEqual([
      {
        u_id: 7,
        username: 'patient-7',
        userAttributes: [
          { Name: 'given_name', Value: 'Adele' },
          { Name: 'family_name', Value: 'Archer' },
          { Name: 'birthdate', Value: '1950-03-05' },
          { Name: 'email', Value: 'ada@example.com' },
          { Name: 'email_verified', Value: 'true' },
          { Name: 'phone_number', Value: '+16175550177' },
          { Name: 'phone_number_verified', Value: 'true' },
        ],
        version: 4,
      },
    ]);
  });

  test('PRF-08 OPC-51 "N/A" leaves the e-mail out, and a phone that was never there may stay so', async () => {
    const page = show([[api.changePatient, { message: 'ok', version: 5 }]], { patient: aPatient({ phone: null }) });
    const { save, write } = await edit(page.user);
    await write(/Email/, 'N/A');
    await page.user.click(save());
    await waitFor(() => expect(page.callsOf(api.changePatient)).toHaveLength(1));
    expect(page.callsOf(api.changePatient)[0]?.body.userAttributes).toEqual([
      { Name: 'given_name', Value: 'Ada' },
      { Name: 'family_name', Value: 'Archer' },
      { Name: 'birthdate', Value: '1950-03-05' },
    ]);
  });

  test('PRF-08 OPC-51 an "N/A" over an e-mail says that it stays, and when nothing else was changed, that nothing was', async () => {
    const page = show([[api.changePatient, { message: 'ok', version: 5 }]]);
    const { save, write, form } = await edit(page.user);
    await write(/Email/, 'N/A');
    expect(form.getByText('The e-mail on record stays: it can be replaced, not taken away.')).toBeDefined();
    await page.user.click(save());
    expect(
      await screen.findByText('Nothing was changed. The e-mail on record stays: it can be replaced, not taken away.'),
    ).toBeDefined();
    expect(screen.queryByText('The profile was changed.')).toBeNull();
    const again = await edit(page.user);
    await again.write(/First Name/, 'Adele');
    await again.write(/Email/, 'N/A');
    await page.user.click(again.save());
    expect(await screen.findByText('The profile was changed.')).toBeDefined();
  });

  test('PRV-08 PRF-03 the way that a patient is written to is changed in the profile to one that is on record, or to none for a wrong number; what stands already is not sent', async () => {
    const page = show([[api.changePatient, { message: 'ok', version: 5 }]], {
      patient: aPatient({
        email: 'patient-0b9e7a3c-5d1f-4b8a-9c2e-7f6d5e4c3b2a@no-email.invalid',
        preferredContact: 1,
      }),
    });
    const { save, write, form } = await edit(page.user);
    const select = form.getByRole<HTMLSelectElement>('combobox', { name: 'Preferred Contact' });
    const offered = () =>
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent);
    expect([select.value, offered()]).toEqual(['1', ['Text', 'None']]);
    await write(/Email/, 'ada@example.com');
    expect(offered()).toEqual(['Email', 'Text', 'Text & Email', 'None']);
    await page.user.selectOptions(select, 'None');
    await page.user.click(save());
    await waitFor(() => expect(page.callsOf(api.changePatient)).toHaveLength(1));
    expect(page.callsOf(api.changePatient)[0]?.body.preferredContact).toBe(-1);
    const again = await edit(page.user);
    await again.write(/First Name/, 'Adele');
    await page.user.click(again.save());
    await waitFor(() => expect(page.callsOf(api.changePatient)).toHaveLength(2));
    expect(page.callsOf(api.changePatient)[1]?.sent).not.toHaveProperty('preferredContact');
  });

  test('PRV-08 PRF-03 of a patient who could be reached by nothing the preferred contact follows what is typed until it is chosen, and what it says is sent, also None', async () => {
    const nowhere = aPatient({
      email: 'patient-0b9e7a3c-5d1f-4b8a-9c2e-7f6d5e4c3b2a@no-email.invalid',
      phone: null,
      preferredContact: -1,
    });
    const page = show([[api.changePatient, { message: 'ok', version: 5 }]], { patient: nowhere });
    const sentWith = async (n: number, change: (select: HTMLSelectElement) => Promise<void>) => {
      const { save, write, form } = await edit(page.user);
      const select = form.getByRole<HTMLSelectElement>('combobox', { name: 'Preferred Contact' });
      expect(select.value).toBe('-1');
      await write(/Phone/, '617-555-0177');
      expect(select.value).toBe('1');
      await write(/Email/, 'ada@example.com');
      expect(select.value).toBe('0');
      await change(select);
      const said = Number(select.value);
      await page.user.click(save());
      await waitFor(() => expect(page.callsOf(api.changePatient)).toHaveLength(n));
      expect(page.callsOf(api.changePatient)[n - 1]?.body.preferredContact).toBe(said);
      return said;
    };
    expect(await sentWith(1, async () => {})).toBe(0);
    expect(await sentWith(2, (select) => page.user.selectOptions(select, 'None'))).toBe(-1);
    expect(await sentWith(3, (select) => page.user.selectOptions(select, '3'))).toBe(3);
    const again = await edit(page.user);
    await again.write(/First Name/, 'Adele');
    await page.user.click(again.save());
    await waitFor(() => expect(page.callsOf(api.changePatient)).toHaveLength(4));
    expect(page.callsOf(api.changePatient)[3]?.sent).not.toHaveProperty('preferredContact');
  });

  test('PRF-05 of a server that says nothing of it the profile offers no preferred contact', async () => {
    const page = show();
    const { form, box } = await edit(page.user);
    expect(box(/Phone/).value).toBe('617-555-0123');
    expect(form.queryByRole('combobox', { name: 'Preferred Contact' })).toBeNull();
  });

  test.each([
    ['PRF-06', /First Name/, 'x'.repeat(33), 'First Name is too long (maximum is 32 characters)'],
    ['PRF-06', /Last Name/, 'x'.repeat(33), 'Last Name is too long (maximum is 32 characters)'],
    ['PRF-07', /Date of Birth/, '1/2/2000', 'Date of Birth is invalid'],
    ['PRF-07 OPC-57', /Date of Birth/, '13/45/2020', 'Date of Birth is invalid'],
    ['PRF-08', /Email/, 'x@', 'Email is invalid'],
    ['PRF-09', /Phone/, '5551234567', 'Phone is invalid'],
    ['PRF-09 OPC-51', /Phone/, 'N/A', 'Phone is invalid'],
  ] as const)('%s in %s "%s" blocks Save', async (_, name, text, message) => {
    const page = show();
    const { save, write, form } = await edit(page.user);
    await write(name, text);
    await page.user.tab();
    expect(isOff(save())).toBe(true);
    expect(await form.findByText(message)).toBeDefined();
  });

  test.each([/First Name/, /Last Name/, /Date of Birth/, /Phone/])(
    'PRF-06 PRF-07 PRF-09 without %s it cannot be saved',
    async (name) => {
      const page = show();
      const { save, write } = await edit(page.user);
      await write(name, '');
      expect(isOff(save())).toBe(true);
    },
  );

  test('a press in the menu asks first while something typed is not saved', async () => {
    const portal = openPortal('/patient?patient=7', [...sessionReplies(aNurse), ...patientReplies()]);
    await waitFor(() => expect(portal.path()).toBe('/patient'));
    const { write, box } = await edit(portal.user);
    await write(/First Name/, 'Adele');
    const answer = async (name: string) => {
      const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
      await portal.user.click(question.getByRole('button', { name }));
    };
    // What only changes the address of the same patient asks nothing.
    await portal.user.selectOptions(await screen.findByRole('combobox', { name: 'Table' }), 'Contacts');
    await waitFor(() => expect(portal.path()).toBe('/patient?table=contacts'));
    await portal.user.click(screen.getByRole('link', { name: 'Patients' }));
    await answer('Keep editing');
    expect(portal.path()).toBe('/patient?table=contacts');
    expect(box(/First Name/).value).toBe('Adele');
    await portal.user.click(screen.getByRole('link', { name: 'Patients' }));
    await answer('Discard');
    await screen.findByRole('heading', { level: 1, name: 'Patients' });
  });

  test('the end of the session leads away at once, whatever is typed in the profile', async () => {
    const portal = openPortal('/patient?patient=7', [...sessionReplies(aNurse), ...patientReplies()]);
    await waitFor(() => expect(portal.path()).toBe('/patient'));
    const { write } = await edit(portal.user);
    await write(/First Name/, 'Adele');
    await act(async () => endSession('expired'));
    await screen.findByLabelText('Email');
    await waitFor(() => expect(portal.path()).toMatch(/^\/sign-in/));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('RTE-11 what is typed of one patient is not lost to another one without a question', async () => {
    const page = show();
    await waitFor(() => expect(page.router.state.location.href).toBe('/patient'));
    const { write } = await edit(page.user);
    await write(/First Name/, 'Adele');
    await act(async () => void page.router.navigate({ to: '/patient', search: { patient: 8 } as never }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
    expect(page.router.state.location.state).toMatchObject({ uId: 7 });
    await page.user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.router.state.location.state).toMatchObject({ uId: 8 }));
  });

  test('RTE-11 what is typed in a dialog over one patient is not lost to another one without a question', async () => {
    const page = show([], { route: '/patient?patient=7&table=contacts' });
    await page.user.click(await screen.findByRole('button', { name: 'Add Contact' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Contact' }));
    await page.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Ben');
    await act(async () => void page.router.navigate({ to: '/patient', state: { uId: 8 } as never }));
    const question = within(await screen.findByRole('dialog', { name: 'Discard what you typed?' }));
    expect(page.router.state.location.state).toMatchObject({ uId: 7 });
    await page.user.click(question.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(page.router.state.location.state).toMatchObject({ uId: 8 }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('PRF-11 Cancel brings back what was there', async () => {
    const page = show();
    const { write, form } = await edit(page.user);
    await write(/First Name/, 'Zoe');
    await page.user.click(form.getByRole('button', { name: 'Cancel' }));
    expect((await card()).getByText('Ada Archer')).toBeDefined();
    expect((await edit(page.user)).box(/First Name/).value).toBe('Ada');
  });

  test.each([
    [500, 'Unable to update patient info'],
    [400, 'A patient with this phone already exists.'],
  ])(
    'PRF-14 CER-25 a save that fails with %i says why, reads the patient anew and keeps what was typed',
    async (status, said) => {
      const body = { code: 'patient.phone_taken', message: 'A patient with this phone already exists.' };
      const page = show([[api.changePatient, { status, body }]]);
      const { save, write, box } = await edit(page.user);
      await write(/First Name/, 'Adele');
      await page.user.click(save());
      expect(await screen.findByText(said)).toBeDefined();
      await waitFor(() => expect(page.callsOf(api.readPatient)).toHaveLength(2));
      expect(box(/First Name/).value).toBe('Adele');
    },
  );

  test('REL-07 what somebody else changed meanwhile is told, and what was typed stays', async () => {
    const page = show([[api.changePatient, { status: 409, body: { code: 'stale', message: 'changed' } }]]);
    const { save, write, box } = await edit(page.user);
    await write(/First Name/, 'Adele');
    page.answer(api.readPatient, { patient: aPatient({ phone: '+16175550100', version: 5 }) });
    await page.user.click(save());
    expect(await screen.findByText('Someone else has changed this profile in the meantime')).toBeDefined();
    expect(box(/First Name/).value).toBe('Adele');
    expect(box(/Phone/).value).toBe('617-555-0100');
    page.answer(api.changePatient, { message: 'ok', version: 6 });
    await page.user.click(save());
    await waitFor(() => expect(page.callsOf(api.changePatient)[1]?.body.version).toBe(5));
  });

  test('REL-07 a profile takes nothing while it is being saved, and all of it again after a refusal', async () => {
    const saved = Promise.withResolvers<object>();
    const page = show([[api.changePatient, () => saved.promise]]);
    const { save, write, box } = await edit(page.user);
    await write(/First Name/, 'Adele');
    await page.user.click(save());
    await waitFor(() => expect(page.callsOf(api.changePatient)).toHaveLength(1));
    await page.user.type(box(/First Name/), ' Maria');
    expect(box(/First Name/).value).toBe('Adele');
    saved.resolve({ status: 400, body: { code: 'invalid', message: 'Please try again.' } });
    await screen.findByRole('alert');
    await page.user.type(box(/First Name/), ' Maria');
    expect(box(/First Name/).value).toBe('Adele Maria');
  });

  test('REL-06 REL-07 one’s own change of a profile whose answer was lost is sent again as it was, also after it was read anew', async () => {
    const stale = { status: 409, body: { code: 'stale', message: 'changed' } };
    const page = show([[api.changePatient, losesFirstAnswer({ message: 'ok', version: 5 }, stale)]]);
    const { save, write } = await edit(page.user);
    await write(/First Name/, 'Adele');
    await page.user.click(save());
    await screen.findByRole('alert');
    page.answer(api.readPatient, { patient: aPatient({ firstName: 'Adele', version: 5 }) });
    const reads = page.callsOf(api.readPatient).length;
    await page.live.tell({ type: 'patient.changed', id: 7 });
    await waitFor(() => expect(page.callsOf(api.readPatient).length).toBeGreaterThan(reads));
    await page.user.click(save());
    expect(await screen.findByText('The profile was changed.')).toBeDefined();
    expect(areSame(page.callsOf(api.changePatient))).toBe(true);
  });
});

describe('what others do', () => {
  test('CER-33 a patient who is moved out of sight while the page is open leaves it', async () => {
    const page = show();
    await header();
    page.answer(api.readPatient, { status: 404, body: { code: 'not_found', message: 'Not found.' } });
    await page.live.tell({ type: 'patient.changed', id: 7 });
    expect(await screen.findByText('Provider no longer has access to this patient.')).toBeDefined();
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patients'));
  });

  const outOfReach = 'Provider no longer has access to this patient.';
  const toBeCopied = `${outOfReach} Nothing can be saved. What you typed is still here and can be copied until you close this.`;
  const notFound = { status: 404, body: { code: 'not_found', message: 'Not found.' } };
  const refusedGroups = { status: 403, body: { code: 'forbidden', message: outOfReach } };
  /** Has typed into a dialog, and loses the patient. */
  const typesAndLoses = async () => {
    const page = show([], { route: '/patient?patient=7&table=contacts' });
    await page.user.click(await screen.findByRole('button', { name: 'Add Contact' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Contact' }));
    await page.user.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Ben');
    page.answer(api.readPatient, notFound);
    page.answer(api.listPatientGroups, refusedGroups);
    await page.live.tell({ type: 'patient.changed', id: 7 });
    await dialog.findByText(toBeCopied);
    return { ...page, dialog };
  };
  const isInSight = (element: Element) => element.closest('[hidden]') === null;

  test('CER-33 PCG-15 a dialog with typed text stays over a patient who is out of sight, to be copied from; closed, it leaves the page and says why, once', async () => {
    const page = await typesAndLoses();
    // In tests a dialog is drawn where it was opened, and not over the page: so it counts as hidden with what lies behind it.
    const inDialog = { hidden: true } as const;
    expect(page.dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name/, ...inDialog }).value).toBe('Ben');
    expect(screen.queryAllByText('Ada Archer').filter(isInSight)).toEqual([]);
    expect(screen.queryAllByRole('table', { hidden: true }).filter(isInSight)).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Timeline' })).toBeNull();
    expect(page.router.state.location.pathname).toBe('/patient');
    await page.user.click(page.dialog.getByRole('button', { name: 'Cancel', ...inDialog }));
    await page.user.click(await screen.findByRole('button', { name: 'Discard', ...inDialog }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patients'));
    expect(screen.getAllByText(outOfReach)).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('CER-33 where the patient comes back into sight meanwhile, the dialog goes on', async () => {
    const page = await typesAndLoses();
    page.answer(api.readPatient, { patient: aPatient() });
    page.answer(api.listPatientGroups, { groups: [] });
    page.answer(parts.addContact, { message: 'ok', contactId: 22 });
    await page.live.tell({ type: 'patient.changed', id: 7 });
    await waitFor(() => expect(page.dialog.queryByText(toBeCopied)).toBeNull());
    expect(page.dialog.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Ben');
    expect(screen.getAllByText('Ada Archer', { ignore: '[hidden] *' }).length).toBeGreaterThan(0);
    expect(page.router.state.location.pathname).toBe('/patient');
    expect(screen.queryByText(outOfReach)).toBeNull();
  });

  test('CER-33 what was typed into the profile stays as well, without the rest of the page', async () => {
    const page = show([], { route: '/patient?patient=7&table=contacts' });
    await more(page.user, 'More', 'Edit');
    const form = within(await screen.findByRole('form', { name: 'Profile' }));
    await page.user.type(form.getByRole('textbox', { name: /First Name/ }), 'lia');
    page.answer(api.readPatient, notFound);
    await page.live.tell({ type: 'patient.changed', id: 7 });
    expect(isInSight(await form.findByText(toBeCopied))).toBe(true);
    expect(form.getByRole<HTMLInputElement>('textbox', { name: /First Name/ }).value).toBe('Adalia');
    expect(screen.queryAllByRole('table', { hidden: true }).filter(isInSight)).toEqual([]);
    await page.user.click(form.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patients'));
  });

  test('CER-33 of a patient who is refused and not found the page says it once', async () => {
    const page = show();
    await header();
    page.answer(api.listPatientGroups, refusedGroups);
    await page.live.tell({ type: 'patient.changed', id: 7 });
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patients'));
    page.answer(api.readPatient, notFound);
    await page.live.tell({ type: 'patient.changed', id: 7 });
    await screen.findByText('This patient was not found.');
    expect(screen.getAllByText(outOfReach)).toHaveLength(1);
  });

  test('the heads of tables and what gets the focus are told how high the header is, while it is there', async () => {
    const page = show();
    await header();
    const height = () => document.documentElement.style.getPropertyValue('--page-header');
    expect(height()).toMatch(/^\d+px$/);
    await page.router.navigate({ to: '/patients' });
    page.unmount();
    expect(height()).toBe('');
  });

  test('CER-33 whoever is refused the groups of a patient leaves the page as well', async () => {
    const refused = { status: 403, body: { code: 'forbidden', message: 'Forbidden.' } };
    const page = show([[api.listPatientGroups, refused]]);
    expect(await screen.findByText('Provider no longer has access to this patient.')).toBeDefined();
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/patients'));
  });

  test('what somebody else writes into the record appears, and another patient’s does not ask', async () => {
    const page = show([], { route: '/patient?patient=7&table=contacts' });
    await screen.findByText('No contacts recorded');
    page.answer(parts.listContacts, { contacts: [aContact()] });
    const before = page.callsOf(parts.listContacts).length;
    await page.live.tell({ type: 'patient_record.changed', id: 8 });
    expect(page.callsOf(parts.listContacts)).toHaveLength(before);
    await page.live.tell({ type: 'patient_record.changed', id: 7 });
    expect(await screen.findByText('Ben Archer')).toBeDefined();
    expect(await heads('Contacts')).toEqual(['Name', 'Detail', 'Phone', 'Type', 'Extension', 'Email', 'Action']);
  });
});
