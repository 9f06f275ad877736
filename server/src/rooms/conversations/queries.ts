/** SQL of the conversations. */
import { type ConversationState, most, type Scope } from '@portal/contract/conversations/rules.ts';
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { seesWhole } from '#rooms/care-groups/door.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { isMember, type Looker, stillCounts, visibleTo } from './sight.ts';

/** Letters of the newest message that a row of the list shows. */
const beginning = 120;
/** So many of them before what was looked for. */
const before = 40;

/** Rows of the list, of whatever is in sight; the newest activity first. */
export const conversations = (tx: Tx, viewer: Looker) => {
  const mine = isMember(viewer, 'conversation.conversation_id');
  return tx
    .selectFrom('conversation')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .leftJoin('provider as assigned', 'assigned.provider_id', 'conversation.assigned_to')
    .select([
      'conversation.conversation_id as convId',
      'conversation.patient_id as uId',
      'conversation.topic',
      'conversation.state',
      'conversation.latest_at as latestTimeStamp',
      'conversation.broadcast_id as rollupId',
      'conversation.version',
      'conversation.assigned_to as assignedTo',
      sql<string>`concat_ws(' ', patient.first_name, patient.last_name)`.as('patientName'),
      sql<string>`concat_ws(' ', assigned.first_name, assigned.last_name)`.as('assignedName'),
      sql<string>`(select coalesce(string_agg(replace(concat_ws(' ', p.first_name, p.last_name), ',', ''), ', '
          order by m.joined_at, m.provider_id), '')
        from conversation_member m join provider p using (provider_id)
        where m.conversation_id = conversation.conversation_id)`.as('careProviders'),
      unread(viewer).as('unreadMsgCount'),
      sql<boolean>`${mine}`.as('isMember'),
      sql<boolean>`${patientInSight(viewer, 'conversation.patient_id')}`.as('seesPatient'),
      sql<string>`coalesce((select left(newest.body, ${beginning}) from conversation_message newest
        where newest.conversation_id = conversation.conversation_id and ${mine}
        order by newest.message_id desc limit 1), '')`.as('latestMessage'),
    ])
    .where('conversation.company_id', '=', viewer.companyId)
    .where('patient.removed_at', 'is', null)
    .where(visibleTo(viewer));
};
export type ConversationRow = Awaited<ReturnType<ReturnType<typeof conversations>['executeTakeFirstOrThrow']>> & {
  foundId?: number | null;
  foundAt?: Date | null;
  foundText?: string | null;
};

/** What has come since one has read everything, without one's own; nothing where one is no member. */
const unread = ({ providerId }: Pick<Looker, 'providerId'>) =>
  sql<number>`(select count(*)::int from conversation_member own
    left join conversation_reading place
      on place.conversation_id = own.conversation_id and place.provider_id = own.provider_id
    join conversation_message m on m.conversation_id = own.conversation_id and m.message_id > coalesce(place.read_to, 0)
    where own.conversation_id = conversation.conversation_id and own.provider_id = ${providerId}
      and m.provider_id is distinct from ${providerId}
      and not exists (select from message_reading r where r.message_id = m.message_id and r.provider_id = ${providerId}))`;

export interface Narrowing {
  scope: Scope;
  state: ConversationState | undefined;
  patientId: number | undefined;
  /** What is looked for, or null. */
  search: string | null;
  /** The list goes on below this one. */
  after: number | undefined;
}

