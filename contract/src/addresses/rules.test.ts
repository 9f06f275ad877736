import { expect, test } from 'vitest';
import { countries } from './countries.ts';
import { addressProblems, countryOf, givenAddress, storedAddress } from './rules.ts';

const boston = {
  street: '1 Main Street',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02110',
  country: 'USA',
};
const problemsOf = (given: unknown): Record<string, string> =>
  Object.fromEntries(
    (givenAddress.safeParse(given).error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
  );

test('OPN-65 ADR-14 twenty-five countries are served, five of them without an example of a zip', () => {
  expect(countries.length).toBe(25);
  expect(countries.filter((country) => !country.zipExample).map((country) => country.isoCode)).toEqual([
    'CZ',
    'GR',
    'IE',
    'PT',
    'GB',
  ]);
});

const examples = [
  ['AU', '2000'],
  ['AT', '1010'],
  ['BE', '1000'],
  ['BG', '1000'],
  ['FR', '75001'],
  ['DE', '10115'],
  ['HU', '1051'],
  ['IT', '00118'],
  ['NL', '1012 AB'],
  ['NZ', '6011'],
  ['NO', '0150'],
  ['PL', '00-001'],
  ['RO', '010011'],
  ['ES', '28001'],
  ['CH', '8001'],
  ['US', '12345'],
  ['CA', 'A1A 1A1'],
  ['SE', '111 22'],
  ['DK', '1050'],
  ['FI', '00100'],
] as const;

test('OPN-65 OPN-67 ADR-14 these twenty countries have an example of a zip', () => {
  const told = countries.flatMap(({ isoCode, zipExample }) => (zipExample ? [[isoCode, zipExample]] : []));
  expect(new Map(told as [string, string][])).toEqual(new Map(examples));
  expect(told).toHaveLength(20);
});

test.each(examples)(
  'ADR-14 OPN-67 the example zip of %s is valid there, and a wrong zip is told with it: %s',
  (country, zip) => {
    expect(addressProblems({ ...boston, country, zip })).toEqual({});
    expect(problemsOf({ ...boston, country, zip: '!' })).toMatchObject({ zip: `Invalid zip code (e.g. ${zip}).` });
  },
);

test.each([
  ['US', '12345', true],
  ['US', '12345-6789', true],
  ['US', '1234', false],
  ['US', '12345-67', false],
  ['CA', 'A1A 1A1', true],
  ['CA', 'a1a1a1', true],
  ['CA', '12345', false],
  ['GB', 'SW1A 1AA', true],
  ['GB', 'ABC', false],
  ['FR', '7500', false],
  ['DE', '10115\n', true],
  ['DE', '10115x', false],
])('OPN-67 in %s the zip %j is good: %j', (country, zip, good) => {
  expect('zip' in addressProblems({ ...boston, country, zip })).toBe(!good);
});

test('ADR-13 PAR-18 a wrong zip is told with an example where the country has one', () => {
  expect(problemsOf({ ...boston, zip: '1' })).toEqual({ zip: 'Invalid zip code (e.g. 12345).' });
  expect(problemsOf({ ...boston, zip: '1', country: 'Ireland' })).toEqual({ zip: 'Invalid zip code.' });
});

test.each([
  ['US', 'US'],
  ['usa', 'US'],
  [' united states ', 'US'],
  ['France', 'FR'],
  ['fr', 'FR'],
  ['Atlantis', undefined],
  ['', undefined],
])('ADR-09 OPN-69 the country %j is %j', (given, isoCode) => {
  expect(countryOf(given)?.isoCode).toBe(isoCode);
});

test('PAR-18 a country that is not served is named', () => {
  expect(problemsOf({ ...boston, country: 'Atlantis' })).toEqual({
    country: 'Unsupported country name: Atlantis. For best support, please select a country from the list.',
  });
});

test.each(['\u200b', '\ufeff\u00ad', ' \u2060 '])(
  'PAR-18 SEC-27 %j is neither street, city, zip, state nor country, as nobody sees it',
  (unseen) => {
    const { street, city, zip, state, country } = {
      street: unseen,
      city: unseen,
      zip: unseen,
      state: unseen,
      country: unseen,
    };
    const wanted = { street: 'is required', city: 'is required', zip: 'is required' };
    expect(problemsOf({ street, city, zip, state, country: 'US' })).toEqual({ ...wanted, state: 'is required' });
    expect(problemsOf({ street, city, zip, country })).toEqual({ ...wanted, country: 'is required' });
  },
);

test('PAR-18 street, city and zip are required, and a state where the post needs one', () => {
  expect(problemsOf({ street: ' ', city: '', zip: '', country: 'US' })).toEqual({
    street: 'is required',
    city: 'is required',
    zip: 'is required',
    state: 'is required',
  });
  expect(problemsOf({ street: 'Drammensveien 1', city: 'Oslo', zip: '0150', country: 'Norway' })).toEqual({});
  expect(Object.keys(problemsOf({}))).toEqual(expect.arrayContaining(['street', 'city', 'zip', 'country']));
});

test.each([
  ['street', 'x'.repeat(101)],
  ['street2', 'x'.repeat(101)],
  ['city', 'x'.repeat(61)],
  ['zip', '1'.repeat(13)],
  ['street', 5],
  ['city', ['Boston']],
  ['country', { name: 'US' }],
  ['street', 'a\u0000b'],
  ['city', '\ud800'],
])('SEC-27 an address whose %s is %j is refused and the field named', (field, value) => {
  expect(Object.keys(problemsOf({ ...boston, [field]: value }))).toContain(field);
});

test('SEC-25 a field that no address has is refused', () => {
  expect(givenAddress.safeParse({ ...boston, planet: 'Earth' }).success).toBe(false);
});

test('ADR-07 OPS-36 an address is kept in one shape: trimmed, zip in upper case, USA for the United States', () => {
  const { state, ...rest } = boston;
  expect(
    storedAddress(
      givenAddress.parse({
        ...rest,
        street: ' 1 Main Street ',
        street2: null,
        province: state,
        country: 'united states',
      }),
    ),
  ).toEqual(boston);
  const canada = { ...boston, zip: 'k1a 0b1', country: 'Canada', state: 'Ontario' };
  expect(storedAddress(givenAddress.parse(canada))).toEqual({ ...canada, zip: 'K1A 0B1', country: 'CA' });
});
