/** Documents as a person may know of them. SQL, nothing else. */
import type { pdfType } from '@portal/contract/documents/rules.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { SigningState } from '@portal/contract/signing/rules.ts';
import { type Expression, expressionBuilder, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Reviewer } from '#platform/audit/places.ts';
import { anyOf, anyText, type Schema, type Tx } from '#platform/database/db.ts';
import { askedNumber } from '#rooms/participants/door.ts';
import { isOnRecordFor } from './groups/in-groups.ts';
import {
  correctionsShown,
  countsByGroup,
  isInGroup,
  isInGroupsBeyond,
  isOfBeyond,
  isOfPatientsBeyond,
  isReport,
  itselfAndCorrected,
  ofOwnPlace,
  openTo,
  type Reader,
  recordsWithIt,
  savesDocuments,
  seenBySigning,
  shownInGroup,
  visibleTo,
  wasInRemovedGroup,
  withCorrections,
} from './sight.ts';
import { signsStill } from './signs-still.ts';

/** Of the bytes that were sealed, or of those that were signed last; null where nobody has signed. */
const signedSha256 = sql<string | null>`(
  select coalesce(request.sealed_sha256, (select given.signed_sha256 from signature given
    where given.signing_request_id = request.signing_request_id order by given.signature_id desc limit 1))
  from signing_request request where request.document_id = document.document_id)`;

/** The file that a document's content is in now, whoever asks, also where it was deleted. */
export const contentOf = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('document')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where('document.document_id', '=', documentId)
    .select([
      'document.file_id as fileId',
      'file.key',
      'file.sha256',
      'document.revision',
      'document.removed_at as removedAt',
      'document.friendly_name as friendlyName',
    ])
    .select(signedSha256.as('signedSha256'))
    .select(participantIds.as('participantIds'))
    .executeTakeFirst();

/** The signatures of a document in the order in which they were given. */
export const signaturesOf = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('signature')
    .innerJoin('signing_request as request', 'request.signing_request_id', 'signature.signing_request_id')
    .where('request.document_id', '=', documentId)
    .orderBy('signature_id')
    .select([
      'signature_id as signatureId',
      'signer_id as signerId',
      'field_name as fieldName',
      'page',
      'image_sha384 as hash',
      'presented_sha256 as presented',
      'signed_sha256 as signed',
      'signature.reason',
      'signed_at as date',
      'claimed_at as claimedDate',
      'provider_id as cpId',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'signature.type',
      'host',
      'address',
      'client',
    ])
    .execute();
export type SignatureRow = Awaited<ReturnType<typeof signaturesOf>>[number];

/** Whom a document is about, where it is of a shipment, or corrects one that is. */
const participantIds = sql<number[]>`array(select subject.participant_id from (${itselfAndCorrected}) as own
  join shipment_document held using (document_id) join shipment_participant subject using (request_id)
  where subject.participant_id is not null order by 1)`;

/** In whose records it is, or what it corrects. */
const patientIds = sql<number[]>`array(${recordsWithIt()} order by 1)`;

/** One document, with the participants or patients it is about. */
export const findVisible = (tx: Tx, reader: Reader, id: number) =>
  found(tx, id).where(visibleTo(reader)).executeTakeFirst();
/** The same, where somebody may open it, if only because it was sent to them. */
export const findOpenTo = (tx: Tx, reader: Reader, id: number) =>
  found(tx, id).where(openTo(reader)).select(openedBy(reader)).executeTakeFirst();

const found = (tx: Tx, id: number) =>
  tx
    .selectFrom('document')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where('document.document_id', '=', id)
    .select(['document.document_id', 'file.key', 'file.sha256', 'document.filename', 'document.friendly_name'])
    .select(signedSha256.as('signedSha256'))
    .select('file.type as content_type')
    .$narrowType<{ content_type: typeof pdfType }>()
    .select(participantIds.as('participant_ids'))
    .select(patientIds.as('patient_ids'));

const isIn = (states: readonly SigningState[]) =>
  sql<SqlBool>`exists (select from signing_request request
    where request.document_id = document.document_id and request.state = ${anyText(states)})`;
