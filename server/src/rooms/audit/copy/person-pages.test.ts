import { expect, test } from 'vitest';
import { trailAsTables } from './pages.ts';
import { fieldsAsTable, rowsAsTable } from './person-pages.ts';

/** Names and values in turn, or the values of rows. */
const cellsOf = (table: string) => [...table.matchAll(/<td>([^<]*)<\/td>/g)].map(([, cell]) => cell);

test('P11-19 the profile of a patient or a participant has words beside the codes that the portal shows as words', () => {
  const profile = { gender: 0, type: 2, preferred_contact: 3, version: 1 };
  expect(cellsOf(fieldsAsTable(profile, 'patient'))).toEqual([
    'Gender',
    'Male (0)',
    'Type',
    'Non-Portal (2)',
    'Preferred contact',
    'Text &#38; Email (3)',
    'Version',
    '1',
  ]);
  expect(cellsOf(fieldsAsTable({ gender: 1, preferred_contact: 1 }, 'participant'))).toEqual([
    'Gender',
    'Female (1)',
    'Preferred contact',
    'Phone (1)',
  ]);
});

test.each([
  ['patient_prescription', { display_status: 104, refills_left: 2 }, ['Rx Closed - Expired (104)', '2']],
  ['patient_order_status', { order_status: 3 }, ['Shipped (3)']],
  ['patient_recovery', { status: 1 }, ['Approved (1)']],
  ['patient_consent', { code: 2 }, ['Portal Terms (2)']],
  ['patient_consent', { code: null }, ['Text Consent']],
  ['patient_contact', { type: 2, status: 1, code: null }, ['2', '1', '']],
])('P11-19 the rows of %s in a copy have words beside codes', (kind, one, cells) => {
  expect(cellsOf(rowsAsTable([one], kind))).toEqual(cells);
});

test('P11-19 P11-14 the trail of a copy has words beside the codes in changes', () => {
  const entry = {
    number: 1,
    at: new Date('2031-03-05T12:00:00Z'),
    person: 'Ann Archer',
    type: 'Admin',
    kind: 'participant.changed',
    recordKind: 'participant',
    recordId: '7',
    changes: [
      { field: 'preferred_contact', old: 0, new: 1 },
      { field: 'gender', new: 1 },
      { field: 'last_name', old: 'Byron', new: 'Lovelace' },
      { field: 'version', old: 1, new: 2 },
    ],
    reason: null,
  } as unknown as Parameters<typeof trailAsTables>[1][number];
  expect(trailAsTables('Audit trail', [entry], {})).toContain(
    [
      'preferred_contact: Email (0) → Phone (1)',
      'gender: null → Female (1)',
      'last_name: &#34;Byron&#34; → &#34;Lovelace&#34;',
      'version: 1 → 2',
    ].join('<br>'),
  );
});
