/** Documents that people add to the record of patients (APD-11). */
import { z } from 'zod';
import { groupAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { patientAccess } from '../patients/access.ts';
import { done, flag, recordId } from '../wire.ts';
import { mostPatientsAtOnce } from './rules.ts';

/** OPS-48: whoever uploads adds, as with groups. */
const access = { ...groupAdministrators, ...patientAccess } as const;

/**
 * APD-11, UPW-20: a document that the caller sees, and that is of no group, partner, library or brand, to one patient or several in
 * sight. Nothing lies below a patient, so `cascade` says nothing here.
 */
export const attachToPatients = endpoint({
  method: 'POST',
  path: '/documents/patient',
  summary: 'An administrator adds a document to patients',
  access,
  creates: true,
  body: z.strictObject({
    docId: recordId('document'),
    u_id: z.union([recordId('patient'), z.array(recordId('patient')).min(1, 'is required').max(mostPatientsAtOnce)]),
    cascade: flag.optional(),
  }),
  reply: done,
  failure: 'Failed to add documents to patients',
});
