/** Requests for signatures, their signers and what they signed. SQL, nothing else. */
import { currentSigner, type SigningKind, type SigningState } from '@portal/contract/signing/rules.ts';
import type { UserType } from '@portal/contract/access.ts';
import { type AuditAction, fieldName, type RecordKind } from '@portal/contract/audit/words.ts';
import { type RecipientType, recipientTypes } from '@portal/contract/documents/rules.ts';
import { type Expression, sql } from 'kysely';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import {
  contentOf as findContent,
  listed,
  listedStatuses,
  type NamedSigner,
  signsStill,
} from '#rooms/documents/door.ts';
import { ownTrainingCopies, type Trained } from '#rooms/identity/door.ts';

export interface SignerRow {
  signerId: number;
  signerNum: number;
  cpId: number;
  name: string;
  email: string;
  hasSigned: boolean;
  /** The half of the secret that is this signer's alone (SEC-34). */
  uuid: string;
}

export interface RequestRow {
  requestId: number;
  documentId: number;
  kind: SigningKind;
  state: SigningState;
  requesterId: number | null;
  createdAt: Date;
  /** Why it was rejected or withdrawn. */
  reason: string | null;
  sealedAt: Date | null;
  sealedSha256: string | null;
  version: number;
  signers: readonly SignerRow[];
}

const requests = (tx: Tx) =>
  tx
    .selectFrom('signing_request as request')
    .select([
      'request.signing_request_id as requestId',
      'request.document_id as documentId',
      'request.kind',
      'request.state',
      'request.requester_id as requesterId',
      'request.created_at as createdAt',
      'request.reason',
      'request.sealed_at as sealedAt',
      'request.sealed_sha256 as sealedSha256',
      'request.version',
    ])
    .$narrowType<{ kind: SigningKind; state: SigningState }>();

export const signersOf = async (tx: Tx, requestId: number): Promise<SignerRow[]> =>
  (
    await tx
      .selectFrom('signer')
      .where('signing_request_id', '=', requestId)
      .orderBy('signer_num')
      .select([
        'signer_id as signerId',
        'signer_num as signerNum',
        'provider_id as cpId',
        'name',
        'email',
        'signer_uuid as uuid',
        'signed_at as signedAt',
      ])
      .execute()
  ).map(({ signedAt, ...signer }) => ({ ...signer, hasSigned: signedAt !== null }));

