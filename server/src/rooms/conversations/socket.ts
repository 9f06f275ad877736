/** What conversations take and tell over the socket (SOC, OPC-73). */
import { conversationAccess } from '@portal/contract/conversations/rules.ts';
import * as socket from '@portal/contract/conversations/socket.ts';
import { z } from 'zod';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import type { StoredEvent } from '#platform/events/events.ts';
import type { House } from '#platform/http/calls.ts';
import type { ToTell } from '#platform/http/duties.ts';
import { refuseOthers } from './cp-id.ts';
import { markRead } from './mark-read.ts';
import { postBroadcast } from './post-broadcast.ts';
import { postMessage } from './post-message.ts';
import { presentMessage } from './present.ts';
import { messagesByIds } from './queries.ts';
import { isMember, type Looker, membersOf, noConversation } from './sight.ts';

export function talk({ takes, tells, clock }: Pick<House, 'takes' | 'tells' | 'clock'>): void {
  takes(socket.personal, async ({ viewer, body }) => {
    refuseOthers(viewer, body);
    return { cpId: body };
  });
  takes(socket.joinConversations, async ({ act, viewer, body }) => {
    const asked = [...new Set(body)];
    const joined = await ownAmong(act.tx, viewer, asked);
    if (joined.length < asked.length) throw noConversation();
    return { joined: asked };
  });
  takes(socket.newConversation, async ({ act, viewer, body }) => {
    const conv_id = typeof body === 'number' ? body : body.conv_id;
    if ((await ownAmong(act.tx, viewer, [conv_id])).length === 0) throw noConversation();
    return { conv_id };
  });
  takes(socket.chatMessage, ({ act, viewer, body }) => {
    refuseOthers(viewer, body.cp_id);
    const { conv_id: conversationId, message: text, clientKey, timeSent: claimedAt } = body;
    return postMessage(act, { conversationId, text, clientKey, claimedAt });
  });
  takes(socket.broadcastToAll, ({ act, viewer, body }) => {
    refuseOthers(viewer, body.cp_id);
    const { rollup_id: broadcastId, message: text, clientKey, timeSent: claimedAt } = body;
    return postBroadcast(act, { broadcastId, text, clientKey, claimedAt });
  });
  takes(socket.messageRead, async ({ act, viewer, body }) => {
    refuseOthers(viewer, body.cp_id);
    const { messageIds } = await markRead(act, { conversationId: body.conv_id, messageIds: body.msgIds });
    return { conv_id: body.conv_id, msgIds: messageIds };
  });

  tells('conversation.message', async (tx, toTell) => {
    const hearers = await atWork(tx, clock.now(), toTell);
    const heard = toTell.filter(({ event }) => hearers.of(event).length > 0);
    const rows =
      heard.length === 0
        ? []
        : await messagesByIds(
            tx,
            0,
            heard.map(({ event }) => event.id),
          );
    const byId = new Map(rows.map((row) => [row.msgId, row]));
    return heard.flatMap(({ event }) => {
      const row = byId.get(event.id);
      if (!row) return [];
      return hearers.of(event).map((providerId) => ({
        eventId: event.eventId,
        providerId,
        name: 'new message',
        content: z.encode(socket.told['new message'], presentMessage({ ...row, readByMe: row.cpId === providerId })),
        once: `message ${event.id}`,
        patientId: row.uId,
      }));
    });
  });
  tells('conversation.read', async (tx, toTell) => {
    const hearers = await atWork(tx, clock.now(), toTell);
    return toTell.flatMap(({ event }) => {
      const { eventId, of } = event;
      const content = { conv_id: of.conversation, msgIds: of.messages, cp_id: of.by, msgRead: true };
      return hearers.of(event).map((providerId) => ({ eventId, providerId, name: 'message updated', content }));
    });
  });
  tells('conversation.created', async (tx, toTell) => {
    const hearers = await atWork(tx, clock.now(), toTell);
    return toTell.flatMap(({ event }) =>
      hearers.of(event).flatMap((providerId) =>
        (['conversation created', 'new conversation'] as const).map((name) => ({
          eventId: event.eventId,
          providerId,
          name,
          content: event.id,
          once: `${name} ${event.id}`,
        })),
      ),
    );
  });
}

const ownAmong = (tx: Tx, viewer: Looker, conversationIds: readonly number[]) =>
  tx
    .selectFrom('conversation')
    .select('conversation.conversation_id as id')
    .where('conversation.conversation_id', '=', anyOf(conversationIds))
    .where(isMember(viewer, 'conversation.conversation_id'))
    .execute();

/** An event of a conversation: it is the record itself, or the event says which one. */
type OfConversation = StoredEvent & { of?: { conversation: number } };

/** Of the people of each event, those who may still take part at this moment. */
async function atWork(tx: Tx, now: Date, toTell: readonly ToTell<OfConversation>[]) {
  const people = [...new Set(toTell.flatMap((one) => one.people))];
  const rows = await tx
    .selectFrom('provider')
    .innerJoin('company_module', 'company_module.company_id', 'provider.company_id')
    .select('provider_id as id')
    .where('provider_id', '=', anyOf(people))
    .where('is_active', '=', true)
    .where('type', '=', anyText(conversationAccess.types))
    .where('company_module.name', '=', conversationAccess.module)
    .execute();
  const here = new Set(rows.map(({ id }) => id));
  const members = await membersOf({ tx, now: () => now }, [
    ...new Set(toTell.map(({ event }) => conversationOf(event))),
  ]);
  const of = (event: OfConversation): number[] => {
    const takePart = members.get(conversationOf(event)) ?? [];
    return takePart.filter((id) => here.has(id) && event.people?.includes(id));
  };
  return { of };
}

const conversationOf = ({ id, of }: OfConversation): number => of?.conversation ?? id;
