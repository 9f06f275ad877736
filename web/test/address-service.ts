/** The address service as the contract has it, in front of a piece of the kit. */
import { countries } from '@portal/contract/addresses/countries.ts';
import { listCountries, listFields, listProvinces } from '@portal/contract/addresses/endpoints.ts';
import { fieldsOf } from '@portal/contract/addresses/fields.ts';
import { provincesOf } from '@portal/contract/addresses/provinces.ts';
import { type Call, type Reply, fakeServer, signIn } from './portal.tsx';

const countryOf = ({ query }: Call) => countries.find(({ isoCode }) => isoCode === query.isoCode);

export const addressReplies: readonly Reply[] = [
  [listCountries, countries.map(({ isoCode, name }) => ({ isoCode, countryName: name }))],
  [listProvinces, (asked: Call) => ({ provinces: [...provincesOf(asked.query.isoCode)] })],
  [
    listFields,
    (asked: Call) => {
      const country = countryOf(asked);
      return country ? [...fieldsOf(country)] : { status: 404, body: { code: 'not_found', message: '' } };
    },
  ],
];

/** Somebody is signed in, and the address service answers. */
export function serveAddresses(replies: readonly Reply[] = []) {
  const server = fakeServer([...addressReplies, ...replies]);
  signIn();
  return server;
}
