/** Reading what is on record: who changed what, and who had which access (P11-14, P11-16). */
import { z } from 'zod';
import { partnerTypes, siteSide } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { imageTypes } from '../images/rules.ts';
import { day, flag, instant, recordId, requiredText, userType } from '../wire.ts';
import { counting, isInOrder, outOfOrder } from './narrowing.ts';
import { largestAuditPage, lastAuditPage, longestSearch } from './rules.ts';

/** The trail names participants, of whom sponsors and partners learn nothing this way, whatever their rights (PRV-04). */
export const reviewerAccess = { adminRights: true, reach: 'groups', except: ['Sponsor', ...partnerTypes] } as const;

const filters = {
  /** Words, each of them in the number, the person, the kind of change or the record as they are shown. */
  q: requiredText(longestSearch).optional(),
  /** `provider` is a person with their account. */
  recordKind: z
    .string()
    .regex(/^[a-z_]{1,40}$/, 'must be a kind of record')
    .optional(),
  recordId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be the number of a record')
    .optional(),
  /** Who made the change. */
  person: recordId('provider').optional(),
  kind: z
    .string()
    .regex(/^[a-z_]{1,40}\.[a-z_]{1,40}$/, 'must be a kind of change')
    .optional(),
  /** UTC days, both included. */
  from: day.optional(),
  to: day.optional(),
};
interface Asked {
  recordKind?: string | undefined;
  recordId?: string | undefined;
}
const namesItsKind = ({ recordKind, recordId }: Asked) => recordId === undefined || recordKind !== undefined;
const kindMissing = { path: ['recordKind'], message: 'is required where a record is named' };

