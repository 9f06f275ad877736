/** Participants: the subjects of a trial, kept by its sites. They are not users (ROL-04). */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { address, givenAddress } from '../addresses/rules.ts';
import { endpoint } from '../endpoint.ts';
import { day, done, flag, id, recordId, requiredName, requiredText, text, whole } from '../wire.ts';
import { longestReason, phoneMessage } from './rules.ts';

/** Sponsors get no participant data; partners neither, other than on requests they handle (PRV-04). */
const access = { module: 'TrialCard', types: siteSide } as const;

/** 0 male, 1 female (PAR-11). */
export const gender = z.codec(
  z.union([z.literal([0, 1]), z.literal(['0', '1'])], {
    error: ({ input }) => (input === undefined || input === null || input === '' ? 'is required' : 'must be 0 or 1'),
  }),
  z.union([z.literal(0), z.literal(1)]),
  {
    decode: (wire) => (Number(wire) === 1 ? 1 : 0),
    encode: (value) => value,
  },
);

/** PAR-10. `gender` is 0 male, 1 female; `preferred_contact` 0 is e-mail, any other value phone (PAR-11, PAR-12). */
export const participant = z.object({
  participantId: z.number(),
  fname: z.string(),
  lname: z.string(),
  dob: day,
  gender: z.union([z.literal(0), z.literal(1)]),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: address.nullable(),
  addrId: z.number().nullable(),
  subjectNumber: z.string(),
  ctrxId: z.string(),
  trial: z.string(),
  isActive: flag,
  preferred_contact: z.number(),
  cardTemplateInfo: z.object({ hasCard: flag, cardConfigured: z.enum(['configured', 'not configured']) }),
  version: z.number(),
});
export type Participant = z.output<typeof participant>;

/** PAR-17, OPN-70. Empty means none. */
const phone = z.string().regex(/^(\+[1-9]\d{6,18})?$/, phoneMessage);

/** PAR-16. Empty means none; otherwise as everywhere in the product: trimmed and in lower case (SIG-10). */
const email = z
  .string()
  .overwrite((value) => value.trim().toLowerCase())
  .refine((value) => value.length <= 150, 'is too long (maximum is 150 characters)')
  .refine((value) => value === '' || z.email().safeParse(value).success, 'is not a valid email');

const given = {
  fname: requiredName(15, 'The length of first name must be 15 characters or fewer.'),
  lname: requiredName(20, 'The length of last name must be 20 characters or fewer.'),
  g_id: recordId('care_group'),
  /** PAR-19: a date of birth with a positive year. */
  dob: day.refine((value) => !value.startsWith('0000'), 'is required'),
  subject_number: requiredText(30),
  gender,
  address: givenAddress.nullish(),
  phone: phone.nullish(),
  email: email.nullish(),
  preferred_contact: whole.nullish(),
};

/** APS-01. */
export const listParticipants = endpoint({
  method: 'GET',
  path: '/care-groups/trial-participant',
  summary: 'A person lists the participants of a trial site',
  access,
  /** By name; with the number of a participant come those after them (OPS-23). */
  query: z.strictObject({ g_id: recordId('care_group'), after: recordId('participant').optional() }),
  atMost: 10_000,
  reply: z.object({ participants: z.array(participant) }),
});

/** APS-02, PAR-22. */
export const addParticipant = endpoint({
  method: 'POST',
  path: '/trial-participant',
  summary: 'A person adds a participant to a trial site',
  access,
  creates: true,
  body: z.strictObject(given),
  reply: z.object({ message: z.string(), participantId: z.number() }),
});

/** APS-03, PAR-23. `addressChanged` says whether `address` is to be stored; `addrId` names the address it replaces. */
export const changeParticipant = endpoint({
  method: 'PUT',
  path: '/trial-participant',
  summary: 'A person changes a participant',
  access,
  body: z.strictObject({
    ...given,
    participant_id: recordId('participant'),
    addressChanged: flag,
    addrId: id.nullish(),
    version: whole.optional(),
  }),
  reply: z.object({ message: z.string(), version: z.number() }),
});

/** APS-04, PAR-09. */
export const setParticipantStatus = endpoint({
  method: 'PUT',
  path: '/trial-participant/status',
  summary: 'A person deactivates a participant, or takes them back',
  access,
  body: z.strictObject({ participant_id: recordId('participant'), isActive: flag, version: whole.optional() }),
  reply: done,
});

/** PRV-03: for good, and only who is deactivated. What is erased and what is kept, docs/decisions/2026-11-20-participants.md says. */
export const removeParticipant = endpoint({
  method: 'DELETE',
  path: '/trial-participant',
  summary: 'An administrator removes a deactivated participant',
  access: { ...access, adminRights: true, reach: 'groups' },
  query: z.strictObject({
    participant_id: recordId('participant'),
    reason: text(longestReason).optional(),
    version: whole.optional(),
  }),
  reply: done,
  failure: 'There was a problem removing the participant.',
});