const ended = ['completed', 'rejected'] as const satisfies SigningState[];

/** To whoever opens a document: which group it is of, of several one in sight, and what else they may do with it. */
const openedBy = (reader: Reader) => (eb: ExpressionBuilder<Schema, 'document'>) => [
  sql<number | null>`coalesce(document.care_group_id, (select min(link.care_group_id) from document_link link
    where link.document_id = document.document_id and link.removed_at is null
      and ${reader.careGroupIds === null ? sql.lit(true) : sql`link.care_group_id = ${anyOf(reader.careGroupIds)}`}))`.as(
    'careGroupId',
  ),
  // A document that is of no group, or of no partner, is one of theirs neither way: that is no, and not unknown.
  sql<boolean>`(${visibleTo(reader)(eb)} and ${isIn(['completed'])}) is true`.as('mayVerify'),
  sql<boolean>`(${savesDocuments(reader) ? ofOwnPlace(reader) : sql.lit(false)} and ${isIn(ended)} and not ${isReport}
    and (exists (${recordsWithIt(reader)}) or not exists (${recordsWithIt()}))) is true`.as('mayCorrect'),
  sql<number[]>`array(${recordsWithIt(reader)} order by 1)`.as('recordsOf'),
];

/** In these somebody is the next to sign, or was as they rejected it. */
const openOrRejected = ['open', 'rejected'] as const satisfies SigningState[];

/** In a group, or in one until that was removed, or in the record of a patient: what was uploaded and put nowhere corrects nothing yet. */
const isPlaced = sql<SqlBool>`(${countsByGroup(sql.ref('document.document_id'))}
  or exists (select from patient_document place where place.document_id = document.document_id))`;
/** What counts as a correction to somebody: they may open it. */
export const correctionFor = (reader: Reader) =>
  sql<SqlBool>`(${isPlaced} and ${openTo(reader)(expressionBuilder<Schema, 'document'>())})`;
/** The same to whoever holds a link to sign, with a session or without. */
export const correctionForSigner = (signer: Pick<Reader, 'providerId'>) =>
  sql<SqlBool>`(${isPlaced} and ${seenBySigning(signer)})`;

/** OPS-50: order forms of other requests stay among the request's documents alone. */
export const listedStatuses = [
  'preprocessing',
  'processing',
  'shipped',
  'received',
] as const satisfies ShipmentStatus[];

/** Whether anything corrects it, shown or not: `markCorrected` asks what the reader may open. */
export const mayBeCorrected = sql<boolean>`(
  select newer.corrects_id from document newer where newer.corrects_id = document.document_id limit 1) is not null`;

/**
 * Documents as lists show them: with how far their signatures are, and what the reader has to do with these. What belongs to a
 * document is looked up document by document (`limit 1`), so that a page of a long list reads no more than that page.
 */
