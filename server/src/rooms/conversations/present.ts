import type { Conversation, Message, Recipient } from '@portal/contract/conversations/shapes.ts';
import type { RecipientRow } from './broadcast-queries.ts';
import type { ConversationRow, MessageRow } from './queries.ts';
import type { Untold } from './untold.ts';

export const presentConversation = ({
  assignedTo,
  assignedName,
  foundId,
  foundAt,
  foundText,
  bornOn,
  ...row
}: Untold<ConversationRow>): Conversation => ({
  ...row,
  ...(bornOn !== null && { dob: bornOn }),
  state: row.state === 'closed' ? 'closed' : 'open',
  assignedTo: assignedTo === null ? null : { cpId: assignedTo, name: assignedName },
  ...(foundId && foundAt ? { foundMessage: { msgId: foundId, text: foundText ?? '', timeSent: foundAt } } : {}),
});

export const presentRecipient = ({ bornOn, ...row }: Untold<RecipientRow>): Recipient => ({
  ...row,
  ...(row.seesPatient && { dob: bornOn }),
});

/** OPC-76: with the double names. */
export const presentMessage = (row: MessageRow): Message => ({
  msgId: row.msgId,
  convId: row.convId,
  msgBody: row.body,
  message: row.body,
  senderName: row.senderName,
  timeCreated: row.sentAt,
  timeSent: row.sentAt,
  readByProvider: row.readByProvider,
  readByPatient: row.readByPatient,
  readByMe: row.readByMe,
  cpId: row.cpId,
  uId: row.uId,
  clientKey: row.clientKey,
  document: row.documentId === null ? null : { docId: row.documentId, name: row.documentName ?? '' },
  ...(row.isDocumentGone && { isDocumentGone: true as const }),
});
