/** The fields of a patient as calls take them, each with the sentence that the screen shows (PNW-04 to PNW-09, OPC-56). */
import { z } from 'zod';
import { isEmail } from '../email.ts';
import { requiredName } from '../wire.ts';
import { isPatientPhone, longest } from './rules.ts';

export const nameOf = (label: string) =>
  requiredName(longest.name, `${label} is too long (maximum is ${longest.name} characters)`, `${label} is required`);

/** `missing` where it has to be there. */
export const emailOf = (missing?: string) =>
  z
    .string()
    .overwrite((value) => value.trim().toLowerCase())
    .refine((value) => missing === undefined || value !== '', { message: missing ?? '', abort: true })
    .refine((value) => value.length <= longest.email, `Email is too long (maximum is ${longest.email} characters)`)
    .refine((value) => value === '' || isEmail(value), 'Email is invalid');

/** OPC-52. */
export const phone = z
  .string({ error: 'Mobile Phone is required' })
  .refine((value) => value !== '', { message: 'Mobile Phone is required', abort: true })
  .refine(isPatientPhone, 'Mobile Phone is invalid');

/** OPC-57; that it does not lie in the future is the server's to say, by its own clock. */
export const dateOfBirth = z
  .string({ error: 'Date of Birth is required' })
  .refine((value) => value !== '', { message: 'Date of Birth is required', abort: true })
  .refine((value) => z.iso.date().safeParse(value).success && value >= '1850-01-01', 'Date of Birth is invalid');

/** PNW-06: 0 Male, 1 Female, 2 Other/Prefer not to say. */
export const gender = z.codec(
  z.union([z.literal([0, 1, 2]), z.literal(['0', '1', '2'])], {
    error: ({ input }) =>
      input === undefined || input === null || input === '' ? 'Gender is required' : 'Gender is invalid',
  }),
  z.union([z.literal(0), z.literal(1), z.literal(2)]),
  { decode: (wire) => Number(wire) as 0 | 1 | 2, encode: (value) => value },
);

/** OPC-44: a value under its name, in either spelling. */
export const attributes = (names: readonly [string, ...string[]], longestValue = 200) =>
  z
    .array(
      z.union([
        z.strictObject({ Name: z.enum(names), Value: z.string().max(longestValue) }),
        z.strictObject({ name: z.enum(names), value: z.string().max(longestValue) }),
      ]),
    )
    .max(names.length)
    .refine((list) => new Set(list.map(attributeName)).size === list.length, 'names something twice');
type Attribute = { Name: string; Value: string } | { name: string; value: string };
const attributeName = (one: Attribute): string => ('Name' in one ? one.Name : one.name);
/** The same as an object. */
export const fromAttributes = (list: readonly Attribute[]): Record<string, string> =>
  Object.fromEntries(list.map((one) => [attributeName(one), 'Value' in one ? one.Value : one.value]));
/** And back, as answers have it. */
export const toAttributes = (values: Readonly<Record<string, string>>): { Name: string; Value: string }[] =>
  Object.entries(values).map(([Name, Value]) => ({ Name, Value }));