export const listed = (tx: Tx, { providerId }: Pick<Reader, 'providerId'>, after?: number) =>
  tx
    .selectFrom('document')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('signing_request')
          .select(['signing_request_id', 'sr_uuid', 'kind', 'state', 'reason', 'ended_at'])
          .whereRef('signing_request.document_id', '=', 'document.document_id')
          .limit(1)
          .as('request'),
      (join) => join.onTrue(),
    )
    // The reader's own part: of two the one that is still to be signed.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('signer')
          .select(['signer.signer_uuid', 'signer.signer_num'])
          .whereRef('signer.signing_request_id', '=', 'request.signing_request_id')
          .where('signer.provider_id', '=', providerId)
          .orderBy(sql`signer.signed_at is not null`)
          .orderBy('signer.signer_num')
          .limit(1)
          .as('own'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('signer')
          .select(['signer.signer_num', 'signer.name', 'signer.provider_id'])
          .whereRef('signer.signing_request_id', '=', 'request.signing_request_id')
          .where('request.state', '=', anyText(openOrRejected))
          .where('signer.signed_at', 'is', null)
          .orderBy('signer.signer_num')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('user_report')
          .select(['user_report.document_id', 'user_report.care_group_id'])
          .whereRef('user_report.document_id', '=', 'document.document_id')
          .limit(1)
          .as('report'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('shipment_document as held')
          .innerJoin('shipment_request as shipment', 'shipment.request_id', 'held.request_id')
          .select(['held.category', 'shipment.request_id', 'shipment.status', 'shipment.site_id'])
          .whereRef('held.document_id', '=', 'document.document_id')
          .limit(1)
          .as('shipment'),
      (join) => join.onTrue(),
    )
    .where('document.removed_at', 'is', null)
    .where((eb) => eb.or([eb('shipment.request_id', 'is', null), eb('shipment.status', '=', anyText(listedStatuses))]))
    .$if(after !== undefined, (query) => query.where('document.document_id', '<', after ?? 0))
    .select([
      'document.document_id as documentId',
      'document.company_id as companyId',
      'document.friendly_name as friendlyName',
      'document.filename',
      'document.is_template as isTemplate',
      'document.uploader_owned as uploaderOwned',
      'document.uploaded_at as uploadedAt',
      'document.version',
      'request.state',
      'request.sr_uuid as requestUuid',
      'own.signer_uuid as ownUuid',
      'own.signer_num as ownNumber',
      'request.reason as endReason',
      'request.ended_at as endedAt',
      'next.name as nextName',
      'next.provider_id as nextId',
      'report.document_id as reportId',
      'report.care_group_id as reportGroupId',
      'shipment.category',
      'shipment.request_id as shipmentId',
      'shipment.status as shipmentStatus',
      'shipment.site_id as siteId',
    ])
    .select(mayBeCorrected.as('mayBeCorrected'))
    .select(
      sql<boolean>`(request.state = 'open' and next.provider_id is not null and not ${signsStill({
        providerId: sql.ref('next.provider_id'),
        signerNum: sql.ref('next.signer_num'),
        kind: sql.ref('request.kind'),
        documentId: sql.ref('document.document_id'),
      })}) is true`.as('waitsInVain'),
    )
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('signer')
          .whereRef('signer.signing_request_id', '=', 'request.signing_request_id')
          .orderBy('signer.signer_num')
          .select('signer.name'),
      ).as('signers'),
      jsonArrayFrom(
        eb
          .selectFrom('shipment_participant as subject')
          .leftJoin('participant', 'participant.participant_id', 'subject.participant_id')
          .whereRef('subject.request_id', '=', 'shipment.request_id')
          .orderBy('subject.position')
          .select(askedNumber('shipment.site_id')),
      ).as('participants'),
    ])
    .$narrowType<{ state: SigningState | null; shipmentStatus: ShipmentStatus | null }>();
type FoundRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];
export type ListedRow = FoundRow & { isCorrected: boolean };

/**
 * Says of the rows of a list which of them a later document corrects. They are asked for once the list is there: what a reader may open is
 * much to look up, and few documents have anything that could correct them.
 */
export async function markCorrected<Row extends Pick<FoundRow, 'documentId' | 'mayBeCorrected'>>(
  tx: Tx,
  rows: readonly Row[],
  isCorrection: Expression<SqlBool>,
): Promise<(Row & { isCorrected: boolean })[]> {
  const ids = rows.filter((row) => row.mayBeCorrected).map((row) => row.documentId);
  const corrected = ids.length > 0 ? (await correctedAmong(ids, isCorrection).execute(tx)).rows : [];
  const known = new Set(corrected.map(({ id }) => id));
  return rows.map((row) => ({ ...row, isCorrected: known.has(row.documentId) }));
}

export const correctedAmong = (ids: readonly number[], isCorrection: Expression<SqlBool>) =>
  sql<{ id: number }>`select old.id from unnest(${[...ids]}::int[]) as old (id)
    where exists (select from ${correctionsShown(sql.ref('old.id'), isCorrection)} as newer)`;

