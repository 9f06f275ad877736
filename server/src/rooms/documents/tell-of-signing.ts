import { sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { anyOf } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { tellOfPatients } from './tell-of-patients.ts';

/** Tells those who sign and who asked that a request for signatures changed, and those who have its document in a list. */
export async function tellOfSigning(act: Act<Actor>, requestId: number): Promise<void> {
  const { tx, announce } = act;
  const { documentId, requesterId, careGroupId } = await tx
    .selectFrom('signing_request as request')
    .innerJoin('document', 'document.document_id', 'request.document_id')
    .where('request.signing_request_id', '=', requestId)
    .select(['request.document_id as documentId', 'request.requester_id as requesterId'])
    .select('document.care_group_id as careGroupId')
    .executeTakeFirstOrThrow();
  const signers = await tx
    .selectFrom('signer')
    .where('signing_request_id', '=', requestId)
    .select('provider_id as providerId')
    .execute();
  const links = await tx
    .selectFrom('document_link')
    .where('document_id', '=', documentId)
    .where('removed_at', 'is', null)
    .select('care_group_id as careGroupId')
    .execute();
  const people = new Set([
    ...signers.map(({ providerId }) => providerId),
    ...(requesterId === null ? [] : [requesterId]),
  ]);
  const groups = new Set([...links.map((link) => link.careGroupId), ...(careGroupId === null ? [] : [careGroupId])]);
  await announce(
    { type: 'signing.changed', id: requestId, people: [...people] },
    ...[...groups].map((id) => ({ type: 'document.changed' as const, id: documentId, careGroupId: id })),
  );
  await tellOfPatients(act, documentId);
}

/** Tells those who have a copy of one of these training forms to sign that it may apply to them no more. */
export async function tellSignersOfForms({ tx, announce }: Act<Actor>, templateIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; people: number[] }>`
    select request.signing_request_id as id, array[signer.provider_id] as people
    from training_acknowledgement own join signing_request request using (document_id) join signer using (signing_request_id)
    where own.template_id = ${anyOf(templateIds)} and request.state = 'open' order by 1`.execute(tx);
  await announce(...rows.map((row) => ({ type: 'signing.changed' as const, ...row })));
}
