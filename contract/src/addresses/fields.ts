/** The fields of an address by country: what the form shows, the address service answers and the rules ask (ADR-03). */
import type { Country } from './countries.ts';

export interface AddressField {
  name: 'street' | 'street2' | 'city' | 'province' | 'zip';
  label: string;
  required: boolean;
  maxLength: number;
  /** Of the zip alone, over the trimmed, upper-cased text. */
  regex?: string;
}

/** Longest texts; no data set of the post knows any, so they are ours. A zip is as long as its country allows. */
export const longest = { street: 100, street2: 100, city: 60, province: 60, zip: 12, country: 60 } as const;

/** In the order in which the country writes them. */
export function fieldsOf(country: Country): readonly AddressField[] {
  const city = field('city', country.cityLabel ?? 'City');
  const zip = {
    ...field('zip', country.zipLabel ?? 'Postal code'),
    maxLength: country.zipLength,
    regex: `^(?:${country.zip})$`,
  };
  const province = country.provinceLabel ? [field('province', country.provinceLabel)] : [];
  return [
    field('street', 'Street'),
    field('street2', 'Street line 2', false),
    ...(country.zipFirst ? [zip, city, ...province] : [city, ...province, zip]),
  ];
}

const field = (name: AddressField['name'], label: string, required = true): AddressField => ({
  name,
  label,
  required,
  maxLength: longest[name],
});
