/** A message to every patient of a broadcast (OPC-75): stored once, and then put into each of its conversations in the background. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Act } from '#platform/act/act.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { job } from '#platform/jobs/job.ts';
import type { Run } from '#platform/http/duties.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { hashOfText } from './hash-text.ts';
import { hasMessaging } from './patient/links.ts';
import { planNotice } from './patient/tell-patients.ts';
import { isOwnBroadcast, membersOf, noConversation, takesPartInBroadcastAt } from './sight.ts';

export const deliverBroadcast = job({
  name: 'deliver-broadcast',
  payload: z.object({ broadcastMessageId: z.int() }),
  retry: { limit: 10, delaySeconds: 5 },
});

/** SEC-36: so many messages to all a person sends in this time. */
const mostToAll = 20;
const windowMs = 15 * 60_000;

export interface NewBroadcastMessage {
  broadcastId: number;
  text: string;
  /** A repeat with the same key stores and tells nothing more. */
  clientKey?: string | undefined;
  claimedAt?: Date | undefined;
}

export async function postBroadcast(act: Act, { broadcastId, text, clientKey, claimedAt }: NewBroadcastMessage) {
  const { tx, viewer, now, record, announce, enqueue } = act;
  const { providerId } = viewer;
  const broadcast = await tx
    .selectFrom('broadcast')
    .select('broadcast_id as id')
    .where('broadcast_id', '=', broadcastId)
    .where(isOwnBroadcast(viewer))
    .forNoKeyUpdate('broadcast')
    .executeTakeFirst();
  if (!broadcast) throw noConversation();
  if (clientKey !== undefined) {
    const stored = await tx
      .selectFrom('broadcast_message')
      .select(['broadcast_message_id as broadcastId', 'body as message', 'sent_at as timeSent'])
      .where('broadcast_id', '=', broadcastId)
      .where('provider_id', '=', providerId)
      .where('client_key', '=', clientKey)
      .executeTakeFirst();
    if (stored) return { rollupId: broadcastId, ...stored };
  }
  await refuseTooMany(act);
  const reaches = await conversationsInSight(act, broadcastId);
  const at = now();
  const { id } = await tx
    .insertInto('broadcast_message')
    .values({
      company_id: viewer.companyId,
      broadcast_id: broadcastId,
      provider_id: providerId,
      body: text,
      client_key: clientKey ?? null,
      sent_at: at,
      claimed_at: claimedAt ?? null,
      reaches,
    })
    .returning('broadcast_message_id as id')
    .executeTakeFirstOrThrow();
  await tx.updateTable('broadcast').set({ latest_at: at }).where('broadcast_id', '=', broadcastId).execute();
  await record({
    action: 'broadcast.message_sent',
    record: { kind: 'broadcast_message', id },
    changes: [
      { field: 'broadcast_id', new: broadcastId },
      { field: 'sha256', new: hashOfText(id, text) },
    ],
  });
  await announce(await changed(act, broadcastId));
  await enqueue(deliverBroadcast, { broadcastMessageId: id });
  return { rollupId: broadcastId, broadcastId: id, message: text, timeSent: at };
}

