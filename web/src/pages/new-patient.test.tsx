import * as api from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { isOff } from '#test/buttons.ts';
import { watchDownloads } from '#test/downloads.ts';
import { aListed, failure, listReply, nurse, openPatients, press, root, type User } from '#test/patients.tsx';
import { doesFirst, firstTryDone } from '#test/lost-answer.ts';
import type { Call, Reply } from '#test/portal.tsx';

const added: Reply = [api.addPatient, { message: 'Patient successfully added. Now in pending patients.', u_id: 40 }];
const success = 'Patient successfully added. Now in pending patients.';

const openAdd = async (given: Parameters<typeof openPatients>[0] = {}) => {
  const page = openPatients(given);
  await press(page.user, 'Create New Patient');
  const dialog = within(await screen.findByRole('dialog', { name: 'Create New Patient' }));
  return { ...page, dialog };
};
type Page = Awaited<ReturnType<typeof openAdd>>;
const fill = async (page: Page, given: Record<string, string> = {}) => {
  const texts = {
    'First Name': 'Cora',
    'Last Name': 'Chen',
    'Mobile Phone': '617-555-0144',
    'Date of Birth': '03/05/1980',
    ...given,
  };
  for (const [name, text] of Object.entries(texts)) {
    const field = page.dialog.queryByRole('textbox', { name });
    if (field) await type(page.user, field, text);
  }
};
const type = async (user: User, field: HTMLElement, text: string) => {
  await user.clear(field);
  if (text) await user.paste(text);
};
const submit = async (page: Page) => page.user.click(page.dialog.getByRole('button', { name: 'Add Patient' }));
const female = async (page: Page) => page.user.click(page.dialog.getByRole('radio', { name: 'Female' }));

