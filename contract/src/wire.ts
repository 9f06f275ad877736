/** The odd shapes of the wire, each in one place. A codec decodes what arrives and encodes what leaves. */
import { z } from 'zod';
import { moduleNames, otherSpelling, spelledAsStored, type UserType, userTypes } from './access.ts';
import type { NumberedKind } from './rooms.ts';
import { isVisible } from './visible.ts';

/** SCP-05, SCP-06. */
export const userType = z.enum(userTypes);
/** One of these roles as somebody asks with it, in either spelling (PRM-02, OPN-88). */
export const givenType = <const T extends UserType>(types: readonly T[], wrong?: string) =>
  z.codec(z.enum([...types, otherSpelling], wrong), z.enum(types), {
    decode: (spelled) => spelledAsStored(spelled) as T,
    encode: (type) => type as never,
  });
/** SCP-03, SCP-04. */
const moduleName = z.enum(moduleNames);
/** DAT-02: a module of a company. */
export const moduleEntry = z.object({
  modId: z.number(),
  name: moduleName,
  description: z.string(),
  basicAuthAllowed: z.union([z.literal(0), z.literal(1)]),
});

/** A day without a clock: `YYYY-MM-DD` on the wire, in SQL and in our code alike. */
export const day = z.iso
  .date('must be a date in the form YYYY-MM-DD')
  // PostgreSQL knows no year 0.
  .refine((value) => value >= '0001-01-01', 'must be a date in the form YYYY-MM-DD');

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

/** The largest number that the database keeps; there is no record above it. */
const largest = 2_147_483_647;
const isWithin = (wire: number | string): boolean => Number(wire) <= largest && Number(wire) >= -largest - 1;

// Each part of a union says so itself: it gives the words of the one that nearly fits.
const noRecord = 'must be the number of a record';
const noWhole = 'must be a whole number';

/** A number as the database gives them. Accepted as a number or as digits (OPS-19), always sent as a number. */
const given = () =>
  z.codec(
    z
      .union([z.int(noRecord).min(1, noRecord), z.string().regex(/^[1-9]\d{0,20}$/, noRecord)], noRecord)
      .refine(isWithin, `${noRecord}, none is above ${largest}`),
    z.number(),
    { decode: (wire) => Number(wire), encode: (value) => value },
  );

/** The number of something that is no record of its own, such as a line of an order. */
export const id = given();

/** Which schemas are numbers of records, and of which kind: the alarms of foreign numbers are made from it. */
export const recordNumbers = z.registry<{ kind: NumberedKind }>();
const byKind = new Map<NumberedKind, typeof id>();

/** The number of a record of this kind. */
export function recordId(kind: NumberedKind): typeof id {
  const known = byKind.get(kind) ?? given().register(recordNumbers, { kind });
  byKind.set(kind, known);
  return known;
}

/** A count or amount without fraction, number or digits. */
export const whole = z.codec(
  z
    .union([z.int(noWhole), z.string().regex(/^-?\d{1,20}$/, noWhole)], noWhole)
    .refine(isWithin, `must be between ${-largest - 1} and ${largest}`),
  z.number(),
  { decode: (wire) => Number(wire), encode: (value) => value },
);

/**
 * Text from a person: trimmed at the border, without control characters other than line breaks and tabs. What nobody could see is
 * nothing: it becomes the empty text.
 */
export const text = (max: number, tooLong?: string, missing?: string) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? missing : undefined) })
    .refine((value) => !hasControlCharacter(value), 'contains characters that cannot be stored')
    .overwrite((value) => (isVisible(value) ? value.trim() : ''))
    .refine((value) => [...value].length <= max, tooLong ?? `is too long (maximum is ${max} characters)`);

/** The same, and not empty. */
export const requiredText = (max: number, tooLong?: string, missing = 'is required') =>
  text(max, tooLong, missing).refine((value) => value !== '', missing);

/**
 * What a file is called by whoever sends it: one line, without what turns the direction of reading around, which would show
 * another ending than it has. It never becomes a path (SEC-31).
 */
export const fileName = requiredText(500).refine(
  (value) => !/[\t\n\r\u202a-\u202e\u2066-\u2069]/.test(value),
  'contains characters that cannot be stored',
);

/**
 * What something or somebody is called. Letters put together in two ways become one, any gap one space, and what only
 * pastes along with a text is left away: marks of a file's beginning, soft hyphens, spaces of no width, what turns the
 * direction of reading around. Joiners stay, Persian and Indic words are spelled with them. How names are compared:
 * `name_key` of the database.
 */
export const tidyName = (value: string): string =>
  value
    .normalize('NFC')
    .replace(/[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
    .replace(/[\s\u0085\u2800\u3164]+/g, ' ')
    .trim();

/** A name, tidied at the border; empty where it may be. */
export const name = (max: number, tooLong?: string, missing?: string) =>
  text(Number.MAX_SAFE_INTEGER, undefined, missing)
    // Composing takes time by the square: what is far too long is refused as it came.
    .overwrite((value) => (value.length > 20 * max ? value : tidyName(value)))
    .refine((value) => [...value].length <= max, tooLong ?? `is too long (maximum is ${max} characters)`);

/** The same, and not empty. */
export const requiredName = (max: number, tooLong?: string, missing = 'is required') =>
  name(max, tooLong, missing).refine((value) => value !== '', missing);

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
