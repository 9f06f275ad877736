/** The patient's side: behind the link of a notice, without sign-in, one conversation and nothing else. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, instant, recordId, text } from '../wire.ts';
import { clientKey, isDocumentGone, messageText, msgLimit, msgStart, seenTo } from './shapes.ts';

/** In the body, so that it stands in no log of addresses. */
const code = text(200);
/** What the date of birth opened. */
const pass = text(200);

/** Whether a later document in the patient's record corrects it (P11-08). */
const isCorrected = z.boolean().optional();

/** `isOwn` says that the patient wrote it. */
const patientMessage = z.object({
  msgId: z.number(),
  message: z.string(),
  senderName: z.string(),
  timeSent: instant,
  isOwn: z.boolean(),
  isReadByCareTeam: z.boolean(),
  document: z.object({ docId: z.number(), name: z.string(), isCorrected }).nullable(),
  isDocumentGone,
});

export const lookAtConversation = endpoint({
  method: 'POST',
  path: '/respond/conversation',
  summary: 'A patient looks whether a link to a conversation can still be used',
  access: 'open',
  body: z.strictObject({ code }),
  reply: z.object({ isOpen: z.literal(true), triesLeft: z.int() }),
});
export const openConversation = endpoint({
  method: 'POST',
  path: '/respond/conversation/open',
  summary: 'A patient opens the conversation of a link by their date of birth',
  access: 'open',
  body: z.strictObject({ code, birthDate: day }),
  reply: z.object({
    pass: z.string(),
    topic: z.string(),
    careTeam: z.string(),
    /** Whether the patient takes text messages; null where they are sent none. */
    takesTexts: z.boolean().nullish(),
    /** The page may say which messages it has shown (`seenTo`): a server of the release before refuses that. */
    hearsWhatWasShown: z.literal(true).optional(),
  }),
});
/**
 * Newest first. Of these messages those up to `seenTo` count as read by the patient: whoever asks has shown them already, and asks once more
 * after it has shown others. Pages of the release before do not say it, and read what they are answered.
 */
export const readOwnMessages = endpoint({
  method: 'POST',
  path: '/respond/conversation/messages',
  summary: 'A patient reads the messages of their conversation',
  access: 'open',
  body: z.strictObject({
    code,
    pass,
    msg_start: msgStart.optional(),
    msg_limit: msgLimit.optional(),
    seenTo: seenTo.optional(),
  }),
  reply: z.object({ messages: z.array(patientMessage), isMore: z.boolean() }),
});
export const sendOwnMessage = endpoint({
  method: 'POST',
  path: '/respond/conversation/send',
  summary: 'A patient writes a message into their conversation',
  access: 'open',
  body: z.strictObject({ code, pass, message: messageText, clientKey }),
  reply: z.object({ message: patientMessage }),
  failure: 'Unable to send message. Please refresh and try again.',
});
/** A document that was sent into the conversation. */
export const openOwnDocument = endpoint({
  method: 'POST',
  path: '/respond/conversation/document',
  summary: 'A patient opens a document of their conversation',
  access: 'open',
  holdsFile: true,
  body: z.strictObject({ code, pass, docId: recordId('document') }),
  reply: z.object({ name: z.string(), contentType: z.string(), data: z.string(), isCorrected }),
});
/** OPC-65: a consent of the patient's own. */
export const chooseTexts = endpoint({
  method: 'POST',
  path: '/respond/conversation/texts',
  summary: 'A patient stops text messages, or allows them again, beside their conversation',
  access: 'open',
  body: z.strictObject({ code, pass, takesTexts: z.boolean() }),
  reply: z.object({ takesTexts: z.boolean() }),
});
