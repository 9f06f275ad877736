/** Conversations between providers and a patient (CHT, CAF-01, CAF-05, CAF-06) and the inbox of the team. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, instant, recordId, text, whole } from '../wire.ts';
import { conversationAccess as access, longest, most, scopes, sentences, states } from './rules.ts';
import { clientKey, conversation, message, msgLimit, msgStart, topic } from './shapes.ts';

const cp_id = recordId('provider');
const conv_id = recordId('conversation');
const version = whole.optional();

/** CHT-03: those with the newest activity first; `search` looks at topics, names of patients and, from three letters, messages. */
export const listConversations = endpoint({
  method: 'GET',
  path: '/conversations/care-providers',
  summary: 'A person lists conversations',
  access,
  query: z.strictObject({
    cp_id,
    scope: z.enum(scopes).optional(),
    state: z.enum(states).optional(),
    search: text(200).optional(),
    u_id: recordId('patient').optional(),
    /** The list goes on below this conversation. */
    after: conv_id.optional(),
  }),
  atMost: most.conversations,
  reply: z.object({ conversations: z.array(conversation) }),
  failure: sentences.loadFailed,
});

/** One conversation as the list has it, such as one that a link leads to; how many wait in the inbox is counted with it. */
export const readConversation = endpoint({
  method: 'GET',
  path: '/conversations/conversation',
  summary: 'A person reads which conversation a number is',
  access,
  query: z.strictObject({ conv_id, cp_id }),
  reply: z.object({ conversation }),
  failure: sentences.loadFailed,
});

/** CHT-04, OPC-78: newest first; `msg_start` is how many of the newest are left out. For members alone. */
export const listMessages = endpoint({
  method: 'GET',
  path: '/conversations/messages',
  summary: 'A member reads the messages of a conversation',
  access,
  query: z.strictObject({ conv_id, cp_id, msg_start: msgStart.optional(), msg_limit: msgLimit.optional() }),
  reply: z.object({ messages: z.array(message) }),
  failure: sentences.loadFailed,
});

/** CHT-15, OPC-75: with more than one patient there is one conversation for each, joined by a broadcast. */
export const createConversation = endpoint({
  method: 'POST',
  path: '/conversations',
  summary: 'A person starts a conversation, or a broadcast to several patients',
  access,
  creates: true,
  isCostly: true,
  body: z.strictObject({
    cp_id,
    timeCreated: instant.optional(),
    topic,
    uIds: z.array(recordId('patient')).min(1, 'is required').max(most.patients),
    cpIds: z.array(cp_id).min(1, 'is required').max(most.providers),
  }),
  reply: z.object({
    message: z.string(),
    convId: z.number(),
    rollupId: z.number().nullable(),
    participants: z.object({ uIds: z.array(z.number()), cpIds: z.array(z.number()) }),
  }),
  failure: sentences.createFailed,
});

/** The same as `chat message` over the socket, with a document of the patient that the members may see. */
export const attachDocument = endpoint({
  method: 'POST',
  path: '/conversations/document',
  summary: 'A member sends a document of the patient into a conversation',
  access,
  creates: true,
  body: z.strictObject({
    conv_id,
    cp_id,
    docId: recordId('document'),
    message: text(longest.message).optional(),
    clientKey: clientKey.optional(),
  }),
  reply: z.object({ message }),
  /** The message is read anew, by whoever still may. */
  keepsOfAnswer: () => null,
  failure: sentences.sendFailed,
});

/** Nobody where `assignee` is null. Whoever takes or is given a conversation is a member from then on. */
export const assignConversation = endpoint({
  method: 'POST',
  path: '/conversations/assign',
  summary: 'A person takes a conversation, gives it to a colleague, or gives it back',
  access,
  /** Its answer tells of a patient, and is kept nowhere to be given again. */
  keyless: true,
  body: z.strictObject({ conv_id, cp_id, assignee: cp_id.nullable(), version }),
  reply: z.object({ conversation }),
  failure: 'Unable to assign the conversation.',
});

/** A closed conversation takes no messages of providers; a patient's message opens it again. */
export const setConversationState = endpoint({
  method: 'POST',
  path: '/conversations/state',
  summary: 'A member closes a conversation or opens it again',
  access,
  /** Its answer tells of a patient, and is kept nowhere to be given again. */
  keyless: true,
  body: z.strictObject({
    conv_id,
    cp_id,
    state: z.enum(states),
    version,
    /** The newest message that whoever closes it had seen by then, 0 for none: one that the patient wrote later is read first. */
    seenTo: whole.optional(),
  }),
  reply: z.object({ conversation }),
  failure: 'Unable to change the conversation.',
});

/** What a message about to be sent to these patients, or to those of these groups, reaches. */
export const previewRecipients = endpoint({
  method: 'POST',
  path: '/conversations/recipients',
  summary: 'A person sees whom a broadcast would reach',
  access,
  body: z.strictObject({
    cp_id,
    gIds: z.array(recordId('care_group')).max(100).optional(),
    uIds: z.array(recordId('patient')).max(most.patients).optional(),
  }),
  reply: z.object({
    recipients: z.array(z.object({ uId: z.number(), name: z.string(), dob: day.optional(), isReachable: z.boolean() })),
    /** Patients of the groups who are not active; of whom only who has root access learns (PST-07). */
    leftOut: z.number(),
    /** More than one broadcast reaches. */
    isTooMany: z.boolean(),
  }),
  failure: 'Unable to preview the recipients.',
});
