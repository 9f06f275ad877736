import { countries } from '@portal/contract/addresses/countries.ts';
import * as api from '@portal/contract/addresses/endpoints.ts';
import { fieldsOf } from '@portal/contract/addresses/fields.ts';
import { provincesOf } from '@portal/contract/addresses/provinces.ts';
import { countryOfCode } from '@portal/contract/addresses/rules.ts';
import type { Room } from '#platform/http/calls.ts';
import { fail } from '#platform/core/fail.ts';

export const addresses: Room = ({ route, openRoute }) => {
  openRoute(api.listCountries, () => countries.map(({ isoCode, name }) => ({ isoCode, countryName: name })));

  route(api.listProvinces, ({ query }) => ({ provinces: [...provincesOf(served(query.isoCode).isoCode)] }));

  route(api.listFields, ({ query }) => [...fieldsOf(served(query.isoCode))]);
};

function served(isoCode: string) {
  const country = countryOfCode(isoCode);
  if (!country) throw fail('not_found');
  return country;
}
