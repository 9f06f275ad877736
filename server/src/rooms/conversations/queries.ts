/** SQL of the conversations. */
import { documentGone } from '@portal/contract/conversations/document-gone.ts';
import { most, type Scope } from '@portal/contract/conversations/rules.ts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { anyOf, type Schema, type Tx } from '#platform/database/db.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import {
  type Found,
  isLeft,
  leftOnes,
  memberships,
  type Narrowing,
  pageOf,
  unansweredMessages,
  unreadMessages,
} from './page.ts';
import { isMember, type Looker, stillCounts, takesPartAt, visibleTo } from './sight.ts';
import { reachOfPatient } from './untold.ts';

/** Letters of the newest message that a row of the list shows. */
const beginning = 120;
/** So many of them before what was looked for. */
const before = 40;

/** Rows of the list, of conversations in sight that are found already: all that a row says is looked up for these alone. */
const rowsOf = (tx: Tx, viewer: Looker, found: RawBuilder<Found>, now: Date) =>
  tx
    .selectFrom(withMembers(found, now).as('conversation'))
    // Looked up one by one (`limit 1`), whatever a plan that is made once for all people thinks there is.
    .innerJoinLateral(
      sql<Pick<Selectable<Schema['patient']>, 'first_name' | 'last_name' | 'born_on'>>`(
        select * from patient where patient_id = conversation.patient_id limit 1)`.as('patient'),
      (join) => join.onTrue(),
    )
    .leftJoin('provider as assigned', 'assigned.provider_id', 'conversation.assigned_to')
    .leftJoinLateral(
      sql<{ is_seen: boolean }>`(
        select true as is_seen where ${patientInSight(viewer, 'conversation.patient_id')} limit 1)`.as('sight'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      sql<{ conversation_id: number; takes_part: boolean }>`(
        select own.conversation_id, own.read_to, not own.in_emergency or sight.is_seen is true as takes_part
        from ${memberships(viewer)} own where own.conversation_id = conversation.conversation_id limit 1)`.as('own'),
      (join) => join.onTrue(),
    )
    .select([
      'conversation.conversation_id as convId',
      'conversation.patient_id as uId',
      'conversation.topic',
      'conversation.state',
      'conversation.latest_at as latestTimeStamp',
      'conversation.broadcast_id as rollupId',
      'conversation.version',
      'conversation.assigned_to as assignedTo',
      'conversation.care_providers as careProviders',
      sql<string>`concat_ws(' ', patient.first_name, patient.last_name)`.as('patientName'),
      sql<string | null>`case when sight.is_seen then patient.born_on end`.as('bornOn'),
      sql<string>`concat_ws(' ', assigned.first_name, assigned.last_name)`.as('assignedName'),
      sql<number>`case when own.conversation_id is not null then (select count(*)::int ${unreadMessages(viewer)})
        when sight.is_seen and ${isLeft(now)} then (select count(*)::int ${unansweredMessages}) else 0 end`.as(
        'unreadMsgCount',
      ),
      sql<boolean>`own.takes_part is true`.as('isMember'),
      sql<boolean>`sight.is_seen is true`.as('seesPatient'),
      sql<string>`coalesce(case when own.takes_part then (select
        case when newest.body <> '' then left(newest.body, ${beginning})
          when exists (select from document where document_id = newest.document_id and removed_at is not null) then ${documentGone} end
        from conversation_message newest where newest.conversation_id = conversation.conversation_id order by newest.message_id desc limit 1) end, '')`.as(
        'latestMessage',
      ),
      ...reachOfPatient,
    ]);
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>> & {
  foundId?: number | null;
  foundAt?: Date | null;
  foundText?: string | null;
};

/** OPC-79: with the names of those who take part at this moment, which are put together for all of them at once. */
const withMembers = (found: RawBuilder<Found>, now: Date) =>
  sql<Found & { care_providers: string }>`(
    with page as materialized ${found}
    select page.*, coalesce(members.names, '') as care_providers
    from page left join (
      select page.conversation_id, string_agg(replace(concat_ws(' ', p.first_name, p.last_name), ',', ''), ', '
        order by m.joined_at, m.provider_id) as names
      from page
        cross join lateral (
          select m.provider_id, m.joined_at from conversation_member m
          where m.conversation_id = page.conversation_id and ${takesPartAt('page.patient_id', now)} offset 0) m
        join provider p using (provider_id)
      group by page.conversation_id) members on members.conversation_id = page.conversation_id)`;

/** The newest activity first. */
export const listed = (tx: Tx, viewer: Looker, narrowing: Narrowing) => {
  const { search } = narrowing;
  return rowsOf(tx, viewer, pageOf(viewer, narrowing), narrowing.now)
    .$if(Boolean(search), (query) =>
      query
        // Looked up one by one, however many are thought to be found.
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('conversation_message as one')
              .select(['one.message_id', 'one.sent_at', 'one.body'])
              .whereRef('one.message_id', '=', 'conversation.found_id')
              .limit(1)
              .as('hit'),
          (join) => join.onTrue(),
        )
        .select([
          'hit.message_id as foundId',
          'hit.sent_at as foundAt',
          sql<string | null>`substring(hit.body from
            greatest(1, position(${(search ?? '').toLowerCase()} in lower(hit.body)) - ${before}) for ${beginning})`.as(
            'foundText',
          ),
        ]),
    )
    .orderBy('conversation.latest_at', 'desc')
    .orderBy('conversation.conversation_id', 'desc');
};

export const one = (tx: Tx, viewer: Looker, conversationId: number, now: Date) =>
  rowsOf(
    tx,
    viewer,
    sql<Found>`(select conversation.*, null::int as found_id
      from conversation join patient on patient.patient_id = conversation.patient_id and patient.removed_at is null
      where conversation.company_id = ${viewer.companyId} and conversation.conversation_id = ${conversationId}
        and ${visibleTo(viewer)})`,
    now,
  ).executeTakeFirst();

