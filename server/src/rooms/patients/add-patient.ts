import { randomUUID } from 'node:crypto';
import {
  isPlaceholder,
  type PatientStatus,
  type PatientType,
  type PreferredContact,
} from '@portal/contract/patients/rules.ts';
import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { nobodysHash } from '#rooms/identity/door.ts';
import { noteStep, tellOfPatient } from './tell.ts';

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
}): PreferredContact => (given.email && !isPlaceholder(given.email) ? 0 : given.phone ? 1 : -1);

/**
 * Adds a patient, who is pending, and the account by which they will be known, together or not at all (OPC-55). Nobody knows a
 * password of it, and this portal refuses patients anyway (OPC-80).
 */
export async function addPatient(
  act: Act<Actor>,
  given: NewPatient,
  action: 'patient.added' | 'patient.imported' = 'patient.added',
): Promise<number> {
  const { tx, viewer, now, today, record } = act;
  if (given.bornOn > today()) throw failFields({ dateOfBirth: 'Date of Birth is invalid' });
  await refuseTaken(act, given);
  const username = placeholder();
  const fields = {
    first_name: given.firstName,
    last_name: given.lastName,
    born_on: given.bornOn,
    gender: given.gender,
    email: given.email || username,
    phone: given.phone || null,
    type: given.type,
    is_hibernated: given.isHibernated ?? false,
    status: 'pending' as PatientStatus,
    preferred_contact: contactFor(given),
  };
  const { id } = await tx
    .insertInto('patient')
    .values({ ...fields, username, company_id: viewer.companyId, created_at: now() })
    .returning('patient_id as id')
    .executeTakeFirstOrThrow();
  await sql`select add_patient_account(${id}, ${nobodysHash})`.execute(tx);
  await record({ action, record: { kind: 'patient', id }, changes: created({ ...fields, username }) });
  await noteStep(act, { patientId: id, kind: 'status', what: action === 'patient.added' ? 'Added' : 'Imported' });
  await tellOfPatient(act, 'patient.changed', id);
  return id;
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
