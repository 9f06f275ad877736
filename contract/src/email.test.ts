import type { z } from 'zod';
import { expect, test } from 'vitest';
import { endpoints } from './all.ts';
import { isEmail } from './email.ts';

test.each([
  ['ada@mail.example', true],
  ['ada@no-email.invalid.example', true],
  ['ada@no-email.invalid', false],
  ['patient-5b0a4c1e-6a4a-4d7b-9c0e-2f1d3b5a7c9f@no-email.invalid', false],
  ['ADA@No-Email.Invalid', false],
  ['ada', false],
  ['', false],
])('OPC-51 whether somebody can be reached at %j: %j', (value, good) => {
  expect(isEmail(value)).toBe(good);
});

/** Other rooms ask for the address of an account that is there. */
const keepAddresses = ['patients', 'patientRecords', 'providers', 'partners', 'delegates', 'companies', 'careGroups'];
const kept = endpoints.flatMap(({ name, endpoint }) => {
  const fields = Object.entries((endpoint.body as z.ZodObject | undefined)?.shape ?? {});
  const isKept = keepAddresses.includes(name.split('.')[0] ?? '');
  return fields.flatMap(([field, schema]) =>
    // A switch is no address.
    isKept && /email$/i.test(field) && (schema as z.ZodType).safeParse('ada@mail.example').success
      ? [[`${name} ${field}`, schema as z.ZodType] as const]
      : [],
  );
});

test('the addresses that people type are found', () => {
  expect(kept.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'patients.addPatient email',
      'patientRecords.addContact email',
      'providers.register email',
    ]),
  );
});

test.each(kept)('OPC-51 %s takes no address that stands for none', (_, schema) => {
  expect(schema.safeParse('ada@no-email.invalid').success).toBe(false);
});
