import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { type AddressField, fieldsOf } from './fields.ts';
import { provinceProblem, provincesOf } from './provinces.ts';
import { type Address, addressProblems } from './rules.ts';

const zips: Record<string, string> = { CZ: '110 00', GR: '105 57', IE: 'D02 X285', PT: '1100-148', GB: 'SW1A 1AA' };
/** An address that is good in the country. */
const good = (isoCode: string): Address => ({
  street: '1 High Street',
  street2: '',
  city: 'Town',
  state: provincesOf(isoCode)[0]?.provinceName ?? '',
  zip: countries.find((country) => country.isoCode === isoCode)?.zipExample ?? zips[isoCode] ?? '',
  country: isoCode,
});
const someZips = [...countries.map(({ isoCode }) => good(isoCode).zip), '12345-6789', 'x', '1', '00 000', 'A1A'];
const keyOf = ({ name }: AddressField): keyof Address => (name === 'province' ? 'state' : name);
const ofEach = countries.map((country) => ({ isoCode: country.isoCode, fields: fieldsOf(country) }));

test.each(ofEach)(
  'ADR-03 ADR-04 ADR-05 ADR-06 in $isoCode the rules ask exactly what the definition of each field says',
  ({ isoCode, fields }) => {
    const address = good(isoCode);
    expect(addressProblems(address)).toEqual({});
    const different: string[] = [];
    for (const field of fields) {
      const key = keyOf(field);
      const expectThat = (value: string, isRefused: boolean) => {
        if (key in addressProblems({ ...address, [key]: value }) !== isRefused) different.push(`${key} ${value}`);
      };
      expectThat('', field.required);
      expectThat('1'.repeat(field.maxLength + 1), true);
      const pattern = field.regex && new RegExp(field.regex);
      if (pattern) for (const zip of someZips) expectThat(zip, !pattern.test(zip));
      else expectThat('é'.repeat(field.maxLength), false);
    }
    expect(different).toEqual([]);
    expect(address.zip.length).toBeLessThanOrEqual(fields.find(({ name }) => name === 'zip')?.maxLength ?? 0);
  },
);

test('ADR-03 each country has street, city and zip with a pattern, in the order it writes them, and a province only where the post needs one', () => {
  for (const { isoCode, fields } of ofEach) {
    const names = fields.map(({ name }) => name);
    expect(names.slice(0, 2)).toEqual(['street', 'street2']);
    expect([isoCode, [...names].sort()]).toEqual([
      isoCode,
      provincesOf(isoCode).length > 0
        ? ['city', 'province', 'street', 'street2', 'zip']
        : ['city', 'street', 'street2', 'zip'],
    ]);
    expect(fields.filter(({ regex }) => regex).map(({ name }) => name)).toEqual(['zip']);
  }
  const namesIn = (isoCode: string) => ofEach.find((one) => one.isoCode === isoCode)?.fields.map(({ name }) => name);
  expect(namesIn('US')).toEqual(['street', 'street2', 'city', 'province', 'zip']);
  expect(namesIn('DE')).toEqual(['street', 'street2', 'zip', 'city']);
});

test('ADR-11 a province is known by its name or its code, in any case, and an unknown one is named with the word of its country', () => {
  for (const { isoCode } of ofEach) {
    for (const { isoCode: code, provinceName } of provincesOf(isoCode))
      for (const state of [provinceName, code.toLowerCase(), ` ${provinceName.toUpperCase()} `])
        expect([state, provinceProblem({ country: isoCode, state })]).toEqual([state, null]);
  }
  // As people type it who have no accents on their keys.
  expect(provinceProblem({ country: 'ES', state: 'Malaga' })).toBeNull();
  expect(provinceProblem({ country: 'USA', state: 'Foo' })).toBe(
    'Unsupported State name: Foo. For best support, please select a State from the list.',
  );
  expect(provinceProblem({ country: 'Canada', state: 'Texas' })).toBe(
    'Unsupported Province name: Texas. For best support, please select a Province from the list.',
  );
  // Where the post needs none, any text may stand there.
  expect(provinceProblem({ country: 'FR', state: 'Foo' })).toBeNull();
});

test('no province is listed twice, and every list is in the order of its names', () => {
  const counts: Record<string, number> = {};
  for (const { isoCode } of ofEach) {
    const provinces = provincesOf(isoCode);
    if (provinces.length > 0) counts[isoCode] = provinces.length;
    for (const key of ['isoCode', 'provinceName'] as const)
      expect(new Set(provinces.map((province) => province[key])).size).toBe(provinces.length);
    const names = provinces.map(({ provinceName }) => provinceName);
    expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
  }
  // The 50 states of the US with the capital, five territories and three addresses of the armed forces.
  expect(counts).toEqual({ AU: 8, CA: 13, ES: 52, IT: 107, US: 59 });
});
