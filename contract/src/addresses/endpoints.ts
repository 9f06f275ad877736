/** The address service: what an address looks like in each country that is served. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../wire.ts';

/** "US" and "USA" both mean the US, in any case (ADR-09, OPN-69). A country that is not served is a 404 (OPN-66). */
const ofCountry = z.strictObject({ isoCode: requiredText(60) });

/** ADR-17, API-14, DAT-16: also for those who are just registering. */
export const listCountries = endpoint({
  method: 'GET',
  path: '/address/countries',
  summary: 'Anybody lists the countries that addresses and phone numbers may be in',
  access: 'open',
  reply: z.array(z.object({ isoCode: z.string(), countryName: z.string() })),
});

/** ADR-18, API-15: empty where the post needs none. */
export const listProvinces = endpoint({
  method: 'GET',
  path: '/address/provinces',
  summary: 'A person lists the provinces of a country',
  access: {},
  query: ofCountry,
  reply: z.object({ provinces: z.array(z.object({ isoCode: z.string(), provinceName: z.string() })) }),
});

/** ADR-03, ADR-18, API-16: in the order in which the country writes them. */
export const listFields = endpoint({
  method: 'GET',
  path: '/address/fields',
  summary: 'A person reads which fields an address has in a country',
  access: {},
  query: ofCountry,
  reply: z.array(
    z.object({
      name: z.enum(['street', 'street2', 'city', 'province', 'zip']),
      label: z.string(),
      required: z.boolean(),
      maxLength: z.number(),
      /** Of the zip alone, over the trimmed, upper-cased text (ADR-07). */
      regex: z.string().optional(),
    }),
  ),
});
