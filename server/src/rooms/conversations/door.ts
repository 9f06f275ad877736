/** What later rooms, demo data and commands may use of the conversations. */
export { createConversation } from './create-conversation.ts';
export { hashOfText } from './hash-text.ts';
export { setConversationState } from './inbox.ts';
export { markRead, markReadByPatient } from './mark-read.ts';
export { postMessage, storeMessage } from './post-message.ts';
export { deliver, postBroadcast } from './post-broadcast.ts';
export { unreadConversations } from './page.ts';
export { holdAnywhere as holdConversation } from './queries.ts';
