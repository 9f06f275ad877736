import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { forgetDocument, holdToForget, withdrawRequest } from '#rooms/documents/door.ts';

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

/** All of them: of two patients who are removed at once, the second finds itself the last one to have a document. */
async function documentsOf({ tx }: Act, patientId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('patient_document')
    .select('document_id as id')
    .where('patient_id', '=', patientId)
    .execute();
  return rows.map(({ id }) => id);
}

const isOfNobodyElse = (patientId: number) =>
  sql`not exists (select from patient_document elsewhere join patient on patient.patient_id = elsewhere.patient_id
    where elsewhere.document_id = kept.document_id and elsewhere.patient_id <> ${patientId} and patient.removed_at is null)`;

/** Documents of this patient alone that wait for a signature. */
async function openOf({ tx }: Act, patientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select kept.document_id as id from patient_document kept join signing_request asked using (document_id)
    where kept.patient_id = ${patientId} and asked.state = 'open' and ${isOfNobodyElse(patientId)}
    order by kept.document_id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Documents of this patient alone that nobody has signed; what was signed is a record for good (PRV-10), and the terms of a brand are its. */
async function unsignedOf({ tx }: Act, patientId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select kept.document_id as id from patient_document kept join document using (document_id)
    where kept.patient_id = ${patientId} and document.removed_at is null and kept.waits_for is distinct from 'nobody'
      and ${isOfNobodyElse(patientId)}
      and not exists (select from company_brand where terms_document_id = kept.document_id)
      and not exists (select from signing_request join signature using (signing_request_id)
        where signing_request.document_id = kept.document_id)
    order by kept.document_id`.execute(tx);
  return rows.map(({ id }) => id);
}
