import { expect, test } from 'vitest';
import { addParticipant, changeParticipant } from './endpoints.ts';

const ada = { fname: 'Ada', lname: 'Lovelace', g_id: 7, dob: '1980-03-05', subject_number: '101-001', gender: 1 };
const problemsOf = (given: object): Record<string, string> =>
  Object.fromEntries(
    (addParticipant.body.safeParse({ ...ada, ...given }).error?.issues ?? []).map((issue) => [
      issue.path.join('.'),
      issue.message,
    ]),
  );

test.each<[string, object]>([
  ['PAR-14 CON-08 a first name of 15 characters', { fname: 'x'.repeat(15) }],
  ['PAR-15 CON-08 a last name of 20 characters', { lname: 'x'.repeat(20) }],
  ['PAR-14 15 characters outside the basic plane', { fname: '𝒜'.repeat(15) }],
  ['PAR-13 OPS-62 a subject number off the mask', { subject_number: '12-34' }],
  ['PAR-16 no e-mail', { email: null }],
  ['PAR-16 an empty e-mail', { email: '' }],
  [
    'PAR-16 CON-08 an e-mail of 150 characters',
    { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(20)}.example` },
  ],
  ['PAR-17 no phone', { phone: null }],
  ['PAR-17 a phone', { phone: '+33142685300' }],
  ['PAR-18 no address', { address: null }],
  ['PAR-11 a man', { gender: 0 }],
  ['PAR-11 OPS-19 a woman, as text', { gender: '1' }],
  ['OPS-64 a preferred contact', { preferred_contact: 0 }],
])('a participant with %s is accepted', (_case, given) => {
  expect(problemsOf(given)).toEqual({});
});

test.each<[string, object, Record<string, string>]>([
  ['PAR-14 CON-08', { fname: 'x'.repeat(16) }, { fname: 'The length of first name must be 15 characters or fewer.' }],
  ['PAR-15 CON-08', { lname: 'x'.repeat(21) }, { lname: 'The length of last name must be 20 characters or fewer.' }],
  ['PAR-14 PAR-15', { fname: ' ', lname: '' }, { fname: 'is required', lname: 'is required' }],
  ['PAR-16', { email: 'nobody' }, { email: 'is not a valid email' }],
  [
    'PAR-16 CON-08',
    { email: `${'x'.repeat(60)}@${'y'.repeat(60)}.${'z'.repeat(21)}.example` },
    { email: 'is too long (maximum is 150 characters)' },
  ],
  ['PAR-17', { phone: '123' }, { phone: 'Invalid phone number' }],
  [
    'PAR-18',
    { address: { street: '1 Main Street', city: 'Boston', state: 'MA', zip: '1', country: 'US' } },
    { 'address.zip': 'Invalid zip code (e.g. 12345).' },
  ],
  ['PAR-19', { dob: '0000-01-01' }, { dob: 'is required' }],
  ['PAR-19 PAR-20', { dob: '05/03/1980' }, { dob: 'must be a date in the form YYYY-MM-DD' }],
  ['PAR-19', { dob: '2023-02-29' }, { dob: 'must be a date in the form YYYY-MM-DD' }],
  ['PAR-19 PAR-11', { gender: 2 }, { gender: 'must be 0 or 1' }],
])('%s %j is refused with the sentence', (_row, given, problems) => {
  expect(problemsOf(given)).toEqual(problems);
});

test('PAR-19 OPS-65 trial, gender and date of birth are required', () => {
  const { error } = addParticipant.body.safeParse({ fname: 'Ada', lname: 'Lovelace', subject_number: '1' });
  expect(error?.issues.map((issue) => issue.path.join('.')).sort()).toEqual(['dob', 'g_id', 'gender']);
});

test('SEC-25 fields that are not the client’s to set are refused', () => {
  for (const field of ['ctrxId', 'isActive', 'version', 'participantId', 'trial', 'company_id']) {
    expect(addParticipant.body.safeParse({ ...ada, [field]: 1 }).success, field).toBe(false);
  }
  expect(
    changeParticipant.body.safeParse({ ...ada, participant_id: 1, addressChanged: 0, ctrxId: 'CTRX1' }).success,
  ).toBe(false);
});
