import { expect, test } from 'vitest';
import { changeMedicationList } from './endpoints.ts';
import * as rules from './rules.ts';

test.each([
  ['1', 1],
  [' 12 ', 12],
  ['007', 7],
  ['999', 999],
  ['1000', null],
  ['0', null],
  ['-1', null],
  ['2.5', null],
  ['1e2', null],
  ['', null],
  ['two', null],
])('OPC-96 a quantity of %j is ordered as %j', (typed, quantity) => {
  expect(rules.quantityOf(typed)).toBe(quantity);
});

test('RML-03 the largest list there may be is within the body that every call takes', () => {
  const widest = (length: number) => '😀'.repeat(length);
  const medication = {
    name: widest(rules.longestName),
    dosage: widest(rules.longestDosage),
    information: widest(rules.longestInformation),
  };
  const body = { medListId: 1, medList: Array.from({ length: rules.mostMedications }, () => medication), version: 1 };
  expect(changeMedicationList.body.safeParse(body).success).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(1_048_576);
});