/** The documents of a group that is in sight (APD-02). */
export const ofGroup = (tx: Tx, reader: Reader, careGroupId: number, after?: number) =>
  listed(tx, reader, after)
    .innerJoin('document_link as link', 'link.document_id', 'document.document_id')
    .where('link.care_group_id', '=', careGroupId)
    .where('link.removed_at', 'is', null)
    .where(shownInGroup(reader))
    .$if(after !== undefined, (query) => query.where('link.document_id', '<', after ?? 0))
    .select(['link.care_group_id as careGroupId', 'link.is_order_form as isOrderForm', 'link.user_types as userTypes'])
    .$if(reader.adminRights, (query) => query.select(sql<boolean>`not ${isInGroupsBeyond(reader)}`.as('mayDelete')))
    .orderBy('link.document_id', 'desc');

/** The library of a company (LIB-02). */
export const ofLibrary = (tx: Tx, reader: Reader, after?: number) =>
  listed(tx, reader, after).where('document.is_library', '=', true).orderBy('document.document_id', 'desc');

/**
 * Whether a list goes on after this document: one that it has or had, for the last one shown may be gone meanwhile. Of one that the
 * reader may not know of it says nothing.
 */
export const wasInGroup = async (tx: Tx, reader: Reader, careGroupId: number, documentId: number): Promise<boolean> =>
  (await tx
    .selectFrom('document_link as link')
    .innerJoin('document', 'document.document_id', 'link.document_id')
    .leftJoin('user_report as report', 'report.document_id', 'document.document_id')
    .select('link.document_id')
    .where('link.care_group_id', '=', careGroupId)
    .where('link.document_id', '=', documentId)
    .where(shownInGroup(reader))
    .limit(1)
    .executeTakeFirst()) !== undefined;
export const wasInLibrary = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx
    .selectFrom('document')
    .select('document_id')
    .where('document_id', '=', documentId)
    .where('is_library', '=', true)
    .executeTakeFirst()) !== undefined;

/** One document in sight, held against whoever deletes it, or against everybody who would change anything of it. */
export const holdVisible = (tx: Tx, reader: Reader, id: number, toChange = false) =>
  tx
    .selectFrom('document')
    .selectAll('document')
    .where('document.document_id', '=', id)
    .where(visibleTo(reader))
    .$if(toChange, (query) => query.forUpdate())
    .$if(!toChange, (query) => query.forShare())
    .executeTakeFirst();