describe('Create New Patient', () => {
  test('PCG-09 PNW-01 PNW-02 PNW-06 the fields of the dialog; "No Contact Information" only with NurseReorder', async () => {
    const { dialog } = await openAdd();
    expect(dialog.getAllByRole('textbox').map((one) => (one as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      'First Name *',
      'Last Name *',
      'Email',
      'Mobile Phone *',
      'Date of Birth *',
    ]);
    expect(dialog.getByPlaceholderText('MM/DD/YYYY')).toBeDefined();
    const ways = dialog.getAllByRole<HTMLInputElement>('radio');
    expect(ways.map((one) => [one.value, one.labels?.[0]?.textContent])).toEqual([
      ['0', 'Male'],
      ['1', 'Female'],
      ['2', 'Other/Prefer not to say'],
    ]);
    expect(dialog.queryByRole('checkbox', { name: 'No Contact Information' })).toBeNull();
  });

  test('PNW-08 PNW-11 PNW-14 CCN-15 CER-36 what is sent, and that the patient is pending now', async () => {
    const page = await openAdd({ replies: [added] });
    await fill(page);
    await female(page);
    await submit(page);
    expect(await screen.findByText(success)).toBeDefined();
    expect(page.callsOf(api.addPatient).map((call) => call.sent)).toEqual([
      {
        firstName: 'Cora',
        lastName: 'Chen',
        email: '',
        phone: '+16175550144',
        gender: 1,
        dateOfBirth: '1980-03-05',
        hasCase: 0,
        status: 0,
        userType: 1,
      },
    ]);
    await waitFor(() => expect(page.router.state.location.search).toEqual({ group: 0 }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('PST-07 PNW-14 whoever has no list of pending patients stays where they were, and reads who finds the patient', async () => {
    const page = await openAdd({ viewer: nurse, replies: [added] });
    await fill(page);
    await female(page);
    await submit(page);
    expect(await screen.findByText(success)).toBeDefined();
    expect(page.router.state.location.search).toEqual({});
    // The message goes away by itself; where the patient is stays said.
    const said = /^Cora Chen is pending, so you do not see this patient yet\..*“Pending Patients”/;
    expect(screen.getByText(said)).toBeDefined();
    await page.user.click(screen.getByRole('button', { name: 'Got it' }));
    expect(screen.queryByText(said)).toBeNull();
  });

  test('PNW-03 PNW-13 OPC-54 CLN-15 without contact information neither phone nor email is asked for or sent', async () => {
    const page = await openAdd({
      viewer: { ...root, modules: ['Assessments', 'NurseReorder'] },
      replies: [[api.addPatientWithoutContact, { message: success, u_id: 41 }]],
    });
    await page.user.click(page.dialog.getByRole('checkbox', { name: 'No Contact Information' }));
    expect(page.dialog.queryByRole('textbox', { name: 'Mobile Phone' })).toBeNull();
    await fill(page);
    await female(page);
    await submit(page);
    expect(await screen.findByText(success)).toBeDefined();
    const [call] = page.callsOf(api.addPatientWithoutContact);
    const { mainContact, userAttributes } = call!.sent as {
      mainContact: { type: string; value: string };
      userAttributes: unknown;
    };
    expect(mainContact.type).toBe('email');
    expect(mainContact.value).toMatch(/^patient-[0-9a-f-]{36}@no-email\.invalid$/);
    expect(userAttributes).toEqual([
      { Name: 'fname', Value: 'Cora' },
      { Name: 'lname', Value: 'Chen' },
      { Name: 'dob', Value: '1980-03-05' },
      { Name: 'gender', Value: '1' },
    ]);
    expect(page.callsOf(api.addPatient)).toEqual([]);
  });

  test('PNW-09 OPC-56 of an empty form only the first message is shown, as an alert, and nothing is sent', async () => {
    const page = await openAdd({ replies: [added] });
    await submit(page);
    expect((await page.dialog.findAllByRole('alert')).map((one) => one.textContent)).toEqual([
      'First Name is required',
    ]);
    expect(page.dialog.queryByText('Last Name is required')).toBeNull();
    expect(page.callsOf(api.addPatient)).toEqual([]);
  });

  test('PNW-04 PNW-05 PNW-06 PNW-07 PNW-08 CCN-09 OPC-56 OPC-57 each thing that is wrong has its words', async () => {
    const page = await openAdd({ replies: [added] });
    await fill(page);
    const said = async (given: Record<string, string>) => {
      await fill(page, given);
      await submit(page);
      return (await page.dialog.findByRole('alert')).textContent;
    };
    for (const [given, message] of [
      [{ 'First Name': 'x'.repeat(33) }, 'First Name is too long (maximum is 32 characters)'],
      [{ 'Last Name': '' }, 'Last Name is required'],
      [{ 'Last Name': 'x'.repeat(33) }, 'Last Name is too long (maximum is 32 characters)'],
      [{ Email: 'a@' }, 'Email is invalid'],
      [{ Email: `${'x'.repeat(139)}@example.com` }, 'Email is too long (maximum is 150 characters)'],
      [{ Email: '', 'Mobile Phone': '' }, 'Mobile Phone is required'],
      [{ 'Mobile Phone': '617-555' }, 'Mobile Phone is invalid'],
      [{ 'Mobile Phone': 'x'.repeat(21) }, 'Mobile Phone is too long (maximum is 20 characters)'],
      [{ 'Date of Birth': '' }, 'Date of Birth is required'],
      [{ 'Date of Birth': '1/1/90' }, 'Date of Birth is invalid'],
      [{ 'Date of Birth': '13/45/2020' }, 'Date of Birth is invalid'],
      [{ 'Date of Birth': '01/01/2999' }, 'Date of Birth is invalid'],
      [{ 'Date of Birth': 'x'.repeat(21) }, 'Date of Birth is too long (maximum is 20 characters)'],
      [{}, 'Gender is required'],
    ] as const)
      expect([given, await said(given)]).toEqual([given, message]);
    expect(page.callsOf(api.addPatient)).toEqual([]);
  });

  test('PNW-04 PNW-05 PNW-07 the longest names are taken, and digits are put into their form', async () => {
    const page = await openAdd({ replies: [added] });
    const long = 'x'.repeat(32);
    await fill(page, {
      'First Name': long,
      'Last Name': long,
      'Mobile Phone': '6175550144',
      'Date of Birth': '03051980',
    });
    await female(page);
    await submit(page);
    await waitFor(() => expect(page.callsOf(api.addPatient)).toHaveLength(1));
    expect(page.callsOf(api.addPatient)[0]?.sent).toMatchObject({ phone: '+16175550144', dateOfBirth: '1980-03-05' });
  });

  test('PNW-15 CER-37 what the server says is shown, and what was typed stays', async () => {
    const taken = failure(400, 'A patient with this email already exists.', 'patient.email_taken');
    const page = await openAdd({ replies: [[api.addPatient, taken]] });
    await fill(page, { Email: 'ann@example.com' });
    await female(page);
    await submit(page);
    expect((await page.dialog.findByRole('alert')).textContent).toBe('A patient with this email already exists.');
    expect(page.dialog.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe('ann@example.com');
  });

  test('REL-06 a patient whose phone is corrected after a lost answer is not added twice: what is not known is not claimed, and the first one is said', async () => {
    const page = await openAdd({ replies: [[api.addPatient, doesFirst({ message: success, u_id: 40 })]] });
    await fill(page);
    await female(page);
    await submit(page);
    await page.dialog.findByText('It is not known whether the patient was added');
    await type(page.user, page.dialog.getByRole('textbox', { name: 'Mobile Phone' }), '617-555-0199');
    await submit(page);
    await page.dialog.findByText('The patient was not added');
    expect(page.dialog.getByText(firstTryDone.body.message)).toBeDefined();
    expect(page.callsOf(api.addPatient)).toHaveLength(2);
    expect(screen.queryByText(success)).toBeNull();
  });

  test('REL-06 nor is one who is entered without contact information after the answer to the other was lost', async () => {
    const page = await openAdd({
      viewer: { ...root, modules: ['Assessments', 'NurseReorder'] },
      replies: [
        [api.addPatient, () => Promise.reject(new TypeError('the line is dead'))],
        [
          api.addPatientWithoutContact,
          ({ headers }: Call) =>
            headers.has('idempotency-instead-of') ? firstTryDone : { message: success, u_id: 41 },
        ],
      ],
    });
    await fill(page);
    await female(page);
    await submit(page);
    await page.dialog.findByText('It is not known whether the patient was added');
    await page.user.click(page.dialog.getByRole('checkbox', { name: 'No Contact Information' }));
    // It stays said while other things are entered.
    expect(page.dialog.getByText('It is not known whether the patient was added')).toBeDefined();
    await submit(page);
    expect(await page.dialog.findByText('The patient was not added')).toBeDefined();
    expect(screen.queryByText(success)).toBeNull();
  });

  test('PNW-01 similar patients are shown and never keep anybody from adding', async () => {
    const page = await openAdd({ replies: [added, [api.listSimilarPatients, { patients: [aListed()] }]] });
    await fill(page);
    await female(page);
    expect(await page.dialog.findByText('There is already a similar patient')).toBeDefined();
    expect(page.dialog.getByText('Ann Archer, born 03/05/1980, phone 617-555-0123')).toBeDefined();
    expect(page.callsOf(api.listSimilarPatients).at(-1)?.query).toEqual({
      firstName: 'Cora',
      lastName: 'Chen',
      dateOfBirth: '1980-03-05',
      phone: '+16175550144',
    });
    await submit(page);
    expect(await screen.findByText(success)).toBeDefined();
  });

  test('PNW-01 a press that comes before the answer waits for it: the first one shows who is similar, the next one adds', async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const page = await openAdd({ replies: [added, [api.listSimilarPatients, () => promise]] });
    await fill(page);
    await female(page);
    await submit(page);
    expect(isOff(page.dialog.getByRole('button', { name: 'Add Patient' }))).toBe(true);
    resolve({ patients: [aListed()] });
    expect(await page.dialog.findByText('There is already a similar patient')).toBeDefined();
    await waitFor(() => expect(isOff(page.dialog.getByRole('button', { name: 'Add Patient' }))).toBe(false));
    expect(page.callsOf(api.addPatient)).toEqual([]);
    await submit(page);
    expect(await screen.findByText(success)).toBeDefined();
  });

  test('PNW-01 what is looked for at the press is what is typed now', async () => {
    const similar: Reply = [
      api.listSimilarPatients,
      ({ query }: Call) => ({ patients: query.firstName === 'Ann' ? [aListed()] : [] }),
    ];
    const page = await openAdd({ replies: [added, similar] });
    await fill(page);
    await female(page);
    await type(page.user, page.dialog.getByRole('textbox', { name: 'First Name' }), 'Ann');
    // The field is not left by it.
    await page.user.keyboard('{Enter}');
    expect(await page.dialog.findByText('There is already a similar patient')).toBeDefined();
    expect(page.callsOf(api.addPatient)).toEqual([]);
    await page.user.keyboard('{Enter}');
    expect(await screen.findByText(success)).toBeDefined();
  });

  test('PNW-01 a look-up that fails keeps nobody from adding', async () => {
    const page = await openAdd({ replies: [added, [api.listSimilarPatients, failure(500)]] });
    await fill(page);
    await female(page);
    await submit(page);
    expect(await screen.findByText(success)).toBeDefined();
  });
});

describe('an import', () => {
  const csv = 'firstName,lastName,dateOfBirth,gender\nCora,Chen,03/05/1980,1';
  const aLine = {
    line: 2,
    name: 'Cora Chen',
    dateOfBirth: '1980-03-05',
    gender: 1,
    patientType: 2,
    problems: [] as string[],
    similar: [] as { u_ID: number; name: string }[],
    similarLine: null as number | null,
  };
  const aSimilarLine = { ...aLine, similar: [{ u_ID: 31, name: 'Ann Archer' }] };
  const fileOf = (content: BlobPart) => new File([content], 'patients.csv', { type: 'text/csv' });
  const openImport = async (reply: unknown, file = fileOf(csv)) => {
    const page = openPatients({
      replies: [
        [importPatients, reply],
        [api.listPatients, listReply([])],
      ],
    });
    await press(page.user, 'Import');
    const dialog = within(await screen.findByRole('dialog', { name: 'Import patients from CSV' }));
    expect(dialog.getByRole('button', { name: 'Check file' })).toBeDefined();
    await page.user.upload(dialog.getByLabelText(/File/), file);
    return { ...page, dialog };
  };
  const asked = (page: { callsOf: ReturnType<typeof openPatients>['callsOf'] }) =>
    page.callsOf(importPatients).map((call) => call.body);

  test('OPC-53 a file is tried first, who is similar is shown, and then it comes in', async () => {
    const page = await openImport(({ body }: { body: { dryRun: boolean } }) => ({
      lines: [aSimilarLine],
      added: body.dryRun ? 0 : 1,
      message: '1 patient imported.',
    }));
    expect(await page.dialog.findByText('Similar to Ann Archer')).toBeDefined();
    expect(
      page.dialog.getByText('The row is similar to a patient who is there already. Nobody has been imported yet.'),
    ).toBeDefined();
    expect(asked(page)).toEqual([{ csv, g_id: null, dryRun: true }]);
    await page.user.selectOptions(page.dialog.getByRole('combobox', { name: 'Care group' }), '3');
    await page.user.click(page.dialog.getByRole('button', { name: 'Import 1 patient' }));
    const question = within(await screen.findByRole('dialog', { name: 'Import 1 patient?' }));
    await page.user.click(question.getByRole('button', { name: 'Import 1 patient' }));
    expect(await screen.findByText('1 patient imported.')).toBeDefined();
    expect(asked(page)[1]).toEqual({ csv, g_id: 3, dryRun: false });
    await waitFor(() => expect(page.router.state.location.search).toEqual({ group: 0 }));
  });

  test('a file whose patients are there already says how many rows are similar, and asks once before they come in a second time', async () => {
    const dead = () => Promise.reject(new TypeError('the line is dead'));
    const rows = [
      aSimilarLine,
      { ...aLine, line: 3, similarLine: 2 },
      { ...aSimilarLine, line: 4, similarLine: 2 },
      { ...aLine, line: 5 },
    ];
    const page = await openImport({ lines: rows, added: 0, message: '' });
    const said = '3 of 4 rows are similar to patients who are there already or to earlier rows.';
    await page.dialog.findByText(`${said} Nobody has been imported yet.`);
    const bringIn = page.dialog.getByRole('button', { name: 'Import 4 patients' });
    const ask = async () => {
      await page.user.click(bringIn);
      return within(await screen.findByRole('dialog', { name: 'Import 4 patients?' }));
    };
    const first = await ask();
    expect(first.getByText(`${said} All 4 patients would be added as new ones.`)).toBeDefined();
    await page.user.click(first.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import 4 patients?' })).toBeNull());
    expect(asked(page).map(({ dryRun }) => dryRun)).toEqual([true]);
    page.answer(importPatients, dead);
    await page.user.click((await ask()).getByRole('button', { name: 'Import 4 patients' }));
    await page.dialog.findByText('It is not known whether the patients were imported');
    // It was answered, and the next press finds out what became of it.
    page.answer(importPatients, { lines: rows, added: 4, message: '4 patients imported.' });
    await page.user.click(bringIn);
    expect(await screen.findByText('4 patients imported.')).toBeDefined();
    expect(asked(page).map(({ dryRun }) => dryRun)).toEqual([true, false, false]);
  });

  test('one row of several that is similar is told as one', async () => {
    const page = await openImport({ lines: [aSimilarLine, { ...aLine, line: 3 }], added: 0, message: '' });
    await page.dialog.findByText(
      '1 of 2 rows is similar to a patient who is there already or to an earlier row. Nobody has been imported yet.',
    );
  });

  test('REL-06 an import whose answer was lost is not said to have failed, and another choice is told what it takes the place of; a check never is', async () => {
    const dead = () => Promise.reject(new TypeError('the line is dead'));
    const page = await openImport(dead);
    await page.dialog.findByText('Unable to make request');
    page.answer(importPatients, { lines: [aLine], added: 0, message: '' });
    await page.user.selectOptions(page.dialog.getByRole('combobox', { name: 'Care group' }), '3');
    await page.user.click(page.dialog.getByRole('button', { name: 'Check again' }));
    const bringIn = await page.dialog.findByRole('button', { name: 'Import 1 patient' });
    page.answer(importPatients, dead);
    await page.user.click(bringIn);
    await page.dialog.findByText('It is not known whether the patients were imported');
    page.answer(importPatients, firstTryDone);
    await page.user.selectOptions(page.dialog.getByRole('combobox', { name: 'Care group' }), '');
    await page.user.click(bringIn);
    await page.dialog.findByText('The patients were not imported');
    const calls = page.callsOf(importPatients);
    expect(calls.map(({ body }) => body.dryRun)).toEqual([true, true, false, false]);
    const [, , third] = calls.map(({ headers }) => headers.get('idempotency-key'));
    expect(calls.map(({ headers }) => headers.get('idempotency-instead-of'))).toEqual([null, null, null, third]);
  });

  test('OPC-53 a row that is similar to an earlier one says to which, and the file can come in all the same', async () => {
    const twin = { ...aLine, line: 3, name: 'Cora Cheng', similarLine: 2 };
    const page = await openImport({ lines: [aLine, twin], added: 0, message: '' });
    expect(await page.dialog.findByText('Similar to line 2, Cora Chen')).toBeDefined();
    expect(page.dialog.getAllByText('In order')).toHaveLength(1);
    expect(page.dialog.getByRole('button', { name: 'Import 2 patients' })).toBeDefined();
  });

  test('PNW-06 PRF-02 OPC-53 the ways to write a date of birth, and the words for gender and type, are told, stand in the template, and what each row was read as is shown', async () => {
    const files = watchDownloads();
    const page = await openImport({
      lines: [aLine, { ...aLine, line: 3, name: 'Dan Dow', dateOfBirth: null, gender: null, patientType: null }],
      added: 0,
      message: '',
    });
    expect(
      page.dialog.getByText(/Gender is Male, Female or Other; patient type is Portal, Non-Portal or Non-Digital\./),
    ).toBeDefined();
    expect(
      page.dialog.getByText(/Date of birth is MM\/DD\/YYYY or YYYY-MM-DD: 05-Mar-1980 is 03\/05\/1980 or 1980-03-05\./),
    ).toBeDefined();
    await page.dialog.findByText('Dan Dow');
    const cells = page.dialog
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      );
    expect(cells.map((row) => row.slice(0, 5))).toEqual([
      ['2', 'Cora Chen', '05-Mar-1980', 'Female', 'Non-Portal'],
      ['3', 'Dan Dow', '', '', ''],
    ]);
    await page.user.click(page.dialog.getByRole('button', { name: 'Download template' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(await files[0]?.text).toContain('Ann,Archer,03/05/1980,Female,617-555-0123,ann@example.com,Portal');
  });

  test('OPC-53 while a row has a problem nobody comes in', async () => {
    const problems = ['Date of Birth is invalid'];
    const page = await openImport({ lines: [{ ...aLine, problems }], added: 0, message: '' });
    expect(await page.dialog.findByText('Date of Birth is invalid')).toBeDefined();
    expect(page.dialog.getByText('1 row has a problem. Correct the file and choose it again.')).toBeDefined();
    expect(page.dialog.queryByRole('button', { name: /^Import/ })).toBeNull();
  });

  const muller = csv.replace('Cora,Chen', 'José,Müller');
  test('a file whose letters cannot be read says how to save it, and is not sent', async () => {
    const page = await openImport({ lines: [aLine], added: 0, message: '' }, fileOf(Buffer.from(muller, 'latin1')));
    expect((await page.dialog.findByRole('alert')).textContent).toBe(
      'This file is not saved as UTF-8, so some letters cannot be read. Save it as “CSV UTF-8” and choose it again.',
    );
    expect(asked(page)).toEqual([]);
    expect(isOff(page.dialog.getByRole('button', { name: 'Check file' }))).toBe(true);
  });

  test.each([
    ['as UTF-8', Buffer.from(muller)],
    ['as UTF-8 with a mark before it', Buffer.from(`\ufeff${muller}`)],
    ['as UTF-16', Buffer.from(`\ufeff${muller}`, 'utf16le')],
    ['as UTF-16, its bytes the other way round', Buffer.from(`\ufeff${muller}`, 'utf16le').swap16()],
  ])('a file that is saved %s is read letter by letter', async (_, content) => {
    const page = await openImport({ lines: [aLine], added: 0, message: '' }, fileOf(content));
    await page.dialog.findByText('Every row is in order. Nobody has been imported yet.');
    expect(asked(page)).toEqual([{ csv: muller, g_id: null, dryRun: true }]);
  });

  test('a file that was corrected is checked again when it is chosen again at its place', async () => {
    const file = fileOf(csv);
    const problems = ['Date of Birth is invalid'];
    const page = await openImport({ lines: [{ ...aLine, problems }], added: 0, message: '' }, file);
    await page.dialog.findByText('1 row has a problem. Correct the file and choose it again.');
    page.answer(importPatients, { lines: [aLine], added: 0, message: '' });
    await page.user.upload(page.dialog.getByLabelText(/File/), file);
    expect(await page.dialog.findByText('Every row is in order. Nobody has been imported yet.')).toBeDefined();
    expect(asked(page)).toHaveLength(2);
  });

  test('OPC-53 what is wrong with the file as a whole is said', async () => {
    const wrong = { status: 400, body: { code: 'invalid', message: '', fields: { csv: 'has no column gender' } } };
    const page = await openImport(wrong);
    expect((await page.dialog.findByRole('alert')).textContent).toBe('The file has no column gender.');
  });

  test('PST-06 without root access there is none', async () => {
    openPatients({ viewer: nurse });
    await screen.findByRole('button', { name: 'Create New Patient' });
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  });
});
