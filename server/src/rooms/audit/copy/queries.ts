/** What a complete copy of a trial holds, deleted and detached documents too. SQL, nothing else. */
import { type AuditAction, fieldName } from '@portal/contract/audit/words.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Reviewer } from '#platform/audit/places.ts';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import { groupIsInSight } from '#rooms/care-groups/door.ts';
import { colleagues } from '#rooms/identity/door.ts';

/** Of a document and of its file. */
export const documentColumns = [
  'document.document_id as docId',
  'document.filename',
  'document.friendly_name as friendlyName',
  'document.uploader_id as uploaderId',
  'document.uploaded_at as uploadedAt',
  'document.removed_at as removedAt',
  'document.template_id as templateId',
  'document.corrects_id as correctsId',
  'document.revision',
  'file.key',
  'file.bytes',
  'file.sha256',
] as const;

/** A group in sight; one that was removed is in nobody's, and who sees the whole company has the copy of it (P11-11). */
export const mayBeCopied = async (tx: Tx, viewer: Reviewer, careGroupId: number): Promise<boolean> =>
  (await groupIsInSight(tx, viewer, careGroupId)) ||
  (viewer.seesWholeCompany &&
    (await tx
      .selectFrom('care_group')
      .select('care_group_id')
      .where('care_group_id', '=', careGroupId)
      .where('company_id', '=', viewer.companyId)
      .where('removed_at', 'is not', null)
      .executeTakeFirst()) !== undefined);

/** The trial first, and what lies or lay below it; a site has the protocol number of its trial with it. */
export const groupsOfTrial = (tx: Tx, trialId: number) =>
  tx
    .selectFrom('care_group')
    .leftJoin('care_group as trial', (join) =>
      join.onRef('trial.care_group_id', '=', 'care_group.parent_id').on('trial.kind', '=', 'trial'),
    )
    .where((eb) => eb.or([eb('care_group.care_group_id', '=', trialId), eb('care_group.parent_id', '=', trialId)]))
    .select(['care_group.care_group_id as careGroupId', 'care_group.kind', 'care_group.display_name as name'])
    .select(['trial.name as trial', 'care_group.removed_at as removedAt'])
    .orderBy(sql`care_group.care_group_id <> ${trialId}`)
    .orderBy('care_group.care_group_id')
    .execute();

interface OfGroups {
  careGroupIds: readonly number[];
  /** Whoever has access to these groups, or ever had it. */
  providerIds: readonly number[];
}

/**
 * Whatever hangs or hung in these groups or is a report on them, and what people signed of its training forms. Where other groups had the
 * form as well when somebody made their copy of it, that counts for those alone who ever had access here: of the others nobody can tell
 * that they were trained for these groups, so their copies are left out, and counted. Who sees only some groups has those of the people
 * there, as they open them (SEC-23).
 */
function heldIn(tx: Tx, viewer: Reviewer, { careGroupIds, providerIds }: OfGroups) {
  const own = sql`(select document_id from document where care_group_id = ${anyOf(careGroupIds)}
    union select document_id from document_link where care_group_id = ${anyOf(careGroupIds)}
    union select document_id from user_report where care_group_id = ${anyOf(careGroupIds)})`;
  const isLeftOut = sql<boolean>`(document.document_id not in ${own} and not document.uploader_id = ${anyOf(providerIds)}
    and exists (select from document_link elsewhere where elsewhere.document_id = document.template_id
      and elsewhere.care_group_id <> all(${careGroupIds}) and elsewhere.linked_at <= document.uploaded_at
      and (elsewhere.removed_at is null or elsewhere.removed_at > document.uploaded_at)))`;
  const held = tx
    .selectFrom('document')
    .where(
      sql<boolean>`(document.document_id in ${own} or document.care_group_id is null and document.template_id in ${own})`,
    )
    .$if(!viewer.seesWholeCompany, (query) =>
      query.where(
        sql<boolean>`(document.template_id is null or not exists (select from signing_request request join signer using (signing_request_id)
          where request.document_id = document.document_id and request.kind = 'training'
            and signer.provider_id not in (${colleagues(viewer)})))`,
      ),
    );
  return { held, isLeftOut };
}

export function documentsOf(tx: Tx, viewer: Reviewer, of: OfGroups) {
  const { held, isLeftOut } = heldIn(tx, viewer, of);
  return held
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where(sql<boolean>`not ${isLeftOut}`)
    .orderBy('document.document_id')
    .select(documentColumns)
    .execute();
}

export async function countLeftOut(tx: Tx, viewer: Reviewer, of: OfGroups): Promise<number> {
  const { held, isLeftOut } = heldIn(tx, viewer, of);
  const { n } = await held.where(isLeftOut).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow();
  return n;
}