/** One that is there, whoever may see it, held against everybody who would change anything of it. */
export const hold = (tx: Tx, id: number) =>
  tx
    .selectFrom('document')
    .selectAll('document')
    .where('document.document_id', '=', id)
    .where('document.removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/**
 * One in sight, held against who settles at the same time what the document is for: a form of which others sign copies, or what is signed
 * itself. Whoever gives it to another group waits, too.
 */
export const holdVisibleToSettle = (tx: Tx, reader: Reader, id: number) =>
  tx
    .selectFrom('document')
    .selectAll('document')
    .where('document.document_id', '=', id)
    .where(visibleTo(reader))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** The groups that a document is in. */
export const linksOf = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('document_link as link')
    .innerJoin('care_group as g', 'g.care_group_id', 'link.care_group_id')
    .where('link.document_id', '=', documentId)
    .where('link.removed_at', 'is', null)
    .select(['link.care_group_id as careGroupId', 'link.cascades', 'link.is_order_form as isOrderForm'])
    .select(['link.user_types as userTypes', 'g.kind'])
    .orderBy('link.care_group_id')
    .execute();

/** The groups whose workflow uses the document, each name once; behind one that several of them have stands the group above. */
export const workflowsWith = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('workflow_document as step')
    .innerJoin('care_group as g', 'g.care_group_id', 'step.care_group_id')
    .leftJoin('care_group as above', 'above.care_group_id', 'g.parent_id')
    .where('step.document_id', '=', documentId)
    .where('step.removed_at', 'is', null)
    .where('g.removed_at', 'is', null)
    .select(
      sql<string>`case when count(*) over (partition by g.display_name) > 1 and above.display_name is not null
        then g.display_name || ' (' || above.display_name || ')' else g.display_name end`.as('name'),
    )
    .distinct()
    .orderBy('name')
    .execute();

/** These groups and all below them, each once. */
export const groupsBelow = async (tx: Tx, careGroupIds: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive tree as (
      select care_group_id from care_group where care_group_id = ${anyOf(careGroupIds)}
      union
      select g.care_group_id from care_group g join tree on g.parent_id = tree.care_group_id where g.removed_at is null)
    select care_group_id as id from tree order by 1`.execute(tx);
  return rows.map(({ id }) => id);
};

/** Whether a document in sight is of where this person belongs, and not only one they sign. */
export const isOfOwnPlace = (tx: Tx, reader: Reader, id: number): Promise<boolean> => meets(tx, id, ofOwnPlace(reader));

/** Whether groups that this person does not see have it too. */
export const isOfOthersGroups = (tx: Tx, reader: Reader, id: number): Promise<boolean> =>
  meets(tx, id, isInGroupsBeyond(reader));

/** Whether it is a training form of somebody whom this person does not decide about. */
export const isTrainingOfBeyond = (tx: Tx, reader: Reader, id: number): Promise<boolean> =>
  meets(tx, id, isOfBeyond(reader));

/**
 * How this person sees these documents: at all, and as those of where they belong. What they uploaded, and nobody has filled in since, is
 * left out.
 */
export const sightOf = (tx: Tx, reader: Reader, ids: readonly number[]) =>
  tx
    .selectFrom('document')
    .where('document.document_id', '=', anyOf(ids))
    .where(sql<SqlBool>`not (document.uploader_id = ${reader.providerId} and document.revision = 1)`)
    .select('document.document_id as id')
    .select((eb) => [
      sql<boolean>`(${visibleTo(reader)(eb)}) is true`.as('isSeen'),
      sql<boolean>`(${ofOwnPlace(reader)}) is true`.as('isOwn'),
    ])
    .execute();

/** Whether one of these people sees it neither with the company, nor by a group of theirs, nor with a patient whose it is. */
export const isStrangeToAny = async (tx: Tx, documentId: number, people: readonly number[]): Promise<boolean> => {
  const { rows } = await sql`
    select from unnest(${[...people]}::int[]) as person (id)
    where not exists (select from sees_company s where s.provider_id = person.id)
      and not exists (select from document d where d.document_id = ${documentId} and lies_in_groups_of(d.care_group_id, person.id))
      and not exists (select from document_link link where link.document_id = ${documentId} and link.removed_at is null
        and lies_in_groups_of(link.care_group_id, person.id))
      and not exists (select from patient_document theirs where theirs.document_id = ${documentId}
        and sees_patient_at(person.id, theirs.patient_id, 'infinity'))
    limit 1`.execute(tx);
  return rows.length > 0;
};

const meets = async (tx: Tx, id: number, condition: ReturnType<typeof ofOwnPlace>): Promise<boolean> =>
  (await tx
    .selectFrom('document')
    .select('document_id')
    .where('document.document_id', '=', id)
    .where(condition)
    .executeTakeFirst()) !== undefined;

export const isTermsOfBrand = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('company_brand')
    .select('brand_id')
    .where('terms_document_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a document is in groups, or is the report on one: then it is theirs. */
export const isOfGroups = async (tx: Tx, documentId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from document_link where document_id = ${documentId} and removed_at is null
    union all select from user_report where document_id = ${documentId} limit 1`.execute(tx);
  return rows.length > 0;
};

/** Whether a document is, or was, in the record of a patient. */
export const isOfPatients = async (tx: Tx, documentId: number): Promise<boolean> => {
  const { rows } = await sql`select from patient_document where document_id = ${documentId} limit 1`.execute(tx);
  return rows.length > 0;
};

/** Whether it is in the record of somebody whom this person does not see. */
export const isOfOthersPatients = (tx: Tx, reader: Reader, id: number): Promise<boolean> =>
  meets(tx, id, isOfPatientsBeyond(reader));

/** Whether others sign copies of it: the form of a trial's orders or of a training, and what lies in the library for patients. */
export const isFormOfOthers = async (tx: Tx, documentId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from document where document_id = ${documentId} and is_library
    union all select from document_link where document_id = ${documentId} and removed_at is null
      and (is_order_form or user_types is not null)
    limit 1`.execute(tx);
  return rows.length > 0;
};

/**
 * Training forms of which nobody has looked yet whether they can be signed, with the files that they are in, of all companies. Each form
 * is found by one of its links, however many groups have it and however many documents there are.
 */
export const trainingFormsToCheck = (tx: Tx, { after, portion }: { after: number; portion: number }) =>
  tx
    .selectFrom(
      sql<{ document_id: number }>`(
        with recursive form as (
          select ${nextTrainingForm(sql`${after}::int`)} as document_id
          union all select ${nextTrainingForm(sql.ref('form.document_id'))} from form where form.document_id is not null)
        select document_id from form where document_id is not null)`.as('form'),
    )
    .innerJoin('document', 'document.document_id', 'form.document_id')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .where('document.can_be_signed', 'is', null)
    .where('document.removed_at', 'is', null)
    .orderBy('document.document_id')
    .limit(portion)
    .select(['document.document_id as documentId', 'file.key', 'file.sha256'])
    .select(signedSha256.as('signedSha256'));

/** The number of the next document that is a training form somewhere; null where none is left. */
const nextTrainingForm = (after: RawBuilder<unknown>) =>
  sql`(select min(link.document_id) from document_link link
    where link.user_types is not null and link.removed_at is null and link.document_id > ${after})`;

/** Keeps whether copies of a document can be signed. */
export const noteCanBeSigned = (tx: Tx, documentId: number, can: boolean) =>
  tx.updateTable('document').set({ can_be_signed: can }).where('document_id', '=', documentId).execute();

/** Whether everybody signed it, or it was rejected: then nothing of it changes any more. */
export const hasEnded = (tx: Tx, documentId: number): Promise<boolean> => meets(tx, documentId, isIn(ended));

/** The document that this one corrects, where the reader may open it, or where it was deleted (P11-08, P11-11). */
export const correctedWith = (tx: Tx, reader: Reader & Reviewer, documentId: number) =>
  tx
    .selectFrom('document')
    .where((eb) => eb.or([openTo(reader)(eb), eb('document.removed_at', 'is not', null)]))
    .where('document.document_id', '=', (eb) =>
      eb
        .selectFrom('document as newer')
        .where('newer.document_id', '=', documentId)
        .select(sql<number>`newer.corrects_id`.as('corrects_id')),
    )
    .select([
      'document.document_id as docId',
      sql<string | null>`case when document.removed_at is null or ${isOnRecordFor(reader)}
        then document.friendly_name end`.as('friendlyName'),
      sql<boolean>`document.removed_at is not null`.as('isDeleted'),
    ])
    .executeTakeFirst();
/** What a document corrects, of what was deleted the one that this corrected. */
export const correctedStill = async (tx: Tx, documentId: number): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    with recursive earlier as (
      select document.corrects_id as document_id from document where document.document_id = ${documentId}
      union all select document.corrects_id from earlier join document using (document_id)
        where document.removed_at is not null)
    select document_id as id from earlier join document using (document_id) where removed_at is null`.execute(tx);
  return rows[0]?.id;
};

/** Whether a correction counts already, as it was put somewhere. */
export const countsAlready = (tx: Tx, documentId: number): Promise<boolean> => meets(tx, documentId, isPlaced);

/** Whether it corrects what is, or was, in the record of a patient. */
export const correctsOfPatients = async (tx: Tx, documentId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from document cross join lateral (${itselfAndCorrected}) as own
      join patient_document kept on kept.document_id = own.document_id
    where document.document_id = ${documentId} limit 1`.execute(tx);
  return rows.length > 0;
};

const corrections = (documentId: number) =>
  withCorrections(sql`select document_id from document where corrects_id = ${documentId}`);

/** Holds what corrects a document, and what corrects that, against whoever puts one of them somewhere; the corrected one is held by then. */
export const holdCorrections = (tx: Tx, documentId: number) =>
  tx
    .selectFrom('document')
    .where(sql<boolean>`document_id in ${corrections(documentId)}`)
    .orderBy('document_id')
    .select('document_id')
    .forUpdate()
    .execute();

/** Whether one of these is in a group, or is the report on one. */
export const isCorrectedInGroups = async (tx: Tx, documentId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from document where document_id in ${corrections(documentId)} and removed_at is null
      and (${isInGroup(sql.ref('document.document_id'))} or ${isReport}) limit 1`.execute(tx);
  return rows.length > 0;
};

/** Whether one of these counts, as it was in a group that was removed, and one of these patients' records does not have it. */
export const isCorrectedBesideRecords = async (
  tx: Tx,
  documentId: number,
  patientIds: readonly number[],
): Promise<boolean> => {
  const { rows } = await sql`
    select from document where document_id in ${corrections(documentId)} and removed_at is null
      and ${wasInRemovedGroup(sql.ref('document.document_id'))}
      and exists (select from unnest(${[...patientIds]}::int[]) as named (id) where not exists (select from patient_document kept
        where kept.document_id = document.document_id and kept.patient_id = named.id)) limit 1`.execute(tx);
  return rows.length > 0;
};

/**
 * Whether it corrects a document of a request, and one of these groups is neither the request's site nor above or below that. No group is
 * none of these.
 */
export const isAwayFromRequest = async (
  tx: Tx,
  documentId: number,
  careGroupIds: readonly number[],
): Promise<boolean> => {
  const { rows } = await sql`
    select from document cross join lateral (${itselfAndCorrected}) as own
      join shipment_document held on held.document_id = own.document_id join shipment_request request using (request_id)
      left join unnest(${[...careGroupIds]}::int[]) as named (id) on true
    where document.document_id = ${documentId} and (named.id is null
      or not (named.id in ${itselfAndAbove('request.site_id')} or request.site_id in ${itselfAndAbove('named.id')}))
    limit 1`.execute(tx);
  return rows.length > 0;
};

/** Whether it is a document of a request to a wholesaler, or corrects one: then what corrects it is read there as well. */
export const isOfWholesaler = async (tx: Tx, documentId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from document cross join lateral (${itselfAndCorrected}) as own
      join shipment_document held on held.document_id = own.document_id join shipment_request request using (request_id)
    where document.document_id = ${documentId} and request.shipment_type = 'wholesaler' limit 1`.execute(tx);
  return rows.length > 0;
};

const itselfAndAbove = (column: string) => sql`(
  with recursive above as (
    select g.care_group_id, g.parent_id from care_group g where g.care_group_id = ${sql.ref(column)}
    union all select g.care_group_id, g.parent_id from care_group g join above on g.care_group_id = above.parent_id)
  select care_group_id from above)`;

/** Those that correct it now, the first one first. */
export const correctionsOf = (tx: Tx, reader: Reader, documentId: number) =>
  tx
    .selectFrom('document')
    .where(sql<boolean>`document.document_id in ${correctionsShown(sql`${documentId}::int`, correctionFor(reader))}`)
    .orderBy('document.document_id')
    .select(['document.document_id as docId', 'document.friendly_name as friendlyName']);

/** Whether signatures were asked for on it, whatever became of that. */
export const isAskedFor = async (tx: Tx, documentId: number): Promise<boolean> =>
  (await tx
    .selectFrom('signing_request')
    .where('document_id', '=', documentId)
    .select('signing_request_id')
    .executeTakeFirst()) !== undefined;

/** Holds the document of a request before the request itself, as deleting does: two at once wait for each other, and not both. */
export const holdDocumentOfRequest = (tx: Tx, request: { srUuid: string } | { requestId: number }) =>
  tx
    .selectFrom('document')
    .where('document_id', '=', (eb) => {
      const asked = eb.selectFrom('signing_request').select('signing_request.document_id');
      return 'requestId' in request
        ? asked.where('signing_request_id', '=', request.requestId)
        : asked.where('sr_uuid', '=', request.srUuid);
    })
    .select('document_id')
    .forUpdate()
    .executeTakeFirst();
