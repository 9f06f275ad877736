import * as api from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { expect, test } from 'vitest';
import { openClinic } from '#test/patients.ts';

const head = 'firstName,lastName,dateOfBirth,gender,patientType';

test('PNW-06 PRF-02 OPC-53 a file says gender and type by their words, in any case, or by their codes', async () => {
  const s = await openClinic();
  const lines = [
    'Ada,One,12/10/1950,Female,Portal',
    'Ben,Two,12/10/1950,MALE,non-portal',
    'Cora,Three,12/10/1950,other,Non-Digital',
    'Dan,Four,12/10/1950,Other/Prefer not to say,',
    'Eve,Five,12/10/1950,0,3',
    'Fay,Six,12/10/1950,Woman,Digital',
  ];
  const bring = (rows: string[], dryRun: 0 | 1) =>
    s.people.root.call(importPatients, { body: { csv: [head, ...rows].join('\n'), g_id: s.groups.heart, dryRun } });
  const { reply } = await bring(lines, 1);
  expect(reply.lines.map(({ gender, patientType, problems }) => [gender, patientType, problems])).toEqual([
    [1, 1, []],
    [0, 2, []],
    [2, 3, []],
    [2, 2, []],
    [0, 3, []],
    [null, null, ['Gender is invalid', 'Patient Type must be Portal, Non-Portal or Non-Digital']],
  ]);
  expect((await bring(lines.slice(0, 5), 0)).reply.added).toBe(5);
  const query = { g_id: s.groups.heart, patient_status: 0 } as const;
  const listed = (await s.people.root.call(api.listPatients, { query })).reply.patients;
  expect(listed.map(({ name, patientType }) => `${name} ${patientType}`).toSorted()).toEqual([
    'Ada One 1',
    'Ben Two 2',
    'Cora Three 3',
    'Dan Four 2',
    'Eve Five 3',
  ]);
  expect(
    await s
      .rows<{ gender: number }>('select gender from patient order by first_name')
      .then((rows) => rows.map(({ gender }) => gender)),
  ).toEqual([1, 0, 2, 2, 0]);
});

test('OPC-53 a file that cannot be read as a whole is told why', async () => {
  const s = await openClinic();
  const columns = 'firstName, lastName, dateOfBirth, gender, phone, email, patientType';
  for (const [csv, said] of [
    ['sex\nMale', `has a column that is not known: sex. The columns are ${columns}`],
    ['firstName,,lastName\nAda,x,One', 'has a column without a heading'],
    [
      'firstName,lastName,dateOfBirth,gender,email,email\nAda,One,12/10/1950,1,a@x.example,b@x.example',
      'has the column “email” twice',
    ],
    [
      `${head}\nAda,One,12/10/1950,Female,\n"Ben,Two,12/10/1950,Male,\nCora,"Three",12/10/1950,Other,`,
      'has a quote in line 3 that is not closed',
    ],
    [' \n', 'is not a CSV file'],
    [`${head}\n,,,,\n`, 'has no patients'],
  ] as const) {
    const { status, fields } = await s.people.root.call(importPatients, { body: { csv, dryRun: 1 } });
    expect([status, fields?.['csv']]).toEqual([400, said]);
  }
});

test('OPC-53 OPC-57 CCN-15 of each line is told which day it was read as, whatever stands between the values, and one patient is one', async () => {
  const s = await openClinic();
  const csv = ['firstName;lastName;dateOfBirth;gender', 'Ada;One, the first;05/03/1980;1', 'Ben;Two;1980-03-05;0'];
  const bring = async (rows: string[], dryRun: 0 | 1) =>
    (await s.people.root.call(importPatients, { body: { csv: rows.join('\n'), dryRun } })).reply;
  const { lines } = await bring([...csv, 'Cora;Three;25/03/1980;1'], 1);
  expect(lines.map(({ name, dateOfBirth, problems }) => [name, dateOfBirth, problems])).toEqual([
    ['Ada One, the first', '1980-05-03', []],
    ['Ben Two', '1980-03-05', []],
    ['Cora Three', null, ['Date of Birth is invalid']],
  ]);
  const one = csv.slice(0, 2);
  expect((await bring(one, 1)).message).toBe('1 patient can be imported.');
  expect((await bring(one, 0)).message).toBe('1 patient imported. Now in pending patients.');
});

test('OPC-53 OPC-57 a date of birth is read without its zeros too, as a spreadsheet saves it; a year of two digits and a day that no month has stay refused', async () => {
  const s = await openClinic();
  const days = ['3/5/1980', '12/1/1975', '3/05/1980', '3/5/80', '2/30/1980', '25/3/1980', '1/1/2999'];
  const csv = [head, ...days.map((day, n) => `Ada,Number${n},${day},Female,`)].join('\n');
  const { lines } = (await s.people.root.call(importPatients, { body: { csv, dryRun: 1 } })).reply;
  const isWrong = ['Date of Birth is invalid'];
  expect(lines.map(({ dateOfBirth, problems }) => [dateOfBirth, problems])).toEqual([
    ['1980-03-05', []],
    ['1975-12-01', []],
    ['1980-03-05', []],
    [null, isWrong],
    [null, isWrong],
    [null, isWrong],
    ['2999-01-01', isWrong],
  ]);
});

