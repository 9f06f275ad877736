/** What makes an address valid, by country (ADR-03 to ADR-14, OPN-65, OPN-67). */
import { z } from 'zod';
import { isVisible } from '../visible.ts';
import { text } from '../wire.ts';
import { type Country, countries } from './countries.ts';
import { type AddressField, fieldsOf, longest } from './fields.ts';

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

/** By its ISO code in any case; "USA" too means US (ADR-09). Null when the country is not served. */
export function countryOfCode(given: string): Country | null {
  const wanted = given.trim().toUpperCase();
  return countries.find(({ isoCode }) => isoCode === (wanted === 'USA' ? 'US' : wanted)) ?? null;
}

/** "US", "USA", "usa" and "United States" all mean US (OPN-69). Null when the country is not served. */
export function countryOf(given: string): Country | null {
  const wanted = given.trim().toLowerCase();
  return countryOfCode(given) ?? countries.find(({ name }) => name.toLowerCase() === wanted) ?? null;
}

/**
 * What is wrong with an address, by field; empty when nothing is. Whether there is such a province: `provinceProblem`.
 * `told` are the fields of its country where the address service was asked for them.
 */
export function addressProblems(
  given: Partial<Address>,
  told?: readonly AddressField[],
): Partial<Record<keyof Address, string>> {
  const problems: Partial<Record<keyof Address, string>> = {};
  const country = countryOf(given.country ?? '');
  if (!country) {
    problems.country = isVisible(given.country ?? '')
      ? `Unsupported country name: ${given.country}. For best support, please select a country from the list.`
      : 'is required';
    for (const field of ['street', 'city', 'zip'] as const)
      if (!isVisible(given[field] ?? '')) problems[field] = 'is required';
    return problems;
  }
  for (const definition of told ?? fieldsOf(country)) {
    const field = definition.name === 'province' ? 'state' : definition.name;
    const problem = fieldProblem(definition, given[field]?.trim() ?? '', country);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function fieldProblem({ required, maxLength, regex }: AddressField, value: string, country: Country): string | null {
  if (required && !isVisible(value)) return 'is required';
  if (value === '') return null;
  if (regex && !new RegExp(regex).test(value.toUpperCase()))
    return country.zipExample ? `Invalid zip code (e.g. ${country.zipExample}).` : 'Invalid zip code.';
  return [...value].length > maxLength ? `is too long (maximum is ${maxLength} characters)` : null;
}

const given = <Named extends z.ZodType<string>>(country: Named) =>
  z
    .strictObject({
      street: text(longest.street),
      street2: text(longest.street2).nullish(),
      city: text(longest.city),
      state: text(longest.province).nullish(),
      province: text(longest.province).nullish(),
      zip: text(longest.zip),
      country,
    })
    .superRefine((address, context) => {
      const state = address.state ?? address.province ?? '';
      const problems = addressProblems({ ...address, street2: address.street2 ?? '', state } as Partial<Address>);
      for (const [field, message] of Object.entries(problems))
        context.addIssue({ code: 'custom', path: [field], message });
    });

/** An address as a person hands it in: `province` is accepted for `state`, the zip comes out in upper case (ADR-07). */
export const givenAddress = given(text(longest.country));
/** That of a site, which is in the USA where nothing else is said (OPS-36). */
export const givenSiteAddress = given(text(longest.country).default('USA'));

/** The same address in the one shape that is stored. */
export const storedAddress = (given: z.output<typeof givenAddress>): Address => ({
  street: given.street,
  street2: given.street2 ?? '',
  city: given.city,
  state: given.state ?? given.province ?? '',
  zip: given.zip.toUpperCase(),
  country: countryOf(given.country)?.isoCode === 'US' ? 'USA' : (countryOf(given.country)?.isoCode ?? given.country),
});
