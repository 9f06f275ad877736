/** What the menu says of conversations on every page: by itself, so that no page loads the other calls for it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../wire.ts';
import { conversationAccess as access, sentences } from './rules.ts';

const cp_id = recordId('provider');

/** How many unread messages, and conversations that nobody looks after or that they are to answer, wait for somebody; each is counted up to `most.counted`. */
export const countWaiting = endpoint({
  method: 'GET',
  path: '/conversations/waiting',
  summary: 'A person counts what waits for them in conversations',
  access,
  query: z.strictObject({ cp_id }),
  reply: z.object({
    unreadMessages: z.number(),
    unreadConversations: z.number(),
    unassigned: z.number(),
    /** Those that were given to them, whose patient has written since the last answer. */
    unanswered: z.number().optional(),
  }),
  failure: sentences.loadFailed,
});
