/** Conversations about a patient: limits and who may do what (CHT, BCT; decisions, "Conversations, modes"). */
import { patientAccess } from '../patients/access.ts';
import { isVisible } from '../visible.ts';

export const conversationAccess = { ...patientAccess, module: 'Messaging' } as const;

export const longest = { topic: 100, message: 4_000, clientKey: 64 } as const;
/** CHT-04, CCN-02, OPC-78. */
export const messagePage = { usual: 25, most: 100 } as const;
/** So many patients one broadcast reaches, and so many providers take part in one conversation. */
export const most = {
  patients: 1_000,
  providers: 50,
  searched: 100,
  conversations: 100,
  idsAtOnce: 500,
  counted: 100,
} as const;
/** A patient who has not opened a message of a broadcast so long after it came counts as one to look after. */
export const unreadAfterMs = 24 * 3_600_000;
/** OPC-74: without an acknowledgement so long after sending, the send error is shown. */
export const acknowledgedWithinMs = 5_000;

/**
 * Whose list it is: those one is a member of; of these the ones with unread messages, and those where a patient in sight wrote and no member
 * who cares for them is left; those one was given; of these the open ones whose patient has written since the last answer; those nobody has, of a broadcast once the patient has written; all about patients in sight.
 */
export const scopes = ['member', 'unread', 'assigned', 'unanswered', 'unassigned', 'sight'] as const;
export type Scope = (typeof scopes)[number];

export const states = ['open', 'closed'] as const;
export type ConversationState = (typeof states)[number];

/**
 * What became of a message of a broadcast, for each patient; those who were not active, not in the sender's sight, or still waiting when
 * the company lost the module, are skipped.
 */
export const recipientStates = ['waiting', 'delivered', 'read', 'skipped'] as const;
export type RecipientState = (typeof recipientStates)[number];

/**
 * Why a patient is not told that a message waits: their link opens nothing as long as they are not active, there is neither a mail nor
 * a text that they want and can be sent, or none of those has arrived for an hour.
 */
export const whyUntold = ['not_active', 'unreachable', 'undelivered'] as const;
export type WhyUntold = (typeof whyUntold)[number];

/** Empty text is not sent (OPC-74). */
export const isSendable = (typed: string): boolean => isVisible(typed) && [...typed.trim()].length <= longest.message;

export const sentences = {
  loadFailed: 'Unable to load conversations.',
  createFailed: 'Unable to create conversation.',
  sendFailed: 'Unable to send message. Please refresh and try again.',
} as const;
