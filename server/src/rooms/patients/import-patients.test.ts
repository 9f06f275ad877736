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

test('OPC-53 of a column that is not known a file is told which ones are', async () => {
  const s = await openClinic();
  const { status, fields } = await s.people.root.call(importPatients, { body: { csv: 'sex\nMale', dryRun: 1 } });
  expect([status, fields?.['csv']]).toEqual([
    400,
    'has a column that is not known: sex. The columns are firstName, lastName, dateOfBirth, gender, phone, email, patientType',
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