const auditEntry = z.object({
  /** Grows strictly; the order of the trail, whatever the clock said (P11-13). */
  number: z.number(),
  at: instant,
  /** The account; null for the system and the operator. */
  cpId: z.number().nullable(),
  /** Name and type as they were at the time. */
  person: z.string(),
  type: z.string(),
  kind: z.string(),
  recordKind: z.string(),
  recordId: z.string(),
  /** As they were stored. A creation has no old value, a deletion no new one. */
  changes: z.array(z.object({ field: z.string(), old: z.unknown(), new: z.unknown() })),
  reason: z.string().nullable(),
  host: z.string(),
  requestId: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** What the records that the entries speak of are called today, by kind and number: `partner:4`. */
const names = z.record(z.string(), z.string());

export const readAudit = endpoint({
  method: 'GET',
  path: '/records/audit',
  summary: 'A reviewer reads the audit trail as far as they see the company, the newest entries first',
  access: reviewerAccess,
  query: z
    .strictObject({
      ...filters,
      page: counting(lastAuditPage).optional(),
      pageSize: counting(largestAuditPage).optional(),
    })
    .refine(namesItsKind, kindMissing)
    .refine(isInOrder, outOfOrder),
  /** Counted up to 10,000; `more` says that there are more than that. */
  reply: z.object({ entries: z.array(auditEntry), total: z.number(), more: flag, names }),
});

/** Everything that fits the filters, portion by portion: each is asked for with the `next` of the one before it. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/records/audit/export',
  summary: 'A reviewer exports the audit trail as far as they see the company, the newest entries first',
  access: reviewerAccess,
  query: z
    .strictObject({ ...filters, before: counting(Number.MAX_SAFE_INTEGER).optional() })
    .refine(namesItsKind, kindMissing)
    .refine(isInOrder, outOfOrder),
  exports: 'portions',
  reply: z.object({ entries: z.array(auditEntry), next: z.number().nullable(), names }),
  failure: 'There was a problem exporting the audit trail.',
});

/** P11-11: an image that is, or was, on the card of a trial, by the hash under which an entry of the trail names it. */
export const readCardImage = endpoint({
  method: 'GET',
  path: '/records/card-image',
  summary: 'A reviewer opens an image that is, or was, on the card of a trial',
  access: reviewerAccess,
  holdsFile: true,
  query: z.strictObject({
    g_id: recordId('care_group'),
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
  }),
  /** `data` is base64. */
  reply: z.object({ contentType: z.enum(imageTypes), data: z.string() }),
  failure: 'There was a problem opening the image.',
});

/** Whom the trail can be narrowed to. */
export const listAuditPeople = endpoint({
  method: 'GET',
  path: '/records/people',
  summary: 'A reviewer lists the people of the company or of their groups, past and present',
  access: reviewerAccess,
  atMost: 20_000,
  reply: z.object({
    people: z.array(z.object({ cpId: z.number(), fName: z.string(), lName: z.string(), type: z.string() })),
  }),
});

/** Who is invited has a number and no access yet. Who was removed is in the reports of the days before. */
const accountState = z.enum(['invited', 'active', 'deactivated', 'unconfirmed', 'reset']);
export type AccountState = z.infer<typeof accountState>;

export const account = z.object({
  cpId: z.number(),
  fName: z.string(),
  lName: z.string(),
  email: z.string(),
  type: userType,
  adminRights: flag,
  isPrescriber: flag,
  /** Since when, as far as the trail tells. */
  groups: z.array(z.object({ gId: z.number(), name: z.string(), since: instant.nullable() })),
  partner: z.object({ partnerId: z.number(), name: z.string() }).nullable(),
  sponsor: z.object({ spId: z.number(), name: z.string() }).nullable(),
  state: accountState,
  /** A lock of 15 minutes or more began that day. */
  wasLocked: flag,
  createdAt: instant,
  lastSignInAt: instant.nullable(),
  notSignedInFor90Days: flag,
  /** Whether and when they had signed in by a day so long ago nobody can tell: such days are cleared away. */
  signInsNotKept: flag.optional(),
});
export type Account = z.output<typeof account>;

/** As it was at the end of a UTC day, today unless another is named; today as it is now. */
export const accessReport = endpoint({
  method: 'GET',
  path: '/records/access-report',
  summary: 'A reviewer reads who of the company or of their groups had which access on a day',
  access: reviewerAccess,
  /** `file`: it is for a file, which is on record (SEC-39). */
  query: z.strictObject({ day: day.optional(), file: flag.optional() }),
  isCostly: true,
  exports: 'on demand',
  reply: z.object({
    day,
    accounts: z.array(account),
    company: z.string().optional(),
    /** The names of the uppermost groups whose people alone it holds; null where it is all of the company. */
    groups: z.array(z.string()).nullable().optional(),
  }),
});

/** P11-19: the documents of a trial with every revision, signatures, entries and names, readable without us, with hashes to check it by. */
export const copyRecords = endpoint({
  method: 'GET',
  path: '/records/copy',
  summary: 'An administrator takes a complete copy of the records of a trial',
  access: reviewerAccess,
  isCostly: true,
  holdsFile: true,
  exports: 'whole',
  query: z.strictObject({ g_id: recordId('care_group') }),
  reply: z.object({
    filename: z.string(),
    contentType: z.literal('application/zip'),
    /** base64. */
    data: z.string(),
    documents: z.number(),
    entries: z.number(),
  }),
  failure: 'There was a problem making the copy.',
});

/**
 * PRV-02, P11-19: all that is held of a patient, where it came from, who saw and who changed it, with their documents and signatures;
 * readable without us, and a machine form with hashes to check it by.
 */
export const copyPatient = endpoint({
  method: 'GET',
  path: '/records/patient',
  summary: 'An administrator takes a complete copy of the record of a patient',
  access: { adminRights: true, reach: 'groups', types: siteSide },
  isCostly: true,
  holdsFile: true,
  exports: 'whole',
  query: z.strictObject({ u_id: recordId('patient') }),
  reply: z.object({
    filename: z.string(),
    contentType: z.literal('application/zip'),
    /** base64. */
    data: z.string(),
    documents: z.number(),
    entries: z.number(),
    /** How often the record was read, by whomever. */
    accesses: z.number(),
  }),
  failure: 'There was a problem making the copy.',
});

/** PRV-02: the same of a participant. Documents of requests for several people are left out, they tell of the others too. */
export const copyParticipant = endpoint({
  method: 'GET',
  path: '/records/participant',
  summary: 'An administrator takes a complete copy of the record of a participant',
  access: { module: 'TrialCard', adminRights: true, reach: 'groups', types: siteSide },
  isCostly: true,
  holdsFile: true,
  exports: 'whole',
  query: z.strictObject({ participant_id: recordId('participant') }),
  reply: copyPatient.reply,
  failure: 'There was a problem making the copy.',
});

/** PRV-02: whom and what an account saw and changed; `from` is included and `until` is not. */
export const copyAccount = endpoint({
  method: 'GET',
  path: '/records/account',
  summary: 'An administrator takes a report of all accesses of an account between two times',
  access: { ...reviewerAccess, reach: 'company' },
  isCostly: true,
  holdsFile: true,
  exports: 'whole',
  query: z
    .strictObject({ cp_id: recordId('provider'), from: instant, until: instant })
    .refine(({ from, until }) => from < until, { path: ['until'], message: 'must be after the beginning' }),
  reply: copyPatient.reply,
  failure: 'There was a problem making the report.',
});
