/** Of what there are complete copies: a trial or a site, and what is held of a person (P11-19, PRV-02). */
import { copyParticipant, copyPatient, copyRecords } from '@portal/contract/audit/endpoints.ts';
import { call } from '#api/call.ts';

export type Copied = { displayName: string } & ({ gId: number } | { participantId: number } | { patientId: number });

/** Who may take one. */
export const accessTo = (of: Copied) =>
  ('gId' in of ? copyRecords : 'participantId' in of ? copyParticipant : copyPatient).access;

export const askForCopy = (of: Copied, way: Parameters<typeof call>[2]) =>
  'gId' in of
    ? call(copyRecords, { query: { g_id: of.gId } }, way)
    : 'participantId' in of
      ? call(copyParticipant, { query: { participant_id: of.participantId } }, way)
      : call(copyPatient, { query: { u_id: of.patientId } }, way);

export const wordsOfCopy = (of: Copied): string =>
  'gId' in of
    ? `All records of ${of.displayName} in one file: every version of its documents, signatures, the audit trail and the names of people, as pages to read and with a program that checks that nothing is missing or changed.`
    : `All that is held of ${of.displayName} in one file: where it came from, documents, who changed it and who saw it, as pages to read and with a program that checks that nothing is missing or changed. Readings that are archived, and those beyond the newest 100,000, are not in it, and it says so.`;
