/** What makes an address valid, by country (ADR-03 to ADR-14, OPN-65, OPN-67). */
import { z } from 'zod';
import { text } from '../wire.ts';
import { countries } from './countries.ts';

/** As the supply calls speak it (OPS-36): `state` here is `province` in the shared form. */
export const address = z.object({
  street: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
});
export type Address = z.output<typeof address>;

/** "US", "USA", "usa" and "United States" all mean US (ADR-09, OPN-69). Null when the country is not served. */
export function countryOf(given: string): (typeof countries)[number] | null {
  const wanted = given.trim().toLowerCase();
  if (wanted === 'usa') return countries.find((country) => country.isoCode === 'US') ?? null;
  return (
    countries.find((country) => country.isoCode.toLowerCase() === wanted || country.name.toLowerCase() === wanted) ??
    null
  );
}

/** What is wrong with an address, by field; empty when nothing is. */
export function addressProblems(given: Partial<Address>): Partial<Record<keyof Address, string>> {
  const problems: Partial<Record<keyof Address, string>> = {};
  const country = countryOf(given.country ?? '');
  if (!country) {
    problems.country = given.country
      ? `Unsupported country name: ${given.country}. For best support, please select a country from the list.`
      : 'is required';
  }
  for (const field of ['street', 'city', 'zip'] as const) if (!given[field]?.trim()) problems[field] = 'is required';
  if (country?.provinceLabel && !given.state?.trim()) problems.state = 'is required';
  if (country && given.zip?.trim() && !new RegExp(`^(?:${country.zip})$`).test(given.zip.trim().toUpperCase())) {
    problems.zip = country.zipExample ? `Invalid zip code (e.g. ${country.zipExample}).` : 'Invalid zip code.';
  }
  return problems;
}

/** An address as a person hands it in: `province` is accepted for `state`, the zip comes out in upper case (ADR-07). */
export const givenAddress = z
  .strictObject({
    street: text(100),
    street2: text(100).nullish(),
    city: text(60),
    state: text(60).nullish(),
    province: text(60).nullish(),
    zip: text(12),
    country: text(60),
  })
  .superRefine((given, context) => {
    const state = given.state ?? given.province ?? '';
    const problems = addressProblems({ ...given, street2: given.street2 ?? '', state });
    for (const [field, message] of Object.entries(problems))
      context.addIssue({ code: 'custom', path: [field], message });
  });

/** The same address in the one shape that is stored. */
export const storedAddress = (given: z.output<typeof givenAddress>): Address => ({
  street: given.street,
  street2: given.street2 ?? '',
  city: given.city,
  state: given.state ?? given.province ?? '',
  zip: given.zip.toUpperCase(),
  country: countryOf(given.country)?.isoCode === 'US' ? 'USA' : (countryOf(given.country)?.isoCode ?? given.country),
});
