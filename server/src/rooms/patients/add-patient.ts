import { randomUUID } from 'node:crypto';
import {
  contactsWith,
  type PatientStatus,
  type PatientType,
  type PreferredContact,
} from '@portal/contract/patients/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { nobodysHash } from '#rooms/identity/door.ts';
import { noteSteps } from './tell.ts';

export interface NewPatient {
  firstName: string;
  lastName: string;
  bornOn: string;
  gender: 0 | 1 | 2;
  /** Empty or missing where there is none. */
  email?: string | null | undefined;
  phone?: string | null | undefined;
  type: PatientType;
  isHibernated?: boolean;
}

/** OPC-51. */
const placeholder = () => `patient-${randomUUID()}@no-email.invalid`;

/** 0 with a real e-mail, else 1 with a phone, else none. */
export const contactFor = (given: {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}): PreferredContact => contactsWith({ email: given.email || null, phone: given.phone || null })[0] as PreferredContact;

type Added = 'patient.added' | 'patient.imported';

/** Adds a patient; whose e-mail or phone somebody has is told so. */
export async function addPatient(act: Act<Actor>, given: NewPatient, action: Added = 'patient.added'): Promise<number> {
  if (given.bornOn > act.today()) throw failFields({ dateOfBirth: 'Date of Birth is invalid' });
  await refuseTaken(act, given);
  const [id] = await addPatients(act, [given], action);
  return id as number;
}

/**
 * Adds patients, who are pending, and the accounts by which they will be known, together or not at all (OPC-55), in the order in which
 * they are given. Nobody knows a password of an account, and this portal refuses patients anyway (OPC-80). One statement of each sort
 * does it for all: five hundred are to come in within the time that a call has (REL-05).
 */
export async function addPatients(act: Act<Actor>, given: readonly NewPatient[], action: Added): Promise<number[]> {
  const { tx, viewer, now, record } = act;
  const news = given.map((one) => {
    const username = placeholder();
    return {
      first_name: one.firstName,
      last_name: one.lastName,
      born_on: one.bornOn,
      gender: one.gender,
      email: one.email || username,
      phone: one.phone || null,
      type: one.type,
      is_hibernated: one.isHibernated ?? false,
      status: 'pending' as PatientStatus,
      preferred_contact: contactFor(one),
      username,
    };
  });
  const rows = news.map((fields) => ({ ...fields, company_id: viewer.companyId, created_at: now() }));
  const added = await insertRows(tx, 'patient', rows).returning(['patient_id as id', 'username']).execute();
  const idOf = new Map(added.map(({ id, username }) => [username, id]));
  const known = news.map((fields) => ({ id: idOf.get(fields.username) as number, fields }));
  const ids = known.map(({ id }) => id);
  await sql`select add_patient_account(id, ${nobodysHash}) from unnest(${ids}::int[]) id`.execute(tx);
  await record(
    ...known.map(({ id, fields }) => ({ action, record: { kind: 'patient' as const, id }, changes: created(fields) })),
  );
  const what = action === 'patient.added' ? 'Added' : 'Imported';
  await noteSteps(
    act,
    ids.map((patientId) => ({ patientId, kind: 'status', what })),
  );
  // They are in no group yet.
  await act.announce(...ids.map((id) => ({ type: 'patient.changed' as const, id, careGroupId: null })));
  return ids;
}

/** Says which is taken; of two at once the unique index lets one in and says the same (REL-08). */
export async function refuseTaken(
  { tx }: Pick<Act<Actor>, 'tx'>,
  given: { email?: string | null | undefined; phone?: string | null | undefined },
  besides = 0,
): Promise<void> {
  const taken = await tx
    .selectFrom('patient')
    .select(['email', 'phone'])
    .where('removed_at', 'is', null)
    .where('patient_id', '<>', besides)
    .where((eb) => eb.or([eb('email', '=', given.email ?? ''), eb('phone', '=', given.phone ?? '')]))
    .execute();
  if (given.email && taken.some(({ email }) => email === given.email)) throw fail('patient.email_taken');
  if (given.phone && taken.some(({ phone }) => phone === given.phone)) throw fail('patient.phone_taken');
}