export async function waiting(tx: Tx, viewer: Looker, now: Date) {
  const ofList = (scope: Scope) =>
    sql`(select least(count(*), ${most.counted})::int from ${pageOf(viewer, { scope, now })} as of_list)`;
  const { rows } = await sql<{
    unreadMessages: number;
    unreadConversations: number;
    unassigned: number;
    unanswered: number;
  }>`
    select least(coalesce(sum(unread), 0), ${most.counted})::int as "unreadMessages", count(*)::int as "unreadConversations",
      ${ofList('unassigned')} as unassigned, ${ofList('unanswered')} as unanswered
    from (
      (select waits.unread from ${memberships(viewer)} own
        join conversation c on c.conversation_id = own.conversation_id
        join patient on patient.patient_id = c.patient_id and patient.removed_at is null
        cross join lateral (
          select count(*) as unread from (select ${unreadMessages(viewer)} limit ${sql.lit(most.counted)}) one) waits
      where ${stillCounts(viewer)} and waits.unread > 0
      limit ${sql.lit(most.counted)})
      union all
      (select (select count(*) ${unansweredMessages}) ${leftOnes(viewer, now)} limit ${sql.lit(most.counted)})
      limit ${sql.lit(most.counted)}) mine`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

/** A conversation that one takes part in, about a patient who was not removed, held until the transaction ends: numbers of its messages are their order. */
export const holdOfMember = async (tx: Tx, viewer: Looker, conversationId: number) =>
  (await ofPresent(tx, conversationId).where(isMember(viewer, 'conversation.conversation_id')).executeTakeFirst()) &&
  held(tx, conversationId).executeTakeFirst();
/** The same of one in sight. */
export const holdVisible = async (tx: Tx, viewer: Looker, conversationId: number) =>
  (await ofPresent(tx, conversationId).where(visibleTo(viewer)).executeTakeFirst()) &&
  held(tx, conversationId).executeTakeFirst();
/** The same of one whose link was shown, or that a broadcast reaches. */
export const holdAnywhere = (tx: Tx, conversationId: number) => held(tx, conversationId).executeTakeFirst();

const ofPresent = (tx: Tx, conversationId: number) =>
  held(tx, conversationId)
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .where('patient.removed_at', 'is', null);
const held = (tx: Tx, conversationId: number) =>
  tx
    .selectFrom('conversation')
    .select([
      'conversation.conversation_id as conversationId',
      'conversation.company_id as companyId',
      'conversation.patient_id as patientId',
      'conversation.state',
      'conversation.assigned_to as assignedTo',
      'conversation.version',
    ])
    .where('conversation.conversation_id', '=', conversationId)
    .forNoKeyUpdate('conversation');
export type Held = NonNullable<Awaited<ReturnType<ReturnType<typeof held>['executeTakeFirst']>>>;

const readByPatient = sql<boolean>`exists (select from message_reading r
  where r.message_id = message.message_id and r.provider_id is null)`;

/** Of a message, beside its document as it is joined where that was not removed. */
export const isDocumentGone = sql<boolean>`message.document_id is not null and document.document_id is null`.as(
  'isDocumentGone',
);

const messages = (tx: Tx, providerId: number) =>
  tx
    .selectFrom('conversation_message as message')
    .innerJoin('conversation', 'conversation.conversation_id', 'message.conversation_id')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .leftJoin('provider as sender', 'sender.provider_id', 'message.provider_id')
    .leftJoin('document', (join) =>
      join.onRef('document.document_id', '=', 'message.document_id').on('document.removed_at', 'is', null),
    )
    .select([
      'message.message_id as msgId',
      'message.conversation_id as convId',
      'message.body',
      'message.provider_id as cpId',
      'message.client_key as clientKey',
      'message.sent_at as sentAt',
      'conversation.patient_id as uId',
      'document.document_id as documentId',
      'document.friendly_name as documentName',
      isDocumentGone,
      sql<string>`case when message.provider_id is null then concat_ws(' ', patient.first_name, patient.last_name)
        else concat_ws(' ', sender.first_name, sender.last_name) end`.as('senderName'),
      sql<boolean>`exists (select from message_reading r where r.message_id = message.message_id and r.provider_id is not null)`.as(
        'readByProvider',
      ),
      readByPatient.as('readByPatient'),
      sql<boolean>`message.provider_id is not distinct from ${providerId}
        or exists (select from conversation_reading place where place.conversation_id = message.conversation_id
          and place.provider_id = ${providerId} and place.read_to >= message.message_id)
        or exists (select from message_reading r where r.message_id = message.message_id and r.provider_id = ${providerId})`.as(
        'readByMe',
      ),
    ]);
export type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>;

/** Newest first (OPC-78). */
export const messagesOf = (
  tx: Tx,
  { providerId }: Pick<Looker, 'providerId'>,
  conversationId: number,
  { start, limit }: { start: number; limit: number },
) =>
  messages(tx, providerId)
    // Of those that are left out nothing is looked up.
    .where(
      'message.message_id',
      '=',
      sql<number>`any (array(${tx
        .selectFrom('conversation_message')
        .select('message_id')
        .where('conversation_id', '=', conversationId)
        .orderBy('message_id', 'desc')
        .offset(start)
        .limit(limit)}))`,
    )
    .orderBy('message.message_id', 'desc')
    .execute();

/** As this person has them. */
export const messagesByIds = (tx: Tx, providerId: number, ids: readonly number[]) =>
  messages(tx, providerId).where('message.message_id', '=', anyOf(ids)).orderBy('message.message_id').execute();
