import { emailOf, nameOf, phone as phoneField, dateOfBirth } from '@portal/contract/patients/fields.ts';
import {
  contactsWith,
  isPlaceholder,
  type PreferredContact,
  profilePage,
  waysWanted,
} from '@portal/contract/patients/rules.ts';
import type { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import { changesBetween, withPage } from '#platform/audit/record.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import { withdrawMessages } from '#platform/jobs/outbox.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { contactFor, refuseTaken } from './add-patient.ts';
import type { Anew } from './ending-links.ts';
import { present } from './present.ts';
import * as queries from './queries.ts';
import type { PatientSight } from './sight.ts';
import { tellOfPatient } from './tell.ts';

export interface PatientChange {
  patientId: number;
  username: string;
  /** By the names of the identity service (PRF-12). */
  attributes: Readonly<Record<string, string>>;
  preferredContact?: PreferredContact | undefined;
  version?: number | undefined;
  /** Ends the links that the patient was sent. */
  endLinks?: (() => Promise<void>) | undefined;
  /** Takes away what was begun behind the date of birth that was on record. */
  dropBegun?: (() => Promise<void>) | undefined;
  /** Sends other links. */
  sendLinksAnew?: ((which: Anew) => Promise<void>) | undefined;
}

const flags = { true: true, false: false } as const;

/** Changes the profile of a patient and gives its new version. What was there before stays in the audit trail. */
export async function changePatient(act: Act<Actor & PatientSight>, given: PatientChange): Promise<number> {
  const { tx, viewer, now, today, record } = act;
  const before = await queries.lockVisible(tx, viewer, given.patientId);
  if (!before) throw fail('not_found');
  await refuseStale(act, before, given.version);
  if (given.username !== before.username) throw failFields({ username: 'is not that of this patient' });
  const { attributes } = given;
  const read = <T>(name: string, schema: z.ZodType<T>): T | undefined => {
    if (attributes[name] === undefined) return undefined;
    const parsed = schema.safeParse(attributes[name]);
    if (!parsed.success)
      throw failFields({ [`userAttributes.${name}`]: parsed.error.issues[0]?.message ?? 'is invalid' });
    return parsed.data;
  };
  const verified = (name: string): boolean | undefined => {
    const value = attributes[name];
    if (value === undefined) return undefined;
    if (!(value in flags)) throw failFields({ [`userAttributes.${name}`]: 'must be true or false' });
    return flags[value as keyof typeof flags];
  };
  const bornOn = read('birthdate', dateOfBirth);
  if (bornOn !== undefined && bornOn > today())
    throw failFields({ 'userAttributes.birthdate': 'Date of Birth is invalid' });
  // OPC-51: whoever has none keeps the placeholder, which nobody else is given.
  const keepsEmail = attributes['email']?.trim().toLowerCase() === before.email;
  const email = keepsEmail ? before.email : (read('email', emailOf('Email is required')) ?? before.email);
  const phone = read('phone_number', phoneField) ?? before.phone;
  const fields = {
    first_name: read('given_name', nameOf('First Name')) ?? before.first_name,
    last_name: read('family_name', nameOf('Last Name')) ?? before.last_name,
    born_on: bornOn ?? before.born_on,
    email,
    // OPC-52: that the one before was verified says nothing of a new one.
    email_verified: verified('email_verified') ?? (email === before.email && before.email_verified),
    phone,
    phone_verified: verified('phone_number_verified') ?? (phone === before.phone && before.phone_verified),
  };
  await refuseTaken(act, { email: fields.email, phone: fields.phone }, given.patientId);
  const preferred = given.preferredContact ?? contactAfter(before, fields);
  if (preferred !== before.preferred_contact && !contactsWith(fields).includes(preferred))
    throw failFields({ preferredContact: 'must be a way by which the patient can be reached' });
  const changes = changesBetween(before, { ...fields, preferred_contact: preferred });
  if (changes.length === 0) return before.version;
  const version = before.version + 1;
  await tx
    .updateTable('patient')
    .set({ ...fields, preferred_contact: preferred, version })
    .where('patient_id', '=', given.patientId)
    .execute();
  // Whoever reads there now is not the patient any more, or never was.
  const left = [
    ...(hasLeft(before.email, fields.email) ? (['Email'] as const) : []),
    ...(hasLeft(before.phone, fields.phone) ? (['Text'] as const) : []),
  ];
  const [waysBefore, ways] = [waysWanted[before.preferred_contact as PreferredContact], waysWanted[preferred]];
  const unwanted = waysBefore.filter((way) => !ways.includes(way));
  // A way that is wanted no more may have led to a stranger, who holds a link.
  const endsLinks = left.length > 0 || unwanted.length > 0;
  // Before the messages, as whoever ends an assessment holds what its link is of.
  if (endsLinks) await given.endLinks?.();
  const hasOtherBirthDate = fields.born_on !== before.born_on;
  if (hasOtherBirthDate) await given.dropBegun?.();
  for (const way of new Set([...left, ...unwanted]))
    await withdrawMessages(tx, { now }, { patientId: given.patientId, channel: channelOf[way] });
  const newWays = ways.filter((way) => !waysBefore.includes(way));
  // After that: what is sent anew stays.
  if (endsLinks) await given.sendLinksAnew?.({});
  else if (newWays.length > 0) await given.sendLinksAnew?.({ ways: newWays });
  // Whoever was asked for a day that is not theirs could not get in.
  if (!endsLinks && hasOtherBirthDate) await given.sendLinksAnew?.({ spentAlone: true });
  await record({
    action: 'patient.changed',
    record: { kind: 'patient', id: given.patientId },
    changes: withPage(changes, profilePage),
  });
  await tellOfPatient(act, 'patient.changed', given.patientId);
  return version;
}

const channelOf = { Email: 'email', Text: 'sms' } as const;

type Reach = Parameters<typeof contactsWith>[0];
/** Whoever had no way to be reached is reached by the first one that they have; who had one and wants none is not. */
const contactAfter = (before: Reach & { preferred_contact: number }, now: Reach): PreferredContact =>
  before.preferred_contact === -1 && contactFor(before) === -1
    ? contactFor(now)
    : (before.preferred_contact as PreferredContact);

const hasLeft = (before: string | null, now: string | null): boolean =>
  before !== null && before !== now && !isPlaceholder(before);

/** REL-07: an older version is refused, with the state that is current; the refusal shows it, so that is read (PRV-01). */
export async function refuseStale(
  { tx, viewer, logRead }: Act<Actor & PatientSight>,
  row: { patient_id: number; version: number },
  version: number | undefined,
): Promise<void> {
  if (version === undefined || version === row.version) return;
  const current = await queries.one(tx, viewer, row.patient_id).executeTakeFirstOrThrow();
  logRead('patient', [row.patient_id]);
  throw failStale(present(current));
}
