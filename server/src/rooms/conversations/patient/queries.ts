/** SQL of the patient's own page: one conversation, known by its link. */
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { correctionsShown } from '#rooms/documents/door.ts';
import { isDocumentGone } from '../queries.ts';
import { caresFor } from '../sight.ts';

/** What corrects a document counts for the patient once it is in their record (P11-08); of others nobody is told (SEC-23). */
const isCorrected = (conversationId: number) =>
  sql<boolean>`exists (select from ${correctionsShown(
    sql.ref('document.document_id'),
    sql`document.removed_at is null and exists (select from patient_document kept join conversation own using (patient_id)
      where kept.document_id = document.document_id and own.conversation_id = ${conversationId})`,
  )} as newer)`.as('isCorrected');

/**
 * Newest first. What was read and has an answer stays read. Of the rest only those count who look after the patient now: a team that the
 * patient has left answers nothing of what it has read.
 */
export const messagesOf = (tx: Tx, conversationId: number, now: Date) =>
  tx
    .selectFrom('conversation_message as message')
    .leftJoin('provider', 'provider.provider_id', 'message.provider_id')
    .leftJoin('document', (join) =>
      join.onRef('document.document_id', '=', 'message.document_id').on('document.removed_at', 'is', null),
    )
    .select([
      'message.message_id as msgId',
      'message.body',
      'message.provider_id as providerId',
      'message.sent_at as sentAt',
      sql<boolean>`exists (select from message_reading r where r.message_id = message.message_id and r.provider_id is not null
        and (r.message_id < (select max(answer.message_id) from conversation_message answer
            where answer.conversation_id = ${conversationId} and answer.provider_id is not null
              and answer.broadcast_message_id is null)
          or r.provider_id = any (array(${carers(tx, conversationId, now).select('member.provider_id')}))))`.as(
        'isRead',
      ),
      'document.document_id as documentId',
      'document.friendly_name as documentName',
      isDocumentGone,
      isCorrected(conversationId),
      sql<string>`trim(concat(provider.first_name, ' ', provider.last_name))`.as('senderName'),
    ])
    .where('message.conversation_id', '=', conversationId)
    .orderBy('message.message_id', 'desc');
export type OwnRow = Awaited<ReturnType<ReturnType<typeof messagesOf>['executeTakeFirstOrThrow']>>;

/** Whoever takes part, is at work and sees the patient. */
const carers = (tx: Tx, conversationId: number, now: Date) =>
  tx
    .selectFrom('conversation_member as member')
    .innerJoin('conversation', 'conversation.conversation_id', 'member.conversation_id')
    .where(caresFor(sql.ref('member.provider_id'), now))
    .where('member.conversation_id', '=', conversationId);

/** First names with the rest, of whoever takes part, is at work and sees the patient; empty where nobody is left. */
export async function careTeamOf(tx: Tx, conversationId: number, now: Date): Promise<string> {
  const rows = await carers(tx, conversationId, now)
    .innerJoin('provider', 'provider.provider_id', 'member.provider_id')
    .select(sql<string>`trim(concat(provider.first_name, ' ', provider.last_name))`.as('name'))
    .orderBy('member.joined_at')
    .orderBy('member.provider_id')
    .execute();
  return rows.map(({ name }) => name.replaceAll(',', '')).join(', ');
}

/** A document that was sent into this conversation. */
export const findDocument = (tx: Tx, conversationId: number, documentId: number) =>
  tx
    .selectFrom('conversation_message as message')
    .innerJoin('document', 'document.document_id', 'message.document_id')
    .innerJoin('stored_file as file', 'file.file_id', 'document.file_id')
    .select(['document.friendly_name as name', 'file.type as contentType', isCorrected(conversationId)])
    .where('message.conversation_id', '=', conversationId)
    .where('message.document_id', '=', documentId)
    .where('document.removed_at', 'is', null)
    .executeTakeFirst();
