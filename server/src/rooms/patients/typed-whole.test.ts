import * as api from '@portal/contract/patients/endpoints.ts';
import { expect, test } from 'vitest';
import { openClinic } from '#test/patients.ts';
import { wholeOf } from './list-patients.ts';

test.each([
  ['617-555-0101', '+16175550101'],
  [' (617) 555-0101 ', '+16175550101'],
  ['6175550101', '+16175550101'],
  ['+16175550101', '+16175550101'],
  ['1 617-555-0101', '+16175550101'],
  ['03/04/1950', '1950-03-04'],
  ['1950-03-04', '1950-03-04'],
  ['617-555-010', undefined],
  ['02/30/1950', undefined],
  ['03/04/19', undefined],
  ['ada 03/04/1950', undefined],
  ['', undefined],
])('PCG-04 %s is looked up as %s', (typed, value) => {
  expect(wholeOf(typed)?.value).toBe(value);
});

test('PCG-04 PST-07 OPC-49 who has a phone or a date of birth that was typed to its end is found within one’s groups, status and type alone', async () => {
  const s = await openClinic();
  const { root, nurse, other } = s.people;
  const born = { dateOfBirth: '1961-07-08' };
  const inHeart = await s.anActivePatient({ ...born, lastName: 'Alpha', phone: '+16175550199' });
  const inDiabetes = await s.anActivePatient({ ...born, lastName: 'Beta' }, [s.groups.diabetes]);
  const pending = await s.aPatient({ ...born, lastName: 'Gamma' }, [s.groups.heart]);
  await s.anActivePatient({ dateOfBirth: '1961-07-09' });
  const found = async (by: typeof root, query: object) => {
    const { reply } = await by.call(api.listPatients, { query: query as never });
    return [reply.patients.map(({ u_ID }) => u_ID), reply.totalPatients];
  };
  expect(await found(root, { filter_all_fields: '07/08/1961' })).toEqual([[inHeart, inDiabetes, pending], 3]);
  expect(await found(root, { filter_all_fields: '07/08/1961', patient_status: 0 })).toEqual([[pending], 1]);
  expect(await found(root, { filter_all_fields: '1961-07-08', g_id: s.groups.heart })).toEqual([[inHeart, pending], 2]);
  expect(await found(root, { filter_all_fields: '07/08/1961', patient_start: 1, patient_limit: 1 })).toEqual([
    [inDiabetes],
    3,
  ]);
  expect(await found(nurse, { filter_all_fields: '07/08/1961' })).toEqual([[inHeart], 1]);
  expect(await found(nurse, { filter_all_fields: '617-555-0199' })).toEqual([[inHeart], 1]);
  expect(await found(other, { filter_all_fields: '617-555-0199' })).toEqual([[], 0]);
  expect(await found(root, { filter_all_fields: '07/08/1961', patient_type: 3 })).toEqual([[], 0]);
  // In names alone nobody has a number.
  expect(await found(root, { search: '07/08/1961' })).toEqual([[], 0]);
});
