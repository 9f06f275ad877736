/** What conversations look like on the wire; the calls and the socket share these. */
import { z } from 'zod';
import { day, instant, requiredText, text, whole } from '../wire.ts';
import { longest, messagePage, recipientStates, states, whyUntold } from './rules.ts';

export const topic = requiredText(longest.topic);
export const messageText = requiredText(longest.message);
/** A repeat with the same key stores and delivers nothing more. */
export const clientKey = text(longest.clientKey).refine((value) => value !== '', 'is required');

export const msgStart = whole.refine((value) => value >= 0, 'must not be negative');
/** The newest message of others that was shown; 0 before the first one. */
export const seenTo = msgStart;
export const msgLimit = whole.refine(
  (value) => value >= 1 && value <= messagePage.most,
  `must be between 1 and ${messagePage.most}`,
);

/** A document was sent with it that has been deleted since; `document` is null then. */
export const isDocumentGone = z.literal(true).optional();

const person = z.object({ cpId: z.number(), name: z.string() });

/** CHT-03. `careProviders` is a comma list of names (OPC-79). */
export const conversation = z.object({
  convId: z.number(),
  careProviders: z.string(),
  patientName: z.string(),
  /** Two patients of one name are told apart by it; of those in sight. */
  dob: day.optional(),
  topic: z.string(),
  uId: z.number(),
  unreadMsgCount: z.number(),
  latestTimeStamp: instant,
  /**
   * The beginning of the newest message, or of one without words that its document has been deleted; empty where there is none, or where
   * one is no member.
   */
  latestMessage: z.string(),
  state: z.enum(states),
  assignedTo: person.nullable(),
  /** Messages are for members alone. */
  isMember: z.boolean(),
  /** The patient is still in sight, so that their page can be opened. */
  seesPatient: z.boolean(),
  /** The patient is told of no message now, and why; null where they are. Also for members who do not see the patient any more. */
  untold: z.enum(whyUntold).nullable(),
  rollupId: z.number().nullable(),
  version: z.number(),
  /** Where a search found words of a message: the newest one that has them, and the place in it. */
  foundMessage: z.object({ msgId: z.number(), text: z.string(), timeSent: instant }).optional(),
});
export type Conversation = z.output<typeof conversation>;

/** CHT-06, OPC-76: with the double names. `cpId` is null where the patient wrote it. */
export const message = z.object({
  msgId: z.number(),
  convId: z.number(),
  msgBody: z.string(),
  message: z.string(),
  senderName: z.string(),
  timeCreated: instant,
  timeSent: instant,
  /** Any provider but the sender has read it (OPC-77). */
  readByProvider: z.boolean(),
  readByPatient: z.boolean(),
  /** Whoever asks has read it, or wrote it. */
  readByMe: z.boolean(),
  cpId: z.number().nullable(),
  uId: z.number(),
  clientKey: z.string().nullable(),
  document: z.object({ docId: z.number(), name: z.string() }).nullable(),
  isDocumentGone,
});
export type Message = z.output<typeof message>;

/** BCT-02: a broadcast with its newest message; `broadcastId` is the number of that message, null before the first one. */
export const broadcast = z.object({
  rollupId: z.number(),
  broadcastId: z.number().nullable(),
  topic: z.string(),
  /** Patients and care providers together. */
  numOfParticipants: z.number(),
  numOfPatients: z.number(),
  timeCreated: instant,
  message: z.string(),
});
export type Broadcast = z.output<typeof broadcast>;

/** A message of a broadcast, with how far it came. */
export const broadcastMessage = z.object({
  rollupId: z.number(),
  broadcastId: z.number(),
  topic: z.string(),
  numOfParticipants: z.number(),
  timeCreated: instant,
  timeSent: instant,
  message: z.string(),
  senderName: z.string(),
  cpId: z.number(),
  /** By which its sender knows it again. */
  clientKey: z.string().nullable().optional(),
  delivered: z.number(),
  read: z.number(),
  /** Delivered more than a day ago and not read yet. */
  unreadAfterDay: z.number(),
});
export type BroadcastMessage = z.output<typeof broadcastMessage>;

export const recipient = z.object({
  uId: z.number(),
  patientName: z.string(),
  /** As of a conversation. */
  dob: day.optional(),
  convId: z.number(),
  seesPatient: z.boolean(),
  state: z.enum(recipientStates),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  isLate: z.boolean(),
  /** As of a conversation: of now, whatever message is asked about. */
  untold: z.enum(whyUntold).nullable(),
});
export type Recipient = z.output<typeof recipient>;