export const earlierRevisions = (tx: Tx, documentIds: readonly number[]) =>
  tx
    .selectFrom('document_revision as was')
    .innerJoin('stored_file as file', 'file.file_id', 'was.file_id')
    .where('was.document_id', '=', anyOf(documentIds))
    .orderBy('was.document_id')
    .orderBy('was.revision')
    .select([
      'was.document_id as docId',
      'was.revision',
      'was.replaced_by as replacedBy',
      'was.replaced_at as replacedAt',
    ])
    .select(['file.key', 'file.bytes', 'file.sha256'])
    .execute();

export const linksOf = (tx: Tx, documentIds: readonly number[]) =>
  tx
    .selectFrom('document_link')
    .where('document_id', '=', anyOf(documentIds))
    .orderBy('document_id')
    .orderBy('care_group_id')
    .select(['document_id as docId', 'care_group_id as careGroupId', 'removed_at as removedAt'])
    .execute();

export const requestsOf = (tx: Tx, documentIds: readonly number[]) =>
  tx
    .selectFrom('signing_request')
    .where('document_id', '=', anyOf(documentIds))
    .orderBy('signing_request_id')
    .select([
      'signing_request_id as requestId',
      'document_id as docId',
      'kind',
      'state',
      'requester_id as requesterId',
      'created_at as createdAt',
      'ended_at as endedAt',
      'reason',
      'sealed_at as sealedAt',
      'sealed_sha256 as sealedSha256',
    ])
    .execute();

export const signersOf = (tx: Tx, requestIds: readonly number[]) =>
  tx
    .selectFrom('signer')
    .where('signing_request_id', '=', anyOf(requestIds))
    .orderBy('signer_id')
    .select(['signing_request_id as requestId', 'signer_num as signerNum', 'provider_id as cpId', 'name', 'email'])
    .select('signed_at as signedAt')
    .execute();

export const signaturesOf = (tx: Tx, requestIds: readonly number[]) =>
  tx
    .selectFrom('signature')
    // Whose signer was taken out of the database is in the copy as well.
    .leftJoin('signer', 'signer.signer_id', 'signature.signer_id')
    .where('signature.signing_request_id', '=', anyOf(requestIds))
    .orderBy('signature.signature_id')
    .select([
      'signature.signing_request_id as requestId',
      'signature.signer_id as signerId',
      'signer.signer_num as signerNum',
      'signature.field_name as fieldName',
      'signature.page',
      'signature.image_sha384 as hash',
      'signature.presented_sha256 as presentedSha256',
      'signature.signed_sha256 as signedSha256',
      'signature.reason',
      'signature.signed_at as date',
      'signature.claimed_at as claimedDate',
      'signature.provider_id as cpId',
      'signature.first_name as firstName',
      'signature.last_name as lastName',
      'signature.email',
      'signature.type',
      'signature.host',
      'signature.address',
      'signature.client',
    ])
    .execute();

/**
 * These documents and what people were asked to sign of them, as the trail names them. A request that no row names any more the trail
 * knows; where a document lies today does not matter.
 */
export const recordsOfDocuments = (viewer: Reviewer, documentIds: readonly number[]): RawBuilder<unknown> =>
  sql`select 'document'::text as kind, document_id::text as id from document where document_id = ${anyOf(documentIds)}
    union select 'signing_request', signing_request_id::text from signing_request where document_id = ${anyOf(documentIds)}
    union select asked.record_kind, asked.record_id from audit_entry asked cross join jsonb_array_elements(asked.changes) as change
      where asked.company_id = ${viewer.companyId} and asked.action = ${'signing.requested' satisfies AuditAction}
        and change->>'field' = ${fieldName('documentId')} and change->>'new' = ${anyText(documentIds.map(String))}`;

/**
 * The people whom a copy names. Who does not see the whole company gets the e-mails of those in their groups, and of those who were asked
 * to sign a document in it, where they are part of what was signed; of others it is empty (SEC-23).
 */
export const peopleNamed = (
  tx: Tx,
  viewer: Reviewer,
  { providerIds, signerIds = [] }: { providerIds: readonly number[]; signerIds?: readonly number[] },
) => {
  const isReachable = viewer.seesWholeCompany
    ? sql`true`
    : sql`(provider_id in (${colleagues(viewer)}) or provider_id = ${anyOf(signerIds)})`;
  return tx
    .selectFrom('provider')
    .where('provider_id', '=', anyOf(providerIds))
    .orderBy('provider_id')
    .select(['provider_id as cpId', 'first_name as firstName', 'last_name as lastName'])
    .select(sql<string>`case when ${isReachable} then email else '' end`.as('email'))
    .select('type')
    .execute();
};
