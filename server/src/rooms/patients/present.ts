import type { ListedPatient, Patient } from '@portal/contract/patients/endpoints.ts';
import { type PatientStatus, patientStatuses, type PreferredContact } from '@portal/contract/patients/rules.ts';
import type { PatientRow } from './queries.ts';

type Listed = Pick<
  PatientRow,
  'patientId' | 'firstName' | 'lastName' | 'bornOn' | 'phone' | 'email' | 'status' | 'type'
>;

/** As the lists have it. */
export const presentListed = (row: Listed): ListedPatient => ({
  u_ID: row.patientId,
  name: `${row.firstName} ${row.lastName}`,
  dob: row.bornOn,
  phone: row.phone,
  email: row.email,
  status: patientStatuses[row.status as PatientStatus],
  patientType: row.type as 1 | 2 | 3,
});

export const present = (row: PatientRow): Patient => ({
  ...presentListed(row),
  firstName: row.firstName,
  lastName: row.lastName,
  gender: row.gender as 0 | 1 | 2,
  hibernationStatus: row.isHibernated ? 1 : 0,
  preferredContact: row.preferredContact as PreferredContact,
  version: row.version,
});
