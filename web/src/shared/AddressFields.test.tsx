import { countries } from '@portal/contract/addresses/countries.ts';
import { listCountries, listFields, listProvinces } from '@portal/contract/addresses/endpoints.ts';
import type { Address } from '@portal/contract/addresses/rules.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { serveAddresses } from '#test/address-service.ts';
import { show } from '#test/kit.tsx';
import { fakeServer, signIn } from '#test/portal.tsx';
import { countryProblemOf, emptyAddress, problemsOf } from './address-form.ts';
import { AddressFields } from './AddressFields.tsx';
import { useAddressNews } from './address-service.ts';

const handed = vi.fn<(address: Address) => void>();
const boston: Address = {
  street: '1 Beacon St',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02108',
  country: 'USA',
};

function Form({ start = emptyAddress, showProblems = false }: { start?: Address; showProblems?: boolean }) {
  const [address, setAddress] = useState(start);
  return (
    <AddressFields
      value={address}
      showProblems={showProblems}
      onChange={(next) => {
        setAddress(next);
        handed(next);
      }}
    />
  );
}

beforeEach(() => {
  serveAddresses();
});
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const choose = async (user: ReturnType<typeof show>['user'], country: string) => {
  await user.clear(field('Country'));
  await user.type(field('Country'), country);
  await user.tab();
};

test('ADR-08 a new form shows the US, and the country can be chosen from a list', async () => {
  const { user } = show(<Form />);
  expect(field('Country').value).toBe('United States');
  await user.clear(field('Country'));
  await user.type(field('Country'), 'fran');
  await user.click(await screen.findByRole('option', { name: 'France' }));
  expect(handed).toHaveBeenLastCalledWith(expect.objectContaining({ country: 'FR' }));
});

test('ADR-09 a stored "USA" shows the form of the US', () => {
  show(<Form start={boston} />);
  expect(field('Country').value).toBe('United States');
  expect(field('State').value).toBe('Massachusetts');
});

test('ADR-01 OPN-68 another country has other labels and fields; street and city stay, province and zip are emptied', async () => {
  const { user } = show(<Form start={boston} />);
  expect(field('ZIP code').value).toBe('02108');
  await choose(user, 'canada');
  expect(field('Province').value).toBe('');
  expect(field('Postal code').value).toBe('');
  expect(field('Street').value).toBe('1 Beacon St');
  expect(handed).toHaveBeenLastCalledWith({ ...boston, country: 'CA', state: '', zip: '' });
  await choose(user, 'FR');
  expect(screen.queryByRole('textbox', { name: 'Province' })).toBeNull();
});

test('ADR-02 the caller is handed what each field of an address was given, the country as its ISO code', async () => {
  const { user } = show(<Form start={{ ...emptyAddress, country: 'CA' }} />);
  await choose(user, 'United States');
  for (const [name, text] of [
    ['Street', '1 Beacon St'],
    ['Street line 2', 'Suite 4'],
    ['City', 'Boston'],
    ['State', 'Massachusetts'],
    ['ZIP code', '02108'],
  ] as const) {
    await user.click(field(name));
    await user.paste(text);
  }
  await user.tab();
  expect(handed).toHaveBeenLastCalledWith({
    street: '1 Beacon St',
    street2: 'Suite 4',
    city: 'Boston',
    state: 'Massachusetts',
    zip: '02108',
    country: 'US',
  });
});

test('ADR-04 a field that its country requires says so once it was left empty, and only then', async () => {
  const { user } = show(<Form />);
  expect(screen.queryByText('is required')).toBeNull();
  await user.click(field('Street'));
  await user.tab();
  expect(screen.getAllByText('is required')).toHaveLength(1);
});

test('ADR-04 a form that was sent says everything that is missing: street, city, state and zip in the US', () => {
  show(<Form showProblems />);
  expect(screen.getAllByText('is required')).toHaveLength(4);
});

test('ADR-07 the zip comes out in upper case and trimmed, with its inner space', async () => {
  const { user } = show(<Form start={{ ...boston, country: 'CA', state: 'Ontario', zip: '' }} />);
  await user.type(field('Postal code'), ' k1a 0b1 ');
  await user.tab();
  expect(field('Postal code').value).toBe('K1A 0B1');
  expect(handed).toHaveBeenLastCalledWith(expect.objectContaining({ zip: 'K1A 0B1' }));
});

test('ADR-10 an unknown country is named', async () => {
  const { user } = show(<Form />);
  await choose(user, 'Narnia');
  expect(
    screen.getByText('Unsupported country name: Narnia. For best support, please select a country from the list.'),
  ).toBeDefined();
});