/** A request by the half of its secret that its signers share; held until the transaction ends where it is changed. */
async function findRequest(tx: Tx, srUuid: string, hold = false): Promise<RequestRow | undefined> {
  const row = await requests(tx)
    .where('request.sr_uuid', '=', srUuid)
    .$if(hold, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { ...row, signers: await signersOf(tx, row.requestId) };
}

export async function requestOfDocument(tx: Tx, documentId: number): Promise<RequestRow | undefined> {
  const row = await requests(tx).where('request.document_id', '=', documentId).executeTakeFirst();
  return row && { ...row, signers: await signersOf(tx, row.requestId) };
}

/** Whether an own copy of a training form is of one that applies to its signer today: taken off the trial it is not (OPN-61). */
export const isOwnTraining = async (tx: Tx, person: Trained, documentId: number): Promise<boolean> =>
  (await sql`select where ${documentId} in (${ownTrainingCopies(person)})`.execute(tx)).rows.length > 0;

/** What kept a signer from their turn, as the failure that says so. */
export type NoTurn = 'signing.not_signer' | 'signing.ended' | 'signing.not_turn' | NoLonger;
/** Naming them asked for something that is theirs no more. */
type NoLonger =
  | 'signing.left_site'
  | 'signing.no_prescriber'
  | 'signing.no_administrator'
  | 'signing.other_sponsor'
  | 'signing.other_type';

/** Null where they may sign, were it their turn; rights are read anew, whatever the call knew of the person when it began. */
export async function noLongerSigns(
  tx: Tx,
  {
    providerId,
    signerNum,
    kind,
    documentId,
  }: { providerId: number; signerNum: number; kind: SigningKind; documentId: number },
  now: Date,
): Promise<NoLonger | null> {
  const named = {
    providerId: sql`${providerId}::int`,
    signerNum: sql`${signerNum}::int`,
    kind: sql`${kind}::text`,
    documentId: sql`${documentId}::int`,
  };
  const { rows } = await sql<{ still: boolean }>`select ${signsStill(named, now)} as still`.execute(tx);
  if (rows[0]?.still) return null;
  if (kind === 'order_form') return signerNum === 1 ? 'signing.left_site' : 'signing.no_prescriber';
  if (kind === 'report') return signerNum === 1 ? 'signing.no_administrator' : 'signing.other_sponsor';
  return 'signing.other_type';
}

/**
 * Where somebody stands in a request: the turn that is theirs, or why it is not. Who does not know the other half of the secret, where
 * it is asked for, is nobody it is for; so is everybody of a request that is not known.
 */
export async function turnOf(
  tx: Tx,
  viewer: Trained,
  srUuid: string,
  { now, signerUuid, hold = false }: { now: Date; signerUuid?: string; hold?: boolean },
): Promise<(RequestRow & { signer: SignerRow }) | NoTurn> {
  const request = await findRequest(tx, srUuid, hold);
  const own = request?.signers.filter(
    (signer) => signer.cpId === viewer.providerId && (signerUuid === undefined || signer.uuid === signerUuid),
  );
  if (!request || !own || own.length === 0) return 'signing.not_signer';
  if (request.state !== 'open') return 'signing.ended';
  if (request.kind === 'training' && !(await isOwnTraining(tx, viewer, request.documentId))) return 'signing.ended';
  const signer = currentSigner(request.state, request.signers);
  if (!signer || !own.includes(signer)) return 'signing.not_turn';
  const named = { ...request, providerId: signer.cpId, signerNum: signer.signerNum };
  return (await noLongerSigns(tx, named, now)) ?? { ...request, signer };
}

/** The file that the document of a request is in now. */
export async function contentOf(tx: Tx, documentId: number) {
  const content = await findContent(tx, documentId);
  if (!content) throw new Error(`there is no document ${documentId}`);
  return content;
}

/** An entry of the audit trail about a document or its signing. */
export interface SigningOnRecord {
  action: string;
  cpId: number | null;
  name: string;
  type: string;
  host: string;
  reason: string | null;
  changes: readonly { field: string; new?: unknown }[];
}

const onRecord = async (
  tx: Tx,
  kind: RecordKind,
  ids: readonly string[],
  actions: readonly AuditAction[],
): Promise<SigningOnRecord[]> =>
  (await tx
    .selectFrom('audit_entry')
    .where('record_kind', '=', kind)
    .where('record_id', '=', anyText(ids))
    .where('action', '=', anyText(actions))
    .orderBy('seq')
    .select(['action', 'actor_id as cpId', 'actor_name as name', 'actor_type as type', 'host', 'reason', 'changes'])
    .execute()) as unknown as SigningOnRecord[];

/** What the audit trail says of each content of a document: the first one, and those that took its place. */
export const contentsOnRecord = (tx: Tx, documentId: number): Promise<SigningOnRecord[]> =>
  onRecord(tx, 'document', [String(documentId)], ['document.kept', 'document.replaced']);

/**
 * What the audit trail says of the signing of a document, which no row of a request, signer or signature can change: that it was asked
 * for, each signing, how it ended, and the seal. Where no row names its request, the trail does.
 */
export async function signingsOnRecord(
  tx: Tx,
  documentId: number,
  requestId: number | undefined,
): Promise<SigningOnRecord[]> {
  const ids = requestId === undefined ? await requestsOnRecord(tx, documentId) : [String(requestId)];
  if (ids.length === 0) return [];
  return onRecord(tx, 'signing_request', ids, [
    'signing.requested',
    'signing.signed',
    'signing.completed',
    'signing.rejected',
    'signing.withdrawn',
    'signing.sealed',
  ]);
}

const requestsOnRecord = async (tx: Tx, documentId: number): Promise<string[]> => {
  const named = JSON.stringify([{ field: fieldName('documentId'), new: documentId }]);
  const rows = await tx
    .selectFrom('audit_entry')
    .where('action', '=', 'signing.requested' satisfies AuditAction)
    .where(sql<boolean>`changes @> ${named}::jsonb`)
    .select('record_id as id')
    .execute();
  return rows.map(({ id }) => id);
};

/** The files of a document in their order, with what made each: the upload, somebody's filling or signature, the seal. */
export const revisionsOf = async (tx: Tx, documentId: number) => {
  const [earlier, current] = await Promise.all([
    tx
      .selectFrom('document_revision as was')
      .innerJoin('stored_file as file', 'file.file_id', 'was.file_id')
      .where('was.document_id', '=', documentId)
      .orderBy('was.revision')
      .select(['was.revision', 'file.key', 'file.sha256', 'was.replaced_by as replacedBy'])
      .execute(),
    contentOf(tx, documentId),
  ]);
  return [...earlier, { ...current, replacedBy: null }].map(({ revision, key, sha256 }, at) => ({
    revision,
    key,
    sha256,
    by: at === 0 ? ('uploaded' as const) : (earlier[at - 1]?.replacedBy as 'filled' | 'signed' | 'sealed'),
  }));
};

/** Not a training form that was to be signed and no longer applies (OPN-61). */
const isStillAsked = (person: Trained) =>
  sql<boolean>`(request.kind <> 'training' or request.state <> 'open' or document.document_id in (${ownTrainingCopies(person)}))`;

/** Whether the reader of a list may sign their own part of what is open still, or has signed another one of it. */
const signsOrSigned = ({ providerId }: Pick<Trained, 'providerId'>) =>
  sql<boolean>`(${signsStill(partOf('own.signer_num', sql.val(providerId)))} or ${hasSigned(sql.ref('request.signing_request_id'), sql.val(providerId))})`;

const partOf = (signerNum: string, providerId: Expression<unknown>): NamedSigner => ({
  providerId,
  signerNum: sql.ref(signerNum),
  kind: sql.ref('request.kind'),
  documentId: sql.ref('document.document_id'),
});

/** Looked up by itself: an `exists` may be worked out for all signers that there are. */
const hasSigned = (requestId: Expression<unknown>, providerId: Expression<unknown>) =>
  sql<boolean>`coalesce((select true from signer theirs where theirs.signing_request_id = ${requestId}
    and theirs.provider_id = ${providerId} and theirs.signed_at is not null limit 1), false)`;

/** What somebody was asked to sign and was not withdrawn, open and ended, newest first (APD-01). */
export const toSign = (tx: Tx, person: Trained, after?: number) =>
  listed(tx, person, after)
    .where('request.state', '!=', 'withdrawn')
    .where(isStillAsked(person))
    .where(sql<boolean>`(request.state <> 'open' or ${signsOrSigned(person)})`)
    .where('document.document_id', 'in', (eb) =>
      eb
        .selectFrom('signer as mine')
        .innerJoin('signing_request as asked', 'asked.signing_request_id', 'mine.signing_request_id')
        .where('mine.provider_id', '=', person.providerId)
        .select('asked.document_id'),
    )
    .orderBy('document.document_id', 'desc');

/** What of it is the person's turn to sign. */
export const waitsToSign = (tx: Tx, person: Trained) =>
  tx
    .selectFrom('signer')
    .innerJoin('signing_request as request', 'request.signing_request_id', 'signer.signing_request_id')
    .innerJoin('document', 'document.document_id', 'request.document_id')
    .leftJoin('shipment_document as held', 'held.document_id', 'document.document_id')
    .leftJoin('shipment_request as shipment', 'shipment.request_id', 'held.request_id')
    .where('signer.provider_id', '=', person.providerId)
    .where('signer.signed_at', 'is', null)
    .where('request.state', '=', 'open')
    .where(isStillAsked(person))
    .where(signsStill(partOf('signer.signer_num', sql.ref('signer.provider_id'))))
    .where('document.removed_at', 'is', null)
    .where((eb) => eb.or([eb('shipment.request_id', 'is', null), eb('shipment.status', '=', anyText(listedStatuses))]))
    .where(
      sql<boolean>`not exists (select from signer as earlier where earlier.signing_request_id = signer.signing_request_id
        and earlier.signed_at is null and earlier.signer_num < signer.signer_num)`,
    )
    .select('request.document_id');

/** So many of it as the list has them, the newest first, of what is older than one of the documents. Which ones is settled first. */
export async function waitsBefore(tx: Tx, person: Trained, before: number, most: number) {
  const waiting = await waitsToSign(tx, person)
    .where('request.document_id', '<', before)
    .orderBy('request.document_id', 'desc')
    .limit(most)
    .execute();
  if (waiting.length === 0) return [];
  return listed(tx, person)
    .where('document.document_id', '=', anyOf(waiting.map(({ document_id }) => document_id)))
    .orderBy('document.document_id', 'desc')
    .execute();
}

/** Whether that list goes on after this document: one that it has or had. */
export const wasToSign = async (
  tx: Tx,
  { providerId }: Pick<Trained, 'providerId'>,
  documentId: number,
): Promise<boolean> =>
  (await tx
    .selectFrom('signing_request as request')
    .innerJoin('signer', 'signer.signing_request_id', 'request.signing_request_id')
    .where('request.document_id', '=', documentId)
    .where('signer.provider_id', '=', providerId)
    .select('signer.signer_id')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The request and the signer that two ids name together, whoever asks. */
export const findLink = async (tx: Tx, { srUuid, signerUuid }: { srUuid: string; signerUuid: string }) =>
  tx
    .selectFrom('signing_request as request')
    .innerJoin('signer', 'signer.signing_request_id', 'request.signing_request_id')
    .innerJoin('document', 'document.document_id', 'request.document_id')
    .innerJoin('provider', 'provider.provider_id', 'signer.provider_id')
    .where('request.sr_uuid', '=', srUuid)
    .where('signer.signer_uuid', '=', signerUuid)
    .where('document.removed_at', 'is', null)
    .select([
      'request.signing_request_id as requestId',
      'request.company_id as companyId',
      'request.document_id as documentId',
      'request.kind',
      'request.state',
      'request.created_at as createdAt',
      'signer.signer_num as signerNum',
      'signer.provider_id as providerId',
      'provider.email',
      'provider.first_name as firstName',
      'provider.last_name as lastName',
      'provider.type',
      'provider.is_active as isActive',
    ])
    .select(hasSigned(sql.ref('request.signing_request_id'), sql.ref('signer.provider_id')).as('hasSigned'))
    .$narrowType<{ kind: SigningKind; state: SigningState; type: UserType }>()
    .executeTakeFirst();

/** The document of such a link, as its signer sees it in a list; order forms of cancelled requests have none. */
export const listedOfLink = (tx: Tx, { documentId, providerId }: { documentId: number; providerId: number }) =>
  listed(tx, { providerId }).where('document.document_id', '=', documentId);

/** The training forms of a group, of a site those of its trial as well, each with how many people of it have acknowledged it (ACK-10). */
export const trainingFormsOfGroup = (tx: Tx, careGroupId: number) =>
  tx
    .selectFrom('document_link as link')
    .innerJoin('document', 'document.document_id', 'link.document_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('provider')
          .leftJoin('training_acknowledgement as own', (join) =>
            join
              .onRef('own.template_id', '=', 'link.document_id')
              .onRef('own.provider_id', '=', 'provider.provider_id'),
          )
          .where('provider.is_active', '=', true)
          .where(worksIn(careGroupId))
          .where(sql<boolean>`${typeAsRecipient} = any(link.user_types)
            and (document.can_be_signed is not false or provider.type <> 'Admin' and not provider.admin_rights)`)
          .select((one) => [
            one.fn.countAll<number>().as('people'),
            one.fn.count<number>('own.acknowledged_at').as('signed'),
          ])
          .as('counted'),
      (join) => join.onTrue(),
    )
    .where(
      sql<boolean>`(link.care_group_id = ${careGroupId} or link.care_group_id = (
        select site.parent_id from care_group site where site.care_group_id = ${careGroupId} and site.kind = 'site'))`,
    )
    .where('link.removed_at', 'is', null)
    .where('document.removed_at', 'is', null)
    .where('link.user_types', 'is not', null)
    // What cascades has a link in both.
    .distinctOn('link.document_id')
    .orderBy('link.document_id', 'desc')
    .orderBy(sql`link.care_group_id = ${careGroupId}`, 'desc')
    .select([
      'link.document_id as docId',
      'link.care_group_id as g_id',
      'document.friendly_name as friendlyName',
      'link.user_types as userTypes',
    ])
    .select(['counted.people', 'counted.signed']);

/** The recipient that a person of this type is. */
const typeAsRecipient = sql`case provider.type ${sql.join(
  (Object.keys(recipientTypes) as RecipientType[]).map(
    (recipient) => sql`when ${sql.lit(recipientTypes[recipient])} then ${sql.lit(recipient)}`,
  ),
  sql` `,
)} end`;

/**
 * Whoever works there: people of the group, of its trial and of its sites, of their partners and their sponsor, and administrators. Groups
 * do not decide for Sponsors, who stay in them when the trial has another sponsor.
 */
const worksIn = (careGroupId: number) => {
  const places = sql`(select g.care_group_id from care_group g where g.removed_at is null
    and (${careGroupId} in (g.care_group_id, g.parent_id)
      or g.care_group_id = (select own.parent_id from care_group own where own.care_group_id = ${careGroupId})))`;
  return sql<boolean>`(
  provider.type = 'Admin'
  or provider.type <> 'Sponsor' and exists (select from care_group_member member
    where member.provider_id = provider.provider_id and member.care_group_id in ${places})
  or exists (select from site_partner used
    where used.partner_id = provider.partner_id and used.removed_at is null and used.site_id in ${places})
  or exists (select from care_group g where g.sponsor_id = provider.sponsor_id and g.care_group_id in ${places}))`;
};
