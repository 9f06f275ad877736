import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import type { Address } from '@portal/contract/addresses/rules.ts';
import { serveAddresses } from '#test/address-service.ts';
import { show } from '#test/kit.tsx';
import { AddressFields } from './AddressFields.tsx';

const boston: Address = {
  street: '1 Beacon St',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  zip: '02108',
  country: 'USA',
};
beforeEach(() => {
  serveAddresses();
});

function Form({ start }: { start: Address }) {
  const [address, setAddress] = useState(start);
  return <AddressFields value={address} onChange={setAddress} />;
}

test.each([
  [
    {},
    'Country',
    'Narnia',
    'Unsupported country name: Narnia. For best support, please select a country from the list.',
  ],
  [{}, 'State', 'Foo', 'Unsupported State name: Foo. For best support, please select a State from the list.'],
  [{}, /zip/i, '12', 'Invalid zip code (e.g. 12345).'],
  [{ country: 'GB', state: '', zip: 'SW1A 1AA' }, /zip|postcode/i, '12', 'Invalid zip code.'],
] as const)('SER-32 with %j a wrong %s, "%s", is answered: %s', async (start, name, wrong, message) => {
  const { user } = show(<Form start={{ ...boston, ...start }} />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name });
  expect(screen.queryByText(message)).toBeNull();
  await user.clear(field);
  await user.type(field, wrong);
  await user.tab();
  await screen.findByText(message);
});