test('ADR-01 ADR-10 OPN-69 a country that is being typed is what a form has that is sent by Enter, and its own name typed anew changes nothing', async () => {
  const { user } = show(<Form start={boston} />);
  await user.clear(field('Country'));
  await user.type(field('Country'), 'Narnia');
  const typed = handed.mock.lastCall?.[0] as Address;
  expect(typed).toEqual({ ...boston, country: 'Narnia' });
  expect(problemsOf(typed).country).toBe(
    'Unsupported country name: Narnia. For best support, please select a country from the list.',
  );
  // The fields stay those of the US until another country is there.
  expect(field('State').value).toBe('Massachusetts');
  await choose(user, 'United States');
  expect(handed).toHaveBeenLastCalledWith(boston);
});

test('ADR-15 ADR-16 OPN-69 lists offer what is meant by a code, and names that are typed without their accents', async () => {
  const { user } = show(<Form />);
  await user.clear(field('Country'));
  await user.type(field('Country'), 'usa');
  expect(await screen.findByRole('option', { name: 'United States' })).toBeDefined();
  expect(screen.queryByText('No Countries Found')).toBeNull();
  await choose(user, 'Spain');
  await user.type(await screen.findByRole('textbox', { name: /Province/ }), 'malaga');
  expect(await screen.findByRole('option', { name: 'Málaga' })).toBeDefined();
  await user.tab();
  expect(handed).toHaveBeenLastCalledWith(expect.objectContaining({ country: 'ES', state: 'Málaga' }));
});

test('ADR-04 where a whole address may be left out, an empty country beside nothing else is no problem', () => {
  expect(countryProblemOf({ ...emptyAddress, country: '' })).toEqual({});
  expect(Object.keys(countryProblemOf({ ...emptyAddress, country: 'Narnia' }))).toEqual(['country']);
});

test('ADR-11 an unknown province is named with the word of its country; a known one may be written as its code', async () => {
  const { user } = show(<Form />);
  await user.type(field('State'), 'Foo');
  await user.tab();
  await screen.findByText('Unsupported State name: Foo. For best support, please select a State from the list.');
  await user.clear(field('State'));
  await user.type(field('State'), 'ma');
  await user.tab();
  expect(screen.queryByText(/Unsupported State/)).toBeNull();
});

test('ADR-15 ADR-16 lists say when nothing fits', async () => {
  const { user } = show(<Form />);
  await user.type(field('State'), 'Foo');
  expect(await screen.findByText('No States found.')).toBeDefined();
  await user.clear(field('Country'));
  await user.type(field('Country'), 'Narnia');
  expect(await screen.findByText('No Countries Found')).toBeDefined();
});

test('ADR-07 what is typed in the middle of a zip stays in its place', async () => {
  const { user } = show(<Form start={{ ...boston, country: 'CA', state: 'Ontario', zip: 'K1B1' }} />);
  await user.type(field('Postal code'), 'a 0', { initialSelectionStart: 2 });
  expect(field('Postal code').value).toBe('K1A 0B1');
  expect(field('Postal code').selectionStart).toBe(5);
});

test('ADR-06 ADR-12 a bad zip is answered with an example', async () => {
  const { user } = show(<Form />);
  await user.type(field('ZIP code'), '1234');
  await user.tab();
  expect(screen.getByText('Invalid zip code (e.g. 12345).')).toBeDefined();
  await user.type(field('ZIP code'), '5');
  expect(screen.queryByText(/Invalid zip/)).toBeNull();
});

test('ADR-17 ADR-18 the countries are asked for once and without a session; fields and provinces once for each country', async () => {
  const server = serveAddresses();
  const { user } = show(<Form />);
  const asked = () => ({
    fields: server.callsOf(listFields).map(({ query }) => query.isoCode),
    provinces: server.callsOf(listProvinces).map(({ query }) => query.isoCode),
  });
  await waitFor(() => expect(asked()).toEqual({ fields: ['US'], provinces: ['US'] }));
  await choose(user, 'Canada');
  await waitFor(() => expect(asked()).toEqual({ fields: ['US', 'CA'], provinces: ['US', 'CA'] }));
  await choose(user, 'USA');
  await user.click(field('State'));
  await screen.findByRole('option', { name: 'Massachusetts' });
  expect(asked()).toEqual({ fields: ['US', 'CA'], provinces: ['US', 'CA'] });
  expect(server.callsOf(listCountries).map(({ headers }) => headers.get('authorization'))).toEqual([null]);
});