export const listed = (tx: Tx, viewer: Looker, { scope, state, patientId, search, after }: Narrowing) => {
  const { providerId } = viewer;
  const pattern = search && `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  return conversations(tx, viewer)
    .$if(scope === 'member', (query) =>
      query.where(
        sql<boolean>`conversation.conversation_id in (
          select own.conversation_id from conversation_member own
          where own.provider_id = ${providerId} and ${stillCounts(viewer)})`,
      ),
    )
    .$if(scope === 'assigned', (query) => query.where('conversation.assigned_to', '=', providerId))
    .$if(scope === 'unassigned', (query) =>
      query.where('conversation.assigned_to', 'is', null).where('conversation.state', '=', 'open'),
    )
    .$if(state !== undefined, (query) => query.where('conversation.state', '=', state ?? ''))
    .$if(patientId !== undefined, (query) => query.where('conversation.patient_id', '=', patientId ?? 0))
    .$if(pattern !== null, (query) =>
      query
        .innerJoin(foundBy(viewer, pattern, [...(search ?? '')].length >= 3).as('found'), (join) =>
          join.onRef('found.id', '=', 'conversation.conversation_id'),
        )
        // Looked up one by one, however many are thought to be found.
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('conversation_message as one')
              .select(['one.message_id', 'one.sent_at', 'one.body'])
              .whereRef('one.message_id', '=', 'found.messageId')
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
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(conversation.latest_at, conversation.conversation_id) < (
          select place.latest_at, place.conversation_id from conversation place where place.conversation_id = ${after ?? 0}
            and (${isMember(viewer, 'place.conversation_id')} or ${patientInSight(viewer, 'place.patient_id')}))`,
      ),
    )
    .orderBy('conversation.latest_at', 'desc')
    .orderBy('conversation.conversation_id', 'desc');
};

/** Each conversation that has what is looked for once, with the newest message that has it, or null. */
const foundBy = (viewer: Looker, pattern: string | null, withMessages: boolean) =>
  sql<{ id: number; messageId: number | null }>`(
    select of.conversation_id as id, max(of.message_id) as "messageId"
    from conversations_found(${pattern}, ${withMessages}, ${viewer.providerId}, ${groupsOf(viewer)}::int[]) of
    group by of.conversation_id)`;
const groupsOf = (viewer: Looker): number[] | null => (seesWhole(viewer) ? null : [...(viewer.careGroupIds ?? [])]);

export const one = (tx: Tx, viewer: Looker, conversationId: number) =>
  conversations(tx, viewer).where('conversation.conversation_id', '=', conversationId).executeTakeFirst();

export async function waiting(tx: Tx, viewer: Looker) {
  const { providerId } = viewer;
  const { rows } = await sql<{ unreadMessages: number; unreadConversations: number; unassigned: number }>`
    select least(coalesce(sum(unread), 0), ${most.counted})::int as "unreadMessages", count(*)::int as "unreadConversations",
      (select count(*)::int from (
        select from conversation join patient using (patient_id)
        where conversation.company_id = ${viewer.companyId} and assigned_to is null and state = 'open'
          and patient.removed_at is null and ${visibleTo(viewer)} limit ${most.counted}) of_nobody) as unassigned
    from (
      select waits.unread from conversation_member own
        join conversation c on c.conversation_id = own.conversation_id
        join patient on patient.patient_id = c.patient_id and patient.removed_at is null
        left join conversation_reading place
          on place.conversation_id = own.conversation_id and place.provider_id = own.provider_id
        cross join lateral (select count(*) as unread from (
          select from conversation_message m
          where m.conversation_id = own.conversation_id and m.message_id > coalesce(place.read_to, 0)
            and m.provider_id is distinct from ${providerId} and not exists (
              select from message_reading r where r.message_id = m.message_id and r.provider_id = ${providerId})
          limit ${most.counted}) one) waits
      where own.provider_id = ${providerId} and ${stillCounts(viewer)} and waits.unread > 0
      limit ${most.counted}) mine`.execute(tx);
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
    .where('message.conversation_id', '=', conversationId)
    .orderBy('message.message_id', 'desc')
    .offset(start)
    .limit(limit)
    .execute();

/** As this person has them. */
export const messagesByIds = (tx: Tx, providerId: number, ids: readonly number[]) =>
  messages(tx, providerId).where('message.message_id', '=', anyOf(ids)).orderBy('message.message_id').execute();
