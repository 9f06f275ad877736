import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import {
  forgetDocument,
  holdToForget,
  itselfAndCorrected,
  withCorrections,
  withdrawRequest,
} from '#rooms/documents/door.ts';

/** PRV-03: who lives where and is reached how goes, with the numbers of insurances; what was taken, not borne and aimed at stays. */
export async function forgetRecord(act: Act, patientId: number, reason: string): Promise<void> {
  const { tx } = act;
  await tx
    .updateTable('patient_address')
    .set({ country: '', street: '', street2: '', city: '', state: '', zip: '' })
    .where('patient_id', '=', patientId)
    .execute();
  await tx
    .updateTable('patient_contact')
    .set({ name: '', detail: '', phone: '', phone_type: '', phone_extension: '', email: '' })
    .where('patient_id', '=', patientId)
    .execute();
  await tx
    .updateTable('patient_insurance')
    .set({ member_number: '', group_number: '' })
    .where('patient_id', '=', patientId)
    .execute();
  await holdToForget(act, await documentsOf(act, patientId));
  for (const documentId of await unsignedOf(act, patientId)) await forgetDocument(act, documentId, reason);
  // What some have signed stays, and the others sign it no more.
  for (const documentId of await openOf(act, patientId)) await withdrawRequest(act, documentId, reason);
}

/** The documents in the record of a patient, and what corrects them, wherever that was put (P11-08). */
const papers = (patientId: number) =>
  withCorrections(sql`select document_id from patient_document where patient_id = ${patientId}`);

/** All of them: of two patients who are removed at once, the second finds itself the last one to have a document. */
async function documentsOf({ tx }: Act, patientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select document_id as id from ${papers(patientId)} as paper`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * What the record itself has goes with it unless somebody else has it too, also where it corrects what stays with them: they never had it.
 * What corrects it elsewhere is theirs as well where they have what it corrects.
 */
const isOfNobodyElse = (patientId: number) =>
  sql`not exists (select from (${itselfAndCorrected}) as paper
    join patient_document elsewhere using (document_id) join patient using (patient_id)
    where patient_id <> ${patientId} and patient.removed_at is null
      and (paper.document_id = document.document_id or not exists (
        select from patient_document own where own.document_id = document.document_id and own.patient_id = ${patientId})))`;

/** Documents of this patient alone that wait for a signature. */
async function openOf({ tx }: Act, patientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select document.document_id as id from document join signing_request asked using (document_id)
    where document.document_id in ${papers(patientId)} and asked.state = 'open' and ${isOfNobodyElse(patientId)}
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Documents of this patient alone that nobody has signed; what was signed is a record for good (PRV-10), what corrects it belongs to that
 * record, and the terms of a brand are its.
 */
async function unsignedOf({ tx }: Act, patientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select document.document_id as id from document
    where document.document_id in ${papers(patientId)} and document.removed_at is null and ${isOfNobodyElse(patientId)}
      and not exists (select from company_brand where terms_document_id = document.document_id)
      and not exists (select from (${itselfAndCorrected}) as own where ${wasSigned})
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Here, or elsewhere by the patient. */
const wasSigned = sql`(
  exists (select from signing_request asked join signature using (signing_request_id) where asked.document_id = own.document_id)
  or exists (select from patient_document noted where noted.document_id = own.document_id and noted.waits_for = 'nobody'))`;