test('ADR-17 ADR-18 the lists offer what the address service has told', async () => {
  serveAddresses([
    [
      listCountries,
      [
        { isoCode: 'CA', countryName: 'Canada' },
        { isoCode: 'US', countryName: 'United States' },
      ],
    ],
    [listProvinces, { provinces: [{ isoCode: 'ME', provinceName: 'Maine' }] }],
  ]);
  const { user } = show(<Form />);
  const offered = async (name: string) => {
    await user.click(field(name));
    const list = await screen.findByRole('listbox', { name });
    return within(list)
      .getAllByRole('option')
      .map((option) => option.textContent);
  };
  await waitFor(async () => expect(await offered('Country')).toEqual(['Canada', 'United States']));
  await waitFor(async () => expect(await offered('State')).toEqual(['Maine']));
});

test('ADR-03 ADR-04 ADR-05 ADR-06 labels, order, what is required, how long and of which pattern: as the definition of the country says', async () => {
  const line = { label: 'Line', required: true, maxLength: 100 };
  serveAddresses([
    [
      listFields,
      [
        { ...line, name: 'street', label: 'Road' },
        { ...line, name: 'zip', label: 'Number', maxLength: 4, regex: '^Q[0-9]+$' },
        { ...line, name: 'city', label: 'Village', required: false, maxLength: 5 },
      ],
    ],
  ]);
  const { user } = show(<Form showProblems start={{ ...emptyAddress, street: '1 Lane' }} />);
  await screen.findByRole('textbox', { name: 'Road' });
  const labels = screen.getAllByRole<HTMLInputElement>('textbox').map((input) => input.labels?.[0]?.textContent);
  expect(labels).toEqual(['Country *', 'Road *', 'Number *', 'Village']);
  expect(screen.getAllByText('is required')).toHaveLength(1);
  await user.type(field('Number'), 'x1');
  expect(screen.getByText('Invalid zip code (e.g. 12345).')).toBeDefined();
  await user.clear(field('Number'));
  await user.type(field('Number'), 'q1');
  await user.type(field('Village'), 'Hamle');
  expect(problemsOf(handed.mock.lastCall?.[0] as Address)).toEqual({});
  await user.type(field('Village'), 't');
  expect(screen.getByText('is too long (maximum is 5 characters)')).toBeDefined();
});

test('ADR-18 while the address service does not answer the form stays usable, and a province can be typed', async () => {
  fakeServer([]);
  signIn();
  const { user } = show(<Form start={{ ...boston, state: '' }} />);
  await user.type(field('State'), 'Massa');
  await screen.findByText('The list could not be loaded.');
  await user.tab();
  expect(screen.queryByText(/Unsupported|is required/)).toBeNull();
  expect(handed).toHaveBeenLastCalledWith({ ...boston, state: 'Massa' });
  await choose(user, 'France');
  expect(field('Postal code').value).toBe('');
  expect(screen.queryByRole('textbox', { name: 'State' })).toBeNull();
});

test('ADR-11 what was judged before the provinces were known is judged anew when they are', async () => {
  let answer: (reply: unknown) => void = () => undefined;
  serveAddresses([[listProvinces, () => new Promise((resolve) => (answer = resolve))]]);
  const foo = { ...boston, state: 'Foo' };
  function Verdict() {
    useAddressNews();
    return <output>{problemsOf(foo).state ? 'bad' : 'good'}</output>;
  }
  show(
    <>
      <Form start={foo} />
      <Verdict />
    </>,
  );
  await screen.findByText('good');
  await waitFor(() => {
    answer({ provinces: [{ isoCode: 'ME', provinceName: 'Maine' }] });
    screen.getByText('bad');
  });
});

describe('zips by country', () => {
  const given = (country: string, zip: string): Address => ({
    street: '1 High Street',
    street2: '',
    city: 'Town',
    state: '',
    zip,
    country,
  });
  test.each(countries.filter((country) => country.zipExample))(
    'ADR-14 $isoCode shows an example that is itself valid',
    ({ isoCode, zipExample = '' }) => {
      expect(problemsOf(given(isoCode, 'x')).zip).toBe(`Invalid zip code (e.g. ${zipExample}).`);
      expect(problemsOf(given(isoCode, zipExample)).zip).toBeUndefined();
    },
  );
  test('ADR-13 a country without an example is answered without one', () => {
    expect(problemsOf(given('GB', 'x')).zip).toBe('Invalid zip code.');
  });
  test('ADR-05 one character more than the longest text is invalid', () => {
    expect(problemsOf({ ...given('FR', '75001'), city: 'x'.repeat(60) })).toEqual({});
    expect(problemsOf({ ...given('FR', '75001'), city: 'x'.repeat(61) }).city).toBe(
      'is too long (maximum is 60 characters)',
    );
  });
});
