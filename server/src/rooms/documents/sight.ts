/** Which documents a person may know of (SEC-23). SQL, nothing else; every statement of the room starts here. */
import { isPartner, meets } from '@portal/contract/access.ts';
import { addToLibrary, deleteDocument, listLibrary, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { type Expression, type ExpressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely';
import { anyOf, type Schema } from '#platform/database/db.ts';
import { partnerIdOf, type Viewer } from '#platform/security/viewer.ts';
import { hangsInNoGroup, hangsOnNothing, isKeptAsTerms } from '#rooms/companies/door.ts';
import { colleagues, reaches } from '#rooms/identity/door.ts';

export type Reader = Pick<
  Viewer,
  'providerId' | 'type' | 'adminRights' | 'modules' | 'careGroupIds' | 'seesWholeCompany' | 'partner'
>;
type Condition = Expression<SqlBool>;
const yes: Condition = sql.lit<SqlBool>(true);
const no: Condition = sql.lit<SqlBool>(false);
const either = (...conditions: readonly Condition[]): Condition => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** What the library holds is seen by whoever may list it, and changed by whoever may add to it. */
export const readsLibrary = (reader: Reader): boolean => meets(listLibrary.access, reader);
export const administersLibrary = (reader: Reader): boolean => meets(addToLibrary.access, reader);
export const savesDocuments = (reader: Reader): boolean => meets(saveDocument.access, reader);

/** The documents this person may know of: those of where they belong, and what they were asked to sign. */
export const visibleTo = (reader: Reader) => (eb: ExpressionBuilder<Schema, 'document'>) =>
  eb.and([
    eb('document.removed_at', 'is', null),
    eb.or([ofOwnPlace(reader), signedBy(reader), correctsForRequest(either(ofOwnPlace(reader), signedBy(reader)))]),
  ]);

/** Those of them that somebody sees by signing, wherever they belong. */
export const seenBySigning = (person: Pick<Reader, 'providerId'>): Condition =>
  sql`(document.removed_at is null and ${either(signedBy(person), correctsForRequest(signedBy(person)))})`;

/** The document, what it corrects, what that corrects in turn, and so on (P11-08). */
export const itselfAndCorrected = sql`with recursive own as (
  select document.document_id, document.corrects_id
  union all select earlier.document_id, earlier.corrects_id from own
    join document earlier on earlier.document_id = own.corrects_id)
  select document_id from own`;

/** These documents, what corrects them, what corrects that in turn, and so on (P11-08). */
export const withCorrections = (these: RawBuilder<unknown>) =>
  sql`(with recursive paper as (${these}
    union select newer.document_id from paper join document newer on newer.corrects_id = paper.document_id)
    select document_id from paper)`;

/**
 * What corrects a document now: of those that correct it the ones that are shown, and in the place of one that is not, as it was deleted or
 * is out of sight, what corrects that (P11-08). The condition speaks of `document`; the number may be one of a statement around it. Each is
 * looked up by itself (`offset 0`): the database takes them for many.
 */
export const correctionsShown = (documentId: Expression<unknown>, isShown: Condition) =>
  sql<number>`(with recursive later as (
    select ${documentId} as document_id, false as is_shown
    union all select next.document_id, next.is_shown from later cross join lateral (
      select document.document_id, (${isShown}) is true as is_shown from document
      where document.corrects_id = later.document_id offset 0) as next
    where not later.is_shown)
    select document_id from later where is_shown)`;

/**
 * Where a document is in a group, or was until that was removed: until it is put there, one that corrects another has been uploaded and no
 * more, and with a group goes nothing that was corrected.
 */
export const countsByGroup = (documentId: Expression<unknown>): Expression<SqlBool> =>
  sql<SqlBool>`(${isInGroup(documentId)} or ${wasInRemovedGroup(documentId)})`;
export const isInGroup = (documentId: Expression<unknown>): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from document_link place where place.document_id = ${documentId} and place.removed_at is null)`;
export const wasInRemovedGroup = (documentId: Expression<unknown>): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from document_link earlier where earlier.document_id = ${documentId} and earlier.ended_with_group)`;

/**
 * What corrects a document of a request goes along with the request, to the partner too: whoever may read that document works by it
 * (P11-08). They may do no more with it, as it need not be of where they belong.
 */
const correctsForRequest = (isRead: Condition): Condition =>
  sql`(document.corrects_id is not null and ${countsByGroup(sql.ref('document.document_id'))}
    and exists (select from (${itselfAndCorrected}) as own join document using (document_id)
      join shipment_document held using (document_id) where ${isRead}))`;

/** Those of where they belong alone: who signs a document may not delete it for that. */
export const ofOwnPlace = (reader: Reader): Condition => {
  const partnerId = partnerIdOf(reader);
  if (partnerId !== null) return sql`document.partner_id = ${partnerId}`;
  if (reader.type === 'Sponsor')
    return sql`exists (select from user_report report
      where report.document_id = document.document_id and report.care_group_id = ${anyOf(reader.careGroupIds ?? [])})`;
  const { careGroupIds } = reader;
  if (careGroupIds === null) return readsLibrary(reader) ? yes : sql`not document.is_library`;
  return either(
    sql`document.care_group_id = ${anyOf(careGroupIds)}`,
    sql`exists (select from document_link link where link.document_id = document.document_id and link.removed_at is null
      and link.care_group_id = ${anyOf(careGroupIds)} and ${isNoReport(reader)})`,
    ofPatient(reader),
    sql`not document.is_library and document.uploader_id = ${reader.providerId} and ${hangsOnNothing}`,
    ...(reader.adminRights ? ofAdministrators(reader, careGroupIds) : []),
  );
};

/** Who sees a patient sees the patient's documents; `patientInSight` of the room of patients says who that is. */
const ofPatient = (reader: Reader): Condition =>
  sql`exists (select from patient_document kept join patient using (patient_id)
    where kept.document_id = document.document_id and patient.removed_at is null and ${seesPatientOf(reader, 'kept')})`;

/** The patient of a row, who was not removed, is one whom somebody of the site side sees. */
const seesPatientOf = ({ seesWholeCompany, careGroupIds }: Reader, row: string): Condition =>
  sql`(${sql.lit(seesWholeCompany || careGroupIds === null)} or exists (select from patient_care_group place
    where place.patient_id = ${sql.ref(`${row}.patient_id`)} and place.care_group_id = ${anyOf(careGroupIds ?? [])}))`;

/**
 * What was sent into a conversation that somebody takes part in, they open, as long as they do (see the room of conversations); and
 * everybody opens the terms of their company. Of neither they may do more.
 */
export const openTo = (reader: Reader) => (eb: ExpressionBuilder<Schema, 'document'>) =>
  eb.or([visibleTo(reader)(eb), eb.and([eb('document.removed_at', 'is', null), either(sentTo(reader), isTerms)])]);

const sentTo = (reader: Reader): Condition =>
  reader.modules.includes('Messaging')
    ? sql`exists (select from conversation_message message
        join conversation_member own on own.conversation_id = message.conversation_id and own.provider_id = ${reader.providerId}
        join conversation on conversation.conversation_id = message.conversation_id
        join patient using (patient_id)
      where message.document_id = document.document_id and patient.removed_at is null
        and (not own.in_emergency or ${seesPatientOf(reader, 'conversation')}))`
    : no;

/**
 * What only administrators see: the library, reports on their groups, and what people of these signed of trainings or are to sign. A
 * training is a person's, and goes with them: the form may hang above the group, or in other groups as well.
 */
const ofAdministrators = (reader: Reader, careGroupIds: readonly number[]): Condition[] => [
  sql`exists (select from user_report report
    where report.document_id = document.document_id and report.care_group_id = ${anyOf(careGroupIds)})`,
  // Of a group that was removed it is left to these, like any other document.
  sql`((${sql.lit(reader.seesWholeCompany)} or document.uploader_id = ${reader.providerId})
    and exists (select from user_report report join care_group g using (care_group_id)
      where report.document_id = document.document_id and g.removed_at is not null))`,
  sql`exists (select from ${trainings} where request.document_id = document.document_id
    and signer.provider_id in (${colleagues(reader)}))`,
  // What was signed stays readable to whoever reads the whole trail, also where its patient was removed (P11-11).
  ...(reader.seesWholeCompany
    ? [sql<SqlBool>`not document.is_library and ${hangsInNoGroup} and not ${isOfSomebody}`]
    : []),
  ...(readsLibrary(reader) ? [sql<SqlBool>`document.is_library`] : []),
];

/** In the record of a patient who was not removed. */
const isOfSomebody = sql<SqlBool>`exists (select from patient_document kept join patient using (patient_id)
  where kept.document_id = document.document_id and patient.removed_at is null)`;

/** Own copies of training forms, each with its one signer, whatever became of them. */
export const trainings = sql`signing_request request join signer
  on signer.signing_request_id = request.signing_request_id and request.kind = 'training'`;

/** A training form of somebody whom this person does not decide about (SEC-13). */
export const isOfBeyond = ({ providerId }: Reader): Condition =>
  sql`exists (select from ${trainings} where request.document_id = document.document_id
    and not ${reaches(providerId, sql.ref('signer.provider_id'))})`;

/** In a living group that this person does not see, or the report on one: what others have too is not one's own to decide about (SEC-23). */
export const isInGroupsBeyond = ({ careGroupIds }: Reader): Condition =>
  careGroupIds === null
    ? no
    : sql`exists (select from (
          select link.care_group_id from document_link link
            where link.document_id = document.document_id and link.removed_at is null
          union all select report.care_group_id from user_report report where report.document_id = document.document_id) as place
        join care_group g using (care_group_id)
        where g.removed_at is null and not g.care_group_id = ${anyOf(careGroupIds)})`;

/**
 * Whose records have the document, or what it corrects; to a reader those in sight. Whoever opens it reads in them, and what corrects it is
 * put there, and into no group.
 */
export const recordsWithIt = (reader?: Reader): Expression<unknown> =>
  sql`select distinct kept.patient_id from (${itselfAndCorrected}) as own
    join patient_document kept using (document_id) join patient using (patient_id)
    where ${reader ? sql`patient.removed_at is null and ${seesPatientOf(reader, 'kept')}` : yes}`;

/** In the record of somebody whom this person does not see. */
export const isOfPatientsBeyond = (reader: Reader): Condition =>
  sql`exists (select from patient_document kept join patient using (patient_id)
    where kept.document_id = document.document_id and patient.removed_at is null and not ${seesPatientOf(reader, 'kept')})`;

/**
 * Whether a person who sees a document in a list may delete it there. What it is used for, a workflow or the terms of a brand, is said
 * when they try.
 */
export const mayDelete = (reader: Reader) =>
  meets(deleteDocument.access, reader)
    ? sql<boolean>`(${ofOwnPlace(reader)} and (${sql.lit(administersLibrary(reader))} or not document.is_library)
        and not ${isInGroupsBeyond(reader)} and not ${isOfBeyond(reader)} and not ${isOfPatientsBeyond(reader)}) is true`
    : sql<boolean>`false`;

/** What a brand names as its terms now (CAG-32). What is also anything else is no terms, whatever a brand names. */
const isTerms = sql<SqlBool>`(${isKeptAsTerms}
  and exists (select from company_brand brand where brand.terms_document_id = document.document_id))`;

/** The report on the people of a group. */
export const isReport = sql<SqlBool>`exists (select from user_report report where report.document_id = document.document_id)`;

/** The site side of a group sees its documents, and its administrators what reports say of its people (ROL-23). */
const isNoReport = ({ adminRights }: Reader): Condition => (adminRights ? yes : sql`not ${isReport}`);

/** Whoever signs a document sees it, also when it has ended; what was withdrawn is nobody's to sign. */
const signedBy = ({ providerId }: Pick<Reader, 'providerId'>): Condition =>
  sql`exists (select from signing_request request join signer using (signing_request_id)
    where request.document_id = document.document_id and request.state <> 'withdrawn' and signer.provider_id = ${providerId})`;

/** Of the documents of a group in sight those that this person may know of: a sponsor its reports, a partner none. */
export const shownInGroup = (reader: Reader): Condition => {
  if (isPartner(reader.type)) return no;
  if (reader.type === 'Sponsor')
    return sql`document.document_id in (select user_report.document_id from user_report
      where user_report.care_group_id = ${anyOf(reader.careGroupIds ?? [])})`;
  return reader.careGroupIds === null || reader.adminRights ? yes : sql`report.document_id is null`;
};