test('OPC-53 a line with more values than there are columns is named, and nobody comes in', async () => {
  const s = await openClinic();
  const lines = [
    'Ada,One,12/10/1950,Female,,,',
    'Ben,Two,12/10/1950,Male,Portal,617-555-0101',
    'Cora,Three,12/10/1950,1,',
  ];
  const { reply } = await s.people.root.call(importPatients, { body: { csv: [head, ...lines].join('\n'), dryRun: 0 } });
  expect(reply.lines.map(({ line, problems }) => [line, problems])).toEqual([
    [2, []],
    [3, ['Line 3 has 6 values, but there are only 5 columns.']],
    [4, []],
  ]);
  expect([reply.added, await s.rows('select from patient where company_id = $1', [s.companyId])]).toEqual([0, []]);
});

test('OPC-53 who is similar to an earlier line of the file is told by that line and can come in, and no two have one e-mail or phone', async () => {
  const s = await openClinic();
  const bring = async (lines: string[], dryRun: 0 | 1) =>
    (
      await s.people.root.call(importPatients, {
        body: { csv: ['firstName,lastName,dateOfBirth,gender,phone,email', ...lines].join('\n'), dryRun },
      })
    ).reply;
  const twice = [
    'Ada,Lovelace,12/10/1950,1,,',
    'Ben,Lovelace,12/11/1950,0,,',
    'ada,Lovelace ,1950-12-10,1,,',
    'Ada,Lovelace,12/10/1950,2,,',
  ];
  const trial = await bring(twice, 1);
  expect(trial.lines.map(({ line, similarLine, problems }) => [line, similarLine, problems])).toEqual([
    [2, null, []],
    [3, null, []],
    [4, 2, []],
    [5, 2, []],
  ]);
  expect((await bring(twice, 0)).added).toBe(4);

  const wrong = await bring(
    [
      'Cora,Cane,13/10/1950,1,617-555-0101,cora@x.example',
      'Cora,Cane,13/10/1950,1,,CORA@x.example',
      'Dan,Dow,12/12/1950,1,617-555-0101,',
    ],
    1,
  );
  expect(wrong.lines.map(({ similarLine, problems }) => [similarLine, problems])).toEqual([
    [null, ['Date of Birth is invalid']],
    [null, ['Date of Birth is invalid', 'Email is also in line 2']],
    [null, ['Mobile Phone is also in line 2']],
  ]);
});

test('a name that lost letters on its way into a file is named by its row, and nobody comes in', async () => {
  const s = await openClinic();
  const lines = [
    'Quentin,One,12/10/1950,Female,',
    'Jos\ufffd,M\ufffdller,12/10/1950,Male,',
    'José,Müller,12/10/1950,Male,',
  ];
  const { reply } = await s.people.root.call(importPatients, { body: { csv: [head, ...lines].join('\n'), dryRun: 0 } });
  expect(reply.lines.map(({ line, problems }) => [line, problems])).toEqual([
    [2, []],
    [
      3,
      [
        'First Name has letters that cannot be read. Save the file as “CSV UTF-8”.',
        'Last Name has letters that cannot be read. Save the file as “CSV UTF-8”.',
      ],
    ],
    [4, []],
  ]);
  expect([reply.added, await s.rows(`select 1 from patient where first_name = 'Quentin'`)]).toEqual([0, []]);
});

test('REL-06 PRV-03 a file under one key brings its patients in once, and nobody’s name is kept with the key', async () => {
  const s = await openClinic();
  const csv = [head, 'Ada,One,12/10/1950,Female,'].join('\n');
  const bring = (dryRun: 0 | 1) =>
    s.people.root.call(importPatients, {
      body: { csv, g_id: s.groups.heart, dryRun },
      headers: { 'idempotency-key': `import-${dryRun}` },
    });
  expect((await bring(1)).reply.lines).toMatchObject([{ name: 'Ada One', similar: [] }]);
  const first = (await bring(0)).reply;
  expect(first).toMatchObject({ added: 1, lines: [{ name: 'Ada One' }] });
  expect((await bring(0)).reply).toEqual({ ...first, lines: [] });
  expect(await s.rows('select first_name from patient where company_id = $1', [s.companyId])).toEqual([
    { first_name: 'Ada' },
  ]);
  // A trial is made anew, and finds who is there by now.
  expect((await bring(1)).reply.lines).toMatchObject([{ name: 'Ada One', similar: [{ name: 'Ada One' }] }]);
  expect(
    await s.rows(
      `select reply ->> 'added' as added from idempotency_key where company_id = $1 and reply::text like '%Ada%'`,
      [s.companyId],
    ),
  ).toEqual([]);
});
