/** The directory of medications (OPC-71). It is told nothing but what is looked for (PRV-12). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess as access } from '../patients/access.ts';
import { text, whole } from '../wire.ts';
import { mostResults } from './rules.ts';

const drug = z.object({
  brandName: z.string(),
  genericName: z.string(),
  strength: z.string(),
  dosageForm: z.string(),
  ndc: z.string(),
});
export type Drug = z.output<typeof drug>;

/** `field` is name (also the generic one) or ndc, by its leading digits. */
export const searchDrugs = endpoint({
  method: 'GET',
  path: '/drugs/search',
  summary: 'A person looks for a medication in the directory',
  access,
  query: z.strictObject({
    field: z.enum(['name', 'ndc']),
    term: text(100),
    limit: whole
      .refine((value) => value >= 1 && value <= mostResults, `must be between 1 and ${mostResults}`)
      .optional(),
  }),
  atMost: mostResults,
  reply: z.object({ results: z.array(drug) }),
});
