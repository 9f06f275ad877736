/** What the address form knows: an empty address, and what is wrong with what was typed (ADR-03 to ADR-14). */
import { type Address, addressProblems, countryOf, givenAddress } from '@portal/contract/addresses/rules.ts';
import { plainText } from '@portal/contract/plain-text.ts';
import { countryFormNow, type Province } from './address-service.ts';

export type AddressProblems = Partial<Record<keyof Address, string>>;

/** ADR-08: a new form shows the US. */
export const emptyAddress: Address = { street: '', street2: '', city: '', state: '', zip: '', country: 'US' };

/** Nobody has typed an address: only the preset country is there. */
export const isEmptyAddress = (given: Address): boolean =>
  [given.street, given.street2, given.city, given.state, given.zip].every((part) => part.trim() === '');

export const sameAddress = (a: Address, b: Address): boolean =>
  (Object.keys(emptyAddress) as (keyof Address)[]).every((field) => a[field] === b[field]);

/** What is to be known before an address on record is changed. */
export const requestsKeepAddress = 'Requests under way keep the address they were placed with.';

/** An address in one line; empty where there is none. */
export const addressLine = (given: Address | null): string =>
  given
    ? [
        given.street,
        given.street2,
        given.city,
        [given.state, given.zip].filter(Boolean).join(' '),
        countryOf(given.country)?.name ?? given.country,
      ]
        .filter(Boolean)
        .join(', ')
    : '';

/** The field of an address that a definition speaks of: the supply calls say `state` for the province (OPN-90). */
export const keyOf = (name: 'street' | 'street2' | 'city' | 'province' | 'zip') =>
  name === 'province' ? 'state' : name;

/** A province by its name or code, in any case, with and without accents. */
export function provinceAmong(provinces: readonly Province[], given: string): Province | undefined {
  const wanted = plainText(given);
  return provinces.find((one) => [one.provinceName, one.isoCode].some((word) => plainText(word) === wanted));
}

/** What is wrong, by field: the contract's own rules, over the fields and provinces that the address service has told. */
export function problemsOf(given: Address): AddressProblems {
  const country = countryOf(given.country);
  const { fields, provinces } = country ? countryFormNow(country.isoCode) : {};
  const problems: AddressProblems = { ...unstorable(given), ...addressProblems(given, fields) };
  const label = fields?.find(({ name }) => name === 'province')?.label;
  // ADR-11. Where the list is not known, or there is none, the server decides (OPN-68).
  if (label && provinces?.length && given.state.trim() && !problems.state && !provinceAmong(provinces, given.state))
    problems.state = `Unsupported ${label} name: ${given.state}. For best support, please select a ${label} from the list.`;
  return problems;
}

/** What no field could keep, whatever the country. */
function unstorable(given: Address): AddressProblems {
  const problems: AddressProblems = {};
  for (const key of Object.keys(emptyAddress) as (keyof Address)[]) {
    const checked = givenAddress.shape[key].safeParse(given[key]);
    if (!checked.success) problems[key] = checked.error.issues[0]?.message ?? '';
  }
  return problems;
}

/** What may be wrong with an address that nobody has filled in: only the name of its country, where there is one. */
export const countryProblemOf = (given: Address): AddressProblems => {
  const { country } = given.country.trim() === '' ? {} : problemsOf(given);
  return country ? { country } : {};
};
