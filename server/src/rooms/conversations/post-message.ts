import type { Message } from '@portal/contract/conversations/shapes.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { givenInEmergency } from '#rooms/care-groups/door.ts';
import { findVisible } from '#rooms/documents/door.ts';
import { portalItself, tellGroups } from '#rooms/schedules/door.ts';
import { hashOfText } from './hash-text.ts';
import { planNotice } from './patient/tell-patients.ts';
import { presentMessage } from './present.ts';
import { type Held, holdOfMember, messagesByIds } from './queries.ts';
import { release } from './release-conversations.ts';
import { memberIdsOf, noConversation, seenInEmergencyAlone } from './sight.ts';

export interface NewMessage {
  conversationId: number;
  text: string;
  /** A repeat with the same key stores and tells nothing more. */
  clientKey?: string | undefined;
  /** The time that the sender's device said; the server's own counts. */
  claimedAt?: Date | undefined;
  documentId?: number | undefined;
}

/** A member writes (OPC-74). Foreign and unknown conversations are refused alike. */
export async function postMessage(act: Act, message: NewMessage): Promise<Message> {
  const { tx, viewer } = act;
  const conversation = await holdOfMember(tx, viewer, message.conversationId);
  if (!conversation) throw noConversation();
  if (message.documentId !== undefined) {
    await refuseOtherDocuments(act, conversation, message.documentId);
    await refuseLasting(act, conversation);
  }
  const { msgId } = await storeMessage(act, { ...message, conversation, providerId: viewer.providerId });
  act.logRead('patient', [conversation.patientId]);
  const [row] = await messagesByIds(tx, viewer.providerId, [msgId]);
  if (!row) throw new Error(`message ${msgId} is gone`);
  return presentMessage(row);
}

/** Stores what a provider or, without one, the patient wrote into a conversation that is held, and tells its members. */
export async function storeMessage(
  act: Act<Actor>,
  given: Omit<NewMessage, 'conversationId'> & { conversation: Held; providerId: number | null },
): Promise<{ msgId: number; isNew: boolean }> {
  const { tx, now, record, announce } = act;
  const { conversation, providerId, clientKey } = given;
  const { conversationId, companyId, patientId } = conversation;
  const stored = clientKey === undefined ? undefined : await findByKey(tx, conversationId, providerId, clientKey);
  if (stored) return { msgId: stored.id, isNew: false };
  const isByPatient = providerId === null;
  const at = now();
  if (conversation.state === 'closed' && !isByPatient) throw fail('conversation.closed');
  const { id: msgId } = await tx
    .insertInto('conversation_message')
    .values({
      company_id: companyId,
      conversation_id: conversationId,
      provider_id: providerId,
      body: given.text,
      client_key: clientKey ?? null,
      sent_at: at,
      claimed_at: given.claimedAt ?? null,
      document_id: given.documentId ?? null,
    })
    .returning('message_id as id')
    .executeTakeFirstOrThrow();
  // Who closed it was done with it, and may be away: it is nobody's again, and waits for whoever takes it.
  const opens = conversation.state === 'closed';
  await tx
    .updateTable('conversation')
    .set((eb) => ({
      latest_at: at,
      ...(opens ? { state: 'open', assigned_to: null, version: eb('version', '+', 1) } : {}),
    }))
    .where('conversation_id', '=', conversationId)
    .execute();
  await record({
    action: isByPatient ? 'conversation.message_sent_by_patient' : 'conversation.message_sent',
    record: { kind: 'conversation_message', id: msgId },
    changes: [
      { field: 'conversation_id', new: conversationId },
      { field: 'patient_id', new: patientId },
      { field: 'sha256', new: hashOfText(msgId, given.text) },
      { field: 'sent_at', new: at },
      ...(given.documentId === undefined ? [] : [{ field: 'document_id', new: given.documentId }]),
    ],
  });
  if (opens)
    await record({
      action: 'conversation.reopened',
      record: { kind: 'conversation', id: conversationId },
      changes: changesBetween(
        { state: 'closed', assigned_to: conversation.assignedTo },
        { state: 'open', assigned_to: null },
      ),
    });
  const people = await memberIdsOf(act, conversationId);
  await announce({ type: 'conversation.message', id: msgId, people, of: { conversation: conversationId } });
  if (isByPatient) {
    await release(actOf(tx, act, { ...portalItself, companyId }), [conversationId]);
    await tellGroups(act, 'inbox.changed', conversationId, [patientId]);
  } else await planNotice(act, [conversationId]);
  return { msgId, isNew: true };
}

const findByKey = (tx: Tx, conversationId: number, providerId: number | null, clientKey: string) =>
  tx
    .selectFrom('conversation_message')
    .select('message_id as id')
    .where('conversation_id', '=', conversationId)
    .where('client_key', '=', clientKey)
    .where('provider_id', providerId === null ? 'is' : '=', providerId)
    .executeTakeFirst();

/** Whoever takes part for good keeps what is sent: nobody brings there what they see by emergency access alone (PRV-11). */
async function refuseLasting(act: Act, { conversationId, patientId }: Held): Promise<void> {
  if ((await seenInEmergencyAlone(act, [patientId])).size === 0) return;
  const lasting = await act.tx
    .selectFrom('conversation_member')
    .select('provider_id')
    .where('conversation_id', '=', conversationId)
    .where('provider_id', '=', act.viewer.providerId)
    .where('in_emergency', '=', false)
    .executeTakeFirst();
  if (lasting) throw givenInEmergency('this document');
}

/** Only a document of this patient, that the sender may open, is sent: the other members see it with the patient. */
async function refuseOtherDocuments({ tx, viewer }: Act, { patientId }: Held, documentId: number): Promise<void> {
  const isTheirs = await tx
    .selectFrom('patient_document')
    .select('document_id')
    .where('patient_id', '=', patientId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  if (!isTheirs || !(await findVisible(tx, viewer, documentId))) throw fail('conversation.document');
}
