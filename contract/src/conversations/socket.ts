/** What goes over the socket in conversations (SOC, OPC-73). The names are the seed's. */
import { z } from 'zod';
import { socketCall } from '../socket-call.ts';
import { instant, recordId } from '../wire.ts';
import { conversationAccess as access, most } from './rules.ts';
import { clientKey, message, messageText } from './shapes.ts';

const cp_id = recordId('provider');
const conv_id = recordId('conversation');
/** SOC-06. */
const refusedAs = 'conversation-error';

/** The personal channel: the number that is given must be one's own. */
export const personal = socketCall({
  name: 'cpId',
  access,
  refusedAs,
  body: cp_id,
  reply: z.object({ cpId: z.number() }),
});
export const joinConversations = socketCall({
  name: 'join conversations',
  access,
  refusedAs,
  body: z.array(conv_id).max(most.idsAtOnce),
  reply: z.object({ joined: z.array(z.number()) }),
});
/** After the POST: whoever takes part hears of it, once. Clients of before send the number in an object. */
export const newConversation = socketCall({
  name: 'new conversation',
  access,
  refusedAs,
  body: z.union([conv_id, z.strictObject({ conv_id })], 'must be the number of a conversation'),
  reply: z.object({ conv_id: z.number() }),
});
/** OPC-74: stored, acknowledged with the stored message, and told to all members, the sender too. */
export const chatMessage = socketCall({
  name: 'chat message',
  access,
  refusedAs,
  body: z.strictObject({
    conv_id,
    cp_id,
    message: messageText,
    timeSent: instant.optional(),
    clientKey: clientKey.optional(),
  }),
  reply: message,
});
/** OPC-75: to every patient of a broadcast; the acknowledgement is the stored message of the broadcast. */
export const broadcastToAll = socketCall({
  name: 'broadcast',
  access,
  refusedAs,
  body: z.strictObject({
    rollup_id: recordId('broadcast'),
    cp_id,
    message: messageText,
    timeSent: instant.optional(),
    clientKey: clientKey.optional(),
  }),
  reply: z.object({ rollupId: z.number(), broadcastId: z.number(), message: z.string(), timeSent: instant }),
});
/** SOC-03. */
export const messageRead = socketCall({
  name: 'message read',
  access,
  refusedAs,
  body: z.strictObject({
    conv_id,
    cp_id,
    msgIds: z.array(recordId('conversation_message')).min(1).max(most.idsAtOnce),
    msgRead: z.union([z.literal([true, 1]), z.literal('1')]).optional(),
  }),
  reply: z.object({ conv_id: z.number(), msgIds: z.array(z.number()) }),
});

/** What the server sends: to members alone. */
export const told = {
  'new message': message,
  'message updated': z.object({
    conv_id: z.number(),
    msgIds: z.array(z.number()),
    /** Null where the patient read them. */
    cp_id: z.number().nullable(),
    msgRead: z.literal(true),
  }),
  'conversation created': z.number(),
  'new conversation': z.number(),
} as const;
