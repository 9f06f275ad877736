/** All values that a field of a patient's record had, who gave them and why (P11-11, P11-15). */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { patientAccess as access } from '../patients/access.ts';
import { instant, recordId, requiredText, whole } from '../wire.ts';
import { longest } from './rules.ts';
import { valueFields, type ValueKind, valueKinds } from './value-rules.ts';

const entry = z.object({
  /** Of this entry alone; the number to ask for older ones `after`. */
  number: z.number(),
  at: instant,
  /** Who did it, where it was somebody. */
  by: z.string().nullable(),
  did: z.enum(['added', 'changed', 'removed']),
  /** Of the address, contact, medication …; of a profile, status or group the patient's own. */
  id: z.number(),
  reason: z.string().nullable(),
  /** What the record was called then; what people have no name for has none. */
  name: z.string().optional(),
  /** When the pharmacy says that it was so, where it says that. */
  toldAt: instant.optional(),
  /** In the words of the screen: `from` is null where there was nothing before, `to` where nothing is left. */
  values: z.array(
    z.object({ field: z.string(), label: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
});
export type ValueEntry = z.output<typeof entry>;

/** Which kinds a number, or the number of a prescription, belongs to. */
const namedBy = {
  addr_id: ['address'],
  contact_id: ['contact'],
  insurance_id: ['insurance'],
  med_id: ['medication'],
  allergy_id: ['allergy'],
  goal_id: ['goal'],
  rx_number: ['prescription', 'order'],
} as const satisfies Record<string, readonly ValueKind[]>;

/**
 * Newest first. `of` says what is asked for, `field` one of its fields (a name of `valueFields`), and a number one record of that kind,
 * also one that was removed; without it come all of the kind. Insurance wants its module.
 */
export const readValueHistory = endpoint({
  method: 'GET',
  path: '/patients/history',
  summary: 'A person reads which values the record of a patient had',
  access,
  query: z
    .strictObject({
      u_id: recordId('patient'),
      of: z.enum(valueKinds),
      field: z
        .string()
        .regex(/^[a-z0-9_]{1,40}$/, 'must be the name of a field')
        .optional(),
      addr_id: recordId('patient_address').optional(),
      contact_id: recordId('patient_contact').optional(),
      insurance_id: recordId('patient_insurance').optional(),
      med_id: recordId('patient_medication').optional(),
      allergy_id: recordId('patient_allergy').optional(),
      goal_id: recordId('patient_goal').optional(),
      rx_number: requiredText(longest.number).optional(),
      after: whole.refine((value) => value >= 1, 'must be above 0').optional(),
    })
    .refine(({ of, field }) => field === undefined || Object.hasOwn(valueFields[of], field), {
      path: ['field'],
      message: 'is no field of this kind',
    })
    .superRefine((query, context) => {
      for (const [name, kinds] of Object.entries(namedBy))
        if (query[name as keyof typeof namedBy] !== undefined && !(kinds as readonly string[]).includes(query.of))
          context.addIssue({ code: 'custom', path: [name], message: 'is of another kind' });
    }),
  atMost: 200,
  reply: z.object({ entries: z.array(entry) }),
  failure: 'There was a problem retrieving patient info.',
});
