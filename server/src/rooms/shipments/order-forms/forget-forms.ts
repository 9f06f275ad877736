import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { forgetDocument, holdToForget, withCorrections, withdrawRequest } from '#rooms/documents/door.ts';

/**
 * PRV-03: hides forms that name a participant who is removed and that nobody signs any more (OPS-50), and what corrects them; reviewers
 * still have them (P11-11). What still waits for a signature is signed by nobody any more, and no link opens it; what was signed of it stays.
 */
export async function forgetForms(act: Act, participantId: number, reason: string): Promise<void> {
  await holdToForget(act, [...(await unsignedOf(act, participantId)), ...(await openOf(act, participantId))]);
  for (const documentId of await unsignedOf(act, participantId)) await forgetDocument(act, documentId, reason);
  for (const documentId of await openOf(act, participantId)) await withdrawRequest(act, documentId, reason);
}

/** Papers of requests for this participant alone that wait for a signature, and of what corrects these. */
async function openOf({ tx }: Act, participantId: number): Promise<number[]> {
  const papers = sql`
    select held.document_id from requests_of_participant(${participantId}) named join shipment_document held using (request_id)
    where not exists (select from shipment_participant other where other.request_id = named.request_id and other.position <> named.place)`;
  const { rows } = await sql<{ id: number }>`
    select document_id as id from ${withCorrections(papers)} as paper join signing_request asked using (document_id)
    where asked.state = 'open' order by 1`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Of cancelled requests for this participant alone: a form for several names nobody. What was signed or delivered is a record for good
 * (PRV-10), and what corrects it belongs to that record.
 */
async function unsignedOf({ tx }: Act, participantId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive form as (
      select document_id from shipment_participant named
        join shipment_request request using (request_id) join shipment_document paper using (request_id)
      where named.participant_id = ${participantId} and request.status = 'cancelled' and paper.category is null
        and not exists (select from shipment_participant other where other.request_id = named.request_id and other.position <> named.position)
        and ${isUnsigned('paper')}
      union all select newer.document_id from form join document newer on newer.corrects_id = form.document_id
      where ${isUnsigned('newer')})
    select document_id as id from form join document using (document_id) where removed_at is null order by document_id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

const isUnsigned = (document: 'paper' | 'newer') =>
  sql`not exists (select from signing_request asked join signature using (signing_request_id)
    where asked.document_id = ${sql.ref(`${document}.document_id`)})`;
