/** The page of conversations, as the server answers it. */
import * as broadcasting from '@portal/contract/conversations/broadcast-endpoints.ts';
import * as api from '@portal/contract/conversations/endpoints.ts';
import type { Broadcast, Conversation, Message, Recipient } from '@portal/contract/conversations/shapes.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import type { Viewer } from '#api/session.ts';
import Chat from '#pages/Chat.tsx';
import { nurse } from './patients.tsx';
import { type Call, type Reply, renderPage } from './portal.tsx';

export const talker = { ...nurse, modules: [...(nurse.modules ?? []), 'Messaging'] } as Partial<Viewer>;
export const me = 3;

export const aConversation = (more: Partial<Conversation> = {}): Conversation => ({
  convId: 7,
  careProviders: 'Nora Nurse, Ingrid Solberg',
  patientName: 'Grace Hopper',
  topic: 'Refill',
  uId: 31,
  unreadMsgCount: 0,
  latestTimeStamp: new Date(2026, 0, 3, 16, 5),
  latestMessage: 'Good morning',
  state: 'open',
  assignedTo: { cpId: me, name: 'Nora Nurse' },
  isMember: true,
  seesPatient: true,
  untold: null,
  rollupId: null,
  version: 1,
  ...more,
});
export const aMessage = (msgId: number, more: Partial<Message> = {}): Message => {
  const said = more.message ?? `Message ${msgId}`;
  const at = new Date(2026, 0, 3, 9, msgId);
  return {
    msgId,
    convId: 7,
    msgBody: said,
    message: said,
    senderName: 'Ingrid Solberg',
    timeCreated: at,
    timeSent: at,
    readByProvider: true,
    readByPatient: false,
    readByMe: true,
    cpId: 99,
    uId: 31,
    clientKey: null,
    document: null,
    ...more,
  };
};
/** As it comes over the line. */
export const onWire = (message: Message) => ({
  ...message,
  timeCreated: message.timeCreated.toISOString(),
  timeSent: message.timeSent.toISOString(),
});
export const aBroadcast = (more: Partial<Broadcast> = {}): Broadcast => ({
  rollupId: 5,
  broadcastId: 50,
  topic: 'Vaccines',
  numOfParticipants: 8,
  numOfPatients: 6,
  timeCreated: new Date(2026, 0, 3, 16, 5),
  message: 'We are closed on Monday',
  ...more,
});
export const aRecipient = (uId: number, more: Partial<Recipient> = {}): Recipient => ({
  uId,
  patientName: `Patient ${uId}`,
  convId: 700 + uId,
  seesPatient: true,
  state: 'delivered',
  deliveredAt: new Date(2026, 0, 3, 16, 5),
  readAt: null,
  isLate: false,
  untold: null,
  ...more,
});

/** Answers pages of these messages, the oldest first as they are given. */
export const pagesOf =
  (...messages: Message[]) =>
  ({ query }: Call) => ({
    messages: messages.toReversed().slice(query.msg_start ?? 0, (query.msg_start ?? 0) + (query.msg_limit ?? 25)),
  });

export function openChat(
  given: {
    rows?: Conversation[];
    messages?: Message[];
    replies?: Reply[];
    route?: string;
    viewer?: Partial<Viewer>;
  } = {},
) {
  const rows = given.rows ?? [aConversation()];
  return renderPage(<Chat />, {
    viewer: { ...talker, ...given.viewer },
    route: given.route ?? '/chat',
    replies: [
      [listCareGroups, { groups: null }],
      [api.listConversations, { conversations: rows }],
      [
        api.readConversation,
        ({ query }: Call) => ({
          conversation:
            rows.find(({ convId }) => convId === query.conv_id) ?? rows[0] ?? aConversation({ convId: query.conv_id }),
        }),
      ],
      [api.listMessages, pagesOf(...(given.messages ?? [aMessage(1)]))],
      [broadcasting.listBroadcasts, { broadcasts: [] }],
      ...(given.replies ?? []),
    ],
  });
}
