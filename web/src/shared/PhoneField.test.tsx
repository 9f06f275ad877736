import { countries } from '@portal/contract/addresses/countries.ts';
import { listCountries } from '@portal/contract/addresses/endpoints.ts';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { serveAddresses } from '#test/address-service.ts';
import { show } from '#test/kit.tsx';
import { PhoneField } from './PhoneField.tsx';
import { phoneProblem, showPhone } from './phone.ts';

const handed = vi.fn<(phone: string) => void>();

function Form({ start = '', addressCountry = '' }: { start?: string; addressCountry?: string }) {
  const [phone, setPhone] = useState(start);
  return (
    <PhoneField
      value={phone}
      addressCountry={addressCountry}
      error={phoneProblem(phone)}
      onChange={(next) => {
        setPhone(next);
        handed(next);
      }}
    />
  );
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone' });
const code = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Phone: country code' });

test('PHN-01 a number typed with + brings its country and is handed over with its code', async () => {
  const { user } = show(<Form />);
  await user.type(box(), '+44 20 7946 0958');
  await user.tab();
  expect(handed).toHaveBeenLastCalledWith('+442079460958');
  expect(code().value).toBe('United Kingdom (+44)');
  expect(box().value).toBe('20 7946 0958');
});

test('OPN-71 PHN-02 a number of a country that is not served is shown in groups, with its code and no country beside it', () => {
  show(<Form start="+819012345678" />);
  expect([code().value, box().value]).toEqual(['', '+81 90 1234 5678']);
});

test.each([
  ['+81 90 1234 5678', '+819012345678', '+81 90 1234 5678'],
  ['+1 876 555 1234', '+18765551234', '+1 876 555 1234'],
  ['8765551234', '+18765551234', '+1 876 555 1234'],
])(
  'PHN-01 PHN-02 %s, of a country that is not offered, is taken as %s and shown as %s without any country beside it, until one is chosen',
  async (typed, number, shown) => {
    const { user } = show(<Form />);
    await user.type(box(), typed);
    await user.tab();
    expect(handed).toHaveBeenLastCalledWith(number);
    expect([code().value, box().value]).toEqual(['', shown]);
    expect(screen.queryByText('Invalid phone number')).toBeNull();
    await user.click(code());
    await user.click(await screen.findByRole('option', { name: 'France (+33)' }));
    expect(code().value).toBe('France (+33)');
    expect(handed).toHaveBeenLastCalledWith(number.replace(/^\+(81|1)/, '+33'));
    await user.clear(box());
    expect(code().value).toBe('France (+33)');
  },
);

test('PHN-01 PHN-03 who empties the field to write another number stays in the country of the one before', async () => {
  const { user } = show(<Form start="+442079460958" />);
  expect(code().value).toBe('United Kingdom (+44)');
  await user.clear(box());
  expect(code().value).toBe('United Kingdom (+44)');
  await user.type(box(), '20 7946 0999');
  expect(handed).toHaveBeenLastCalledWith('+442079460999');
});

test('PHN-01 PHN-02 a number whose code is begun has no country beside it before it can be told', async () => {
  const { user } = show(<Form />);
  await user.type(box(), '+44');
  expect(code().value).toBe('');
  await user.type(box(), ' 20 7946 0958');
  expect(code().value).toBe('United Kingdom (+44)');
  await user.clear(box());
  expect(code().value).toBe('United States (+1)');
  await user.type(box(), '617');
  expect([code().value, box().value]).toEqual(['United States (+1)', '617']);
});

test('PHN-01 a number typed as at home gets the code of its country', async () => {
  const { user } = show(<Form />);
  await user.click(code());
  await user.clear(code());
  await user.type(code(), 'France');
  await user.click(await screen.findByRole('option', { name: 'France (+33)' }));
  await user.type(box(), '0142685300');
  expect(handed).toHaveBeenLastCalledWith('+33142685300');
});

const offered = async () =>
  (await screen.findAllByRole('option')).map((option) => option.textContent?.replace(/ \(\+\d+\)$/, ''));

test('PHN-02 the countries of the address service are offered, and no others', async () => {
  serveAddresses([
    [
      listCountries,
      [
        { isoCode: 'FR', countryName: 'La France' },
        { isoCode: 'US', countryName: 'United States' },
      ],
    ],
  ]);
  const { user } = show(<Form />);
  await user.click(code());
  await waitFor(async () => expect(await offered()).toEqual(['La France', 'United States']));
});

test('PHN-02 while the address service does not answer, the countries that the portal serves are offered', async () => {
  const { user } = show(<Form />);
  await user.click(code());
  expect(await offered()).toEqual(countries.map((country) => country.name));
});

test('PHN-03 a new field is that of the US', () => {
  show(<Form />);
  expect(code().value).toBe('United States (+1)');
});

test('PHN-04 a search for a country without match says so', async () => {
  const { user } = show(<Form />);
  await user.click(code());
  await user.clear(code());
  await user.type(code(), 'Narnia');
  expect(await screen.findByText('No options available')).toBeDefined();
});

test('PHN-05 PAR-17 a number that is too short is invalid; none at all is not', async () => {
  const { user } = show(<Form />);
  await user.type(box(), '617');
  expect(screen.getByText('Invalid phone number')).toBeDefined();
  await user.clear(box());
  expect(screen.queryByText('Invalid phone number')).toBeNull();
  expect(handed).toHaveBeenLastCalledWith('');
});

test('PHN-06 typing digits shows separators: dashes in North America, spaces elsewhere', async () => {
  const { user } = show(<Form />);
  await user.type(box(), '6175550123');
  expect(box().value).toBe('617-555-0123');
  expect(handed).toHaveBeenLastCalledWith('+16175550123');
  expect(showPhone('+16175550123')).toBe('617-555-0123');
  expect(showPhone('+33142685300')).toBe('+33 1 42 68 53 00');
});

test('a stored number shows its country and its own part', () => {
  show(<Form start="+33142685300" />);
  expect(code().value).toBe('France (+33)');
  expect(box().value).toBe('1 42 68 53 00');
});

test('PHN-01 without a number the country is that of the address, however it is written there; a number keeps its own', async () => {
  const { user, rerender } = show(<Form addressCountry="USA" />);
  expect(code().value).toBe('United States (+1)');
  rerender(<Form addressCountry="FR" />);
  expect(code().value).toBe('France (+33)');
  await user.type(box(), '0142685300');
  expect(handed).toHaveBeenLastCalledWith('+33142685300');
  rerender(<Form addressCountry="GB" />);
  expect(code().value).toBe('France (+33)');
});
