/** What the address form knows: labels by country, and what is wrong with what was typed (ADR-03 to ADR-14). */
import { countries } from '@portal/contract/addresses/countries.ts';
import { type Address, countryOf, givenAddress } from '@portal/contract/addresses/rules.ts';
import { provinceOf, provincesOf } from './provinces.ts';

export type AddressProblems = Partial<Record<keyof Address, string>>;

/** ADR-08: a new form shows the US. */
export const emptyAddress: Address = { street: '', street2: '', city: '', state: '', zip: '', country: 'US' };

/** Nobody has typed an address: only the preset country is there. */
export const isEmptyAddress = (given: Address): boolean =>
  [given.street, given.street2, given.city, given.state, given.zip].every((part) => part.trim() === '');

export const countryNames = countries.map((country) => country.name);

const cityLabels: Record<string, string> = {
  AU: 'Suburb',
  GB: 'Town or city',
  IE: 'Town or city',
  SE: 'Town',
  NO: 'Town',
  DK: 'Town',
  FI: 'Town',
};
const zipLabels: Record<string, string> = {
  US: 'ZIP code',
  IE: 'Eircode',
  AU: 'Postcode',
  GB: 'Postcode',
  NL: 'Postcode',
  NZ: 'Postcode',
  IT: 'CAP',
  DE: 'PLZ',
  AT: 'PLZ',
  CH: 'PLZ',
};

/** The form of a country; that of the US for one that is not served. */
export function formOf(country: string) {
  const served = countryOf(country) ?? countryOf('US');
  const isoCode = served?.isoCode ?? 'US';
  return {
    isoCode,
    city: cityLabels[isoCode] ?? 'City',
    zip: zipLabels[isoCode] ?? 'Postal code',
    province: served?.provinceLabel ?? null,
    provinces: provincesOf(isoCode).map((province) => province.provinceName),
  };
}

/** Longest texts, the same as the server's. */
export const longest = { street: 100, street2: 100, city: 60, state: 60, zip: 12, country: 60 } as const;

/** What is wrong, by field; the contract's own rules, and whether the province is one of its country's (ADR-11). */
export function problemsOf(given: Address): AddressProblems {
  const problems: AddressProblems = {};
  const checked = givenAddress.safeParse(given);
  for (const issue of checked.error?.issues ?? []) problems[issue.path[0] as keyof Address] ??= issue.message;
  const country = countryOf(given.country);
  if (country?.provinceLabel && given.state.trim() && !problems.state && !provinceOf(country.isoCode, given.state)) {
    const label = country.provinceLabel;
    problems.state = `Unsupported ${label} name: ${given.state}. For best support, please select a ${label} from the list.`;
  }
  return problems;
}

/** What may be wrong with an address that nobody has filled in: only the name of its country. */
export const countryProblemOf = (given: Address): AddressProblems => {
  const { country } = problemsOf(given);
  return country ? { country } : {};
};
