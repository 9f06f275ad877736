import { expect, test } from 'vitest';
import { asUtc, recordName, valueWords } from './values.ts';

const names = { 'partner:2': 'Northgate', 'product:5': 'Aurelix', 'provider:7': 'Nora Quill' };

test.each([
  ['last_name', null, ''],
  ['last_name', '', ''],
  ['last_name', 'Byron', 'Byron'],
  ['is_active', true, 'Yes'],
  ['is_active', false, 'No'],
  ['gender', 1, 'Female (1)'],
  ['quantity', 0, '0'],
  ['partner_id', 2, 'Northgate (2)'],
  ['partner_id', 3, '3'],
  ['born_on', '1980-03-05', '05-Mar-1980'],
  ['used_at', '2026-11-22T09:00:00.123Z', '22-Nov-2026 09:00:00.123 UTC'],
  ['modules', ['TrialCard', 'MFA'], 'TrialCard, MFA'],
  ['address', { street: '1 Main Street', street2: '', zip: '02110' }, 'Street: 1 Main Street; ZIP: 02110'],
  [
    'products',
    [
      { product_id: 5, quantity: 4 },
      { product_id: 6, quantity: 1 },
    ],
    'Product: Aurelix (5); Quantity: 4\nProduct: 6; Quantity: 1',
  ],
  [
    'products',
    [
      { product_id: 5, drug_name: 'Aurelix 50', dosage_form: 'Tablet', quantity: 4, quantity_unit: 'Bottle' },
      { product_id: 5, quantity: 1 },
    ],
    'Product: 5; Drug name: Aurelix 50; Dosage form: Tablet; Quantity: 4; Quantity unit: Bottle\nProduct: Aurelix (5); Quantity: 1',
  ],
  ['toString', 1, '1'],
])('P11-14 a stored value reads in plain words: %s %j', (field, value, words) => {
  expect(valueWords('participant', field, value, names)).toBe(words);
});

test.each([
  ['participant', 'preferred_contact', 0, 'Email (0)'],
  ['participant', 'preferred_contact', 1, 'Phone (1)'],
  ['participant', 'preferred_contact', 2, 'Phone (2)'],
  ['participant', 'preferred_contact', -1, 'Phone (-1)'],
  ['account', 'preferred_contact', 1, 'Phone (1)'],
  ['participant', 'gender', 2, '2'],
  ['participant', 'type', 2, '2'],
  ['patient', 'preferred_contact', 0, 'Email (0)'],
  ['patient', 'preferred_contact', 1, 'Text (1)'],
  ['patient', 'preferred_contact', 3, 'Text & Email (3)'],
  ['patient', 'preferred_contact', -1, 'None (-1)'],
  ['patient', 'preferred_contact', 2, '2'],
  ['patient', 'gender', 0, 'Male (0)'],
  ['patient', 'gender', 2, 'Other/Prefer not to say (2)'],
  ['patient', 'type', 2, 'Non-Portal (2)'],
  ['patient', 'quantity', 2, '2'],
  ['patient_prescription', 'display_status', 102, 'Authorizing (102)'],
  ['patient_prescription', 'display_status', 103, 'Authorizing (103)'],
  ['patient_prescription', 'displayStatus', 3, 'Shipped (3)'],
  ['patient', 'order_status', 4, 'Cancelled (4)'],
  ['patient', 'order_status', 42, '42'],
  ['patient_recovery', 'status', 2, 'Denied (2)'],
  ['patient_consent', 'code', 0, 'Revoked Text Consent (0)'],
  ['patient', 'toString', 1, '1'],
])('P11-14 of a %s the code %s %j reads “%s”', (kind, field, value, words) => {
  expect(valueWords(kind, field, value, names)).toBe(words);
});

test('P11-11 P11-14 two codes of one word are told apart', () => {
  const [old, changed] = [1, 2].map((value) => valueWords('participant', 'preferred_contact', value, names));
  expect([old, changed]).toEqual(['Phone (1)', 'Phone (2)']);
});

test('P11-14 a record goes by its kind, its name if it has one, and its number', () => {
  const name = (recordKind: string, recordId: string) => recordName({ recordKind, recordId }, names);
  expect([name('account', '7'), name('partner', '3'), name('shipment_request', '17'), name('new_thing', '1')]).toEqual([
    'Account Nora Quill (7)',
    'Partner 3',
    'Shipment request 17',
    'New thing 1',
  ]);
});

test('P11-13 a time is told in UTC to the millisecond, wherever the browser is', () => {
  expect(asUtc(new Date('2026-03-05T00:30:05.007+05:30'))).toBe('04-Mar-2026 19:00:05.007 UTC');
});