async function refuseTooMany({ tx, viewer, now }: Act): Promise<void> {
  // Messages to several broadcasts at once hold nothing in common but their sender.
  await holdName(tx, `messages to all of ${viewer.providerId}`);
  const since = now().getTime() - windowMs;
  const first = await tx
    .selectFrom('broadcast_message')
    .select('sent_at as sentAt')
    .where('provider_id', '=', viewer.providerId)
    .where('sent_at', '>', new Date(since))
    .orderBy('sent_at', 'desc')
    .offset(mostToAll - 1)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  const seconds = Math.ceil((first.sentAt.getTime() - since) / 1_000);
  const minutes = Math.ceil(seconds / 60);
  // Over the socket the sentence is all that tells how long.
  throw new Failed('too_many', {
    retryAfter: seconds,
    sentence: `You have sent many messages to all. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  });
}

/** Those of the patients whom the sender may see now: a group that was lost takes its patients along. Null is all of them. */
async function conversationsInSight({ tx, viewer }: Act, broadcastId: number): Promise<number[] | null> {
  const rows = await tx
    .selectFrom('conversation')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .select([
      'conversation.conversation_id as id',
      sql<boolean>`${patientInSight(viewer, 'conversation.patient_id')}`.as('isInSight'),
    ])
    .where('conversation.broadcast_id', '=', broadcastId)
    .where('patient.removed_at', 'is', null)
    .orderBy('conversation.conversation_id')
    .execute();
  const seen = rows.filter(({ isInSight }) => isInSight);
  if (seen.length === 0) throw fail('conversation.nobody_in_sight');
  return seen.length === rows.length ? null : seen.map(({ id }) => id);
}

async function changed({ tx, now }: Pick<Act<Actor>, 'tx' | 'now'>, broadcastId: number) {
  const { rows } = await sql<{ id: number }>`
    select m.provider_id as id from broadcast_member m
    where m.broadcast_id = ${broadcastId} and ${takesPartInBroadcastAt(now())}
    order by 1`.execute(tx);
  return { type: 'broadcast.changed' as const, id: broadcastId, people: rows.map(({ id }) => id) };
}

const portion = 50;

/**
 * Puts it into the conversations that do not have it yet, a few in each transaction: a run that was killed goes on where it was. A
 * patient who is not active any more gets nothing, and nobody does once the company has lost the module (SEC-24).
 */
export async function deliver(broadcastMessageId: number, { act }: Run): Promise<void> {
  while (await act((one) => deliverNext(one, broadcastMessageId)));
}

/** Messages of one broadcast come in their order, whichever job is run first: the oldest that is not delivered yet goes on. */
async function holdOldest(tx: Tx, askedId: number) {
  // Of two runs at once the second one finds what the first one has done.
  const broadcast = await tx
    .selectFrom('broadcast')
    .select('broadcast_id as id')
    .where((eb) =>
      eb(
        'broadcast_id',
        '=',
        eb
          .selectFrom('broadcast_message')
          .select('broadcast_id')
          .where('broadcast_message_id', '=', askedId)
          .where('delivered_at', 'is', null),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!broadcast) return undefined;
  return tx
    .selectFrom('broadcast_message')
    .select([
      'broadcast_message_id as id',
      'broadcast_id as broadcastId',
      'company_id as companyId',
      'provider_id as providerId',
      'body',
      'reaches',
    ])
    .where('broadcast_id', '=', broadcast.id)
    .where('broadcast_message_id', '<=', askedId)
    .where('delivered_at', 'is', null)
    .orderBy('broadcast_message_id')
    .limit(1)
    .executeTakeFirst();
}

async function deliverNext(act: Act<Actor>, askedId: number): Promise<boolean> {
  const { tx, now, record, announce } = act;
  const message = await holdOldest(tx, askedId);
  if (!message) return false;
  const { id, reaches } = message;
  const conversations = await tx
    .selectFrom('conversation')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .select(['conversation.conversation_id as id', 'conversation.state'])
    .where('conversation.broadcast_id', '=', message.broadcastId)
    .where('patient.status', '=', 'active')
    .where('patient.removed_at', 'is', null)
    .where(hasMessaging('conversation.company_id'))
    .$if(reaches !== null, (query) => query.where('conversation.conversation_id', '=', anyOf(reaches ?? [])))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('conversation_message as told')
            .select('told.message_id')
            .where('told.broadcast_message_id', '=', id)
            .whereRef('told.conversation_id', '=', 'conversation.conversation_id'),
        ),
      ),
    )
    .orderBy('conversation.conversation_id')
    .limit(portion)
    .forNoKeyUpdate('conversation')
    .execute();
  const at = now();
  if (conversations.length === 0) {
    await record({
      action: 'broadcast.delivered',
      record: { kind: 'broadcast_message', id },
      changes: [{ field: 'delivered_at', new: at }],
    });
    await tx
      .updateTable('broadcast_message')
      .set({ delivered_at: at })
      .where('broadcast_message_id', '=', id)
      .execute();
    await announce(await changed(act, message.broadcastId));
    return id < askedId;
  }
  const ids = conversations.map((one) => one.id);
  const stored = await insertRows(
    tx,
    'conversation_message',
    ids.map((conversationId) => ({
      company_id: message.companyId,
      conversation_id: conversationId,
      provider_id: message.providerId,
      body: message.body,
      sent_at: at,
      broadcast_message_id: id,
    })),
  )
    .returning(['message_id as msgId', 'conversation_id as conversationId'])
    .execute();
  // What goes to everybody goes into closed ones too, and opens them.
  await tx.updateTable('conversation').set({ latest_at: at }).where('conversation_id', '=', anyOf(ids)).execute();
  await reopen(
    act,
    conversations.filter(({ state }) => state === 'closed').map((one) => one.id),
  );
  await record({
    action: 'broadcast.delivered',
    record: { kind: 'broadcast_message', id },
    changes: [{ field: 'conversation_ids', new: ids }],
  });
  await planNotice(act, ids);
  const members = await membersOf(act, ids);
  await announce(
    ...stored
      .toSorted((a, b) => a.msgId - b.msgId)
      .map(({ msgId, conversationId }) => ({
        type: 'conversation.message' as const,
        id: msgId,
        people: members.get(conversationId) ?? [],
        of: { conversation: conversationId },
      })),
  );
  return true;
}

async function reopen({ tx, record }: Act<Actor>, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('conversation')
    .set((eb) => ({ state: 'open', version: eb('version', '+', 1) }))
    .where('conversation_id', '=', anyOf(ids))
    .execute();
  await record(
    ...ids.map((id) => ({
      action: 'conversation.reopened' as const,
      record: { kind: 'conversation' as const, id },
      changes: [{ field: 'state', old: 'closed', new: 'open' }],
    })),
  );
}
