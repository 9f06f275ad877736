/** The odd shapes of the wire, each in one place. A codec decodes what arrives and encodes what leaves. */
import { z } from 'zod';

/** A day without a clock: `YYYY-MM-DD` on the wire, in SQL and in our code alike. */
export const day = z.iso
  .date('must be a date as YYYY-MM-DD')
  // PostgreSQL knows no year 0.
  .refine((value) => value >= '0001-01-01', 'must be a date as YYYY-MM-DD');

/** An instant: ISO 8601 with zone on the wire, `Date` in our code. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** 1 and 0 on the wire, also as text in a query (OPS-19). */
export const flag = z.codec(z.union([z.literal([0, 1]), z.literal(['0', '1'])]), z.boolean(), {
  decode: (wire) => wire === 1 || wire === '1',
  encode: (value) => (value ? 1 : 0),
});

/** A record's number. Accepted as a number or as digits (OPS-19), always sent as a number. */
export const id = z.codec(
  z.union(
    [z.int().min(1).max(2_147_483_647), z.string().regex(/^[1-9]\d{0,8}$/, 'must be a number of a record')],
    'must be a number of a record',
  ),
  z.number(),
  { decode: (wire) => Number(wire), encode: (value) => value },
);

/** A count or amount without fraction, number or digits. */
export const whole = z.codec(
  z.union(
    [z.int().min(-2_147_483_648).max(2_147_483_647), z.string().regex(/^-?\d{1,9}$/, 'must be a whole number')],
    'must be a whole number',
  ),
  z.number(),
  { decode: (wire) => Number(wire), encode: (value) => value },
);

/** Text from a person: trimmed at the border, without control characters other than line breaks and tabs. */
export const text = (max: number, tooLong?: string, missing?: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : undefined) })
    .refine((value) => !hasControlCharacter(value), 'contains characters that cannot be stored')
    .overwrite((value) => value.trim())
    .refine((value) => [...value].length <= max, tooLong ?? `is too long (maximum is ${max} characters)`);

/** The same, and not empty. */
export const requiredText = (max: number, tooLong?: string, missing = 'is required') =>
  text(max, tooLong, missing).refine((value) => value !== '', missing);

const hasControlCharacter = (value: string): boolean =>
  // eslint-disable-next-line no-control-regex -- these characters are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value) || !value.isWellFormed();

/** Normalised as everywhere in the product: trimmed and in lower case (SIG-10). */
export const email = (max: number) =>
  z
    .string()
    .overwrite((value) => value.trim().toLowerCase())
    .refine((value) => value !== '', { message: 'is required', abort: true })
    .refine((value) => value.length <= max, `is too long (maximum is ${max} characters)`)
    .refine((value) => z.email().safeParse(value).success, 'is not a valid email');

/** The answer of a call that only says that it did what was asked (OPN-76). */
export const done = z.object({ message: z.string() });
