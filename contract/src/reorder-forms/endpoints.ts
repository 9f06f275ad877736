/** The medications that nurses of a company order again: one list per company (RML-02 to RML-04, OPC-96). */
import { z } from 'zod';
import type { Access } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { recordId, requiredName, requiredText, whole } from '../wire.ts';
import { longestDosage, longestInformation, longestName, mostMedications } from './rules.ts';

/** OPC-08, OPC-09. */
const access = { module: 'NurseReorder' } as const satisfies Access;
const administrators = { ...access, adminRights: true, reach: 'company' } as const satisfies Access;

const given = z
  .array(
    z.strictObject({
      name: requiredName(longestName),
      dosage: requiredName(longestDosage),
      information: requiredText(longestInformation),
    }),
  )
  .max(mostMedications, `must have at most ${mostMedications} entries`);

const medication = z.object({ name: z.string(), dosage: z.string(), information: z.string() });
export type Medication = z.output<typeof medication>;

/** CAG-27: while there is no list, its number is null and nothing is in it. */
export const readMedicationList = endpoint({
  method: 'GET',
  path: '/reorder-forms/med-list',
  summary: 'A person reads which medications their company orders',
  access,
  reply: z.object({
    medListId: z.number().nullable(),
    medList: z.array(medication),
    version: z.number().nullable(),
    /** Whose list it is: an order on paper says who orders. */
    companyName: z.string(),
  }),
  failure: 'Unable to retrieve medication list.',
});

const saved = z.object({ message: z.string(), medListId: z.number(), version: z.number() });

/** CAG-28: refused once there is one. */
export const addMedicationList = endpoint({
  method: 'POST',
  path: '/reorder-forms/med-list',
  summary: 'An administrator makes the medication list of the company',
  access: administrators,
  creates: true,
  body: z.strictObject({ medList: given }),
  reply: saved,
  failure: 'Unable to update medication list.',
});

/** CAG-29: the list as it is from now on. */
export const changeMedicationList = endpoint({
  method: 'PUT',
  path: '/reorder-forms/med-list',
  summary: 'An administrator changes the medication list of the company',
  access: administrators,
  body: z.strictObject({ medListId: recordId('medication_list'), medList: given, version: whole.optional() }),
  reply: saved,
  failure: 'Unable to update medication list.',
});
