/** SQL of the broadcasts: of those whose members one is. */
import { type RecipientState, unreadAfterMs } from '@portal/contract/conversations/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { isOwnBroadcast, type Looker, takesPartInBroadcastAt } from './sight.ts';
import { reachOfPatient } from './untold.ts';

/** How many patients it has, without those who were removed, whom nothing else of it names. */
const patients = sql<number>`(select count(*)::int from conversation c join patient p on p.patient_id = c.patient_id
  where c.broadcast_id = broadcast.broadcast_id and p.removed_at is null)`;
/** How many patients and providers it has at this moment. */
const participants = (now: Date) => sql<number>`${patients}
  + (select count(*)::int from broadcast_member m where m.broadcast_id = broadcast.broadcast_id and ${takesPartInBroadcastAt(now)})`;

/** BCT-02, newest activity first. */
export const broadcasts = (
  tx: Tx,
  viewer: Looker,
  { broadcastId, after, now }: { broadcastId?: number | undefined; after?: number | undefined; now: Date },
) =>
  tx
    .selectFrom('broadcast')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('broadcast_message as message')
          .whereRef('message.broadcast_id', '=', 'broadcast.broadcast_id')
          .select(['message.broadcast_message_id', 'message.body'])
          .orderBy('message.broadcast_message_id', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select([
      'broadcast.broadcast_id as rollupId',
      'newest.broadcast_message_id as broadcastId',
      'broadcast.topic',
      'broadcast.created_at as timeCreated',
      sql<string>`coalesce(newest.body, '')`.as('message'),
      participants(now).as('numOfParticipants'),
      patients.as('numOfPatients'),
    ])
    .where('broadcast.company_id', '=', viewer.companyId)
    .where(isOwnBroadcast(viewer))
    .$if(broadcastId !== undefined, (query) => query.where('broadcast.broadcast_id', '=', broadcastId ?? 0))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(broadcast.latest_at, broadcast.broadcast_id) < (
          select place.latest_at, place.broadcast_id from broadcast place join broadcast_member own using (broadcast_id)
          where place.broadcast_id = ${after ?? 0} and own.provider_id = ${viewer.providerId})`,
      ),
    )
    .orderBy('broadcast.latest_at', 'desc')
    .orderBy('broadcast.broadcast_id', 'desc');

/** BCT-03, OPC-79: commas in names are left out. */
export async function detailOf(tx: Tx, broadcastId: number, now: Date) {
  const { rows } = await sql<{ careProviderNames: string; patientNames: string; uIds: string; patientIds: number[] }>`
    select
      (select coalesce(string_agg(replace(concat_ws(' ', p.first_name, p.last_name), ',', ''), ',' order by p.provider_id), '')
        from broadcast_member m join provider p using (provider_id)
        where m.broadcast_id = ${broadcastId} and ${takesPartInBroadcastAt(now)}) as "careProviderNames",
      coalesce(string_agg(replace(concat_ws(' ', p.first_name, p.last_name), ',', ''), ',' order by c.conversation_id), '') as "patientNames",
      coalesce(string_agg(p.patient_id::text, ',' order by c.conversation_id), '') as "uIds",
      coalesce(array_agg(p.patient_id order by c.conversation_id), '{}') as "patientIds"
    from conversation c join patient p on p.patient_id = c.patient_id and p.removed_at is null
    where c.broadcast_id = ${broadcastId}`.execute(tx);
  return rows[0] as (typeof rows)[number];
}

/** BCT-06: newest first, with how far each came. */
export const messagesOf = (tx: Tx, broadcastId: number, { now, after }: { now: Date; after: number | undefined }) =>
  tx
    .selectFrom('broadcast_message as message')
    .innerJoin('broadcast', 'broadcast.broadcast_id', 'message.broadcast_id')
    .innerJoin('provider', 'provider.provider_id', 'message.provider_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('conversation_message as told')
          .innerJoin('conversation', 'conversation.conversation_id', 'told.conversation_id')
          .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
          .where('patient.removed_at', 'is', null)
          .whereRef('told.broadcast_message_id', '=', 'message.broadcast_message_id')
          .select([
            sql<number>`count(*)::int`.as('delivered'),
            sql<number>`(count(*) filter (where ${readAt} is not null))::int`.as('read'),
            sql<number>`(count(*) filter (where ${isLate(now)}))::int`.as('unreadAfterDay'),
          ])
          .as('progress'),
      (join) => join.onTrue(),
    )
    .select([
      'message.broadcast_id as rollupId',
      'message.broadcast_message_id as broadcastId',
      'broadcast.topic',
      'message.sent_at as timeCreated',
      'message.sent_at as timeSent',
      'message.body as message',
      'message.provider_id as cpId',
      'message.client_key as clientKey',
      'progress.delivered',
      'progress.read',
      'progress.unreadAfterDay',
      sql<string>`concat_ws(' ', provider.first_name, provider.last_name)`.as('senderName'),
      participants(now).as('numOfParticipants'),
    ])
    .where('message.broadcast_id', '=', broadcastId)
    .$if(after !== undefined, (query) => query.where('message.broadcast_message_id', '<', after ?? 0))
    .orderBy('message.broadcast_message_id', 'desc');

const readAt = sql<Date | null>`(select r.read_at from message_reading r
  where r.message_id = told.message_id and r.provider_id is null)`;
const isLate = (now: Date) =>
  sql<boolean>`${readAt} is null and told.sent_at < ${new Date(now.getTime() - unreadAfterMs)}`;

/** It was delivered without them; of those who were not in the sender's sight it is known from the start. */
const isSkipped = sql<boolean>`coalesce(message.delivered_at is not null
  or not conversation.conversation_id = any(message.reaches), false)`;

/** Whoever has not looked comes first. */
export const recipientsOf = (
  tx: Tx,
  viewer: Looker,
  {
    broadcastId,
    messageId,
    now,
    state,
  }: {
    broadcastId: number;
    messageId: number;
    now: Date;
    state: RecipientState | 'late' | undefined;
  },
) =>
  tx
    .selectFrom('conversation')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .leftJoin('conversation_message as told', (join) =>
      join
        .onRef('told.conversation_id', '=', 'conversation.conversation_id')
        .on('told.broadcast_message_id', '=', messageId),
    )
    .leftJoin('broadcast_message as message', (join) =>
      join
        .onRef('message.broadcast_id', '=', 'conversation.broadcast_id')
        .on('message.broadcast_message_id', '=', messageId),
    )
    .select([
      'conversation.patient_id as uId',
      'conversation.conversation_id as convId',
      'told.sent_at as deliveredAt',
      readAt.as('readAt'),
      sql<string>`concat_ws(' ', patient.first_name, patient.last_name)`.as('patientName'),
      'patient.born_on as bornOn',
      sql<boolean>`${patientInSight(viewer, 'conversation.patient_id')}`.as('seesPatient'),
      sql<RecipientState>`case when told.message_id is null then case when ${isSkipped} then 'skipped' else 'waiting' end
        when ${readAt} is null then 'delivered' else 'read' end`.as('state'),
      sql<boolean>`told.message_id is not null and ${isLate(now)}`.as('isLate'),
      ...reachOfPatient,
    ])
    .where('conversation.broadcast_id', '=', broadcastId)
    .where('patient.removed_at', 'is', null)
    .$if(state === 'waiting', (query) =>
      query.where('told.message_id', 'is', null).where(sql<boolean>`not ${isSkipped}`),
    )
    .$if(state === 'skipped', (query) => query.where('told.message_id', 'is', null).where(isSkipped))
    .$if(state === 'delivered', (query) =>
      query.where('told.message_id', 'is not', null).where(sql<boolean>`${readAt} is null`),
    )
    .$if(state === 'read', (query) => query.where(sql<boolean>`${readAt} is not null`))
    .$if(state === 'late', (query) => query.where('told.message_id', 'is not', null).where(isLate(now)))
    .orderBy(sql`${readAt} is not null`)
    .orderBy('patient.sort_name')
    .orderBy('conversation.conversation_id');
export type RecipientRow = Awaited<ReturnType<ReturnType<typeof recipientsOf>['executeTakeFirstOrThrow']>>;
