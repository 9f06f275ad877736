import type { AuditAction } from '@portal/contract/audit/words.ts';
import { hashOfText } from '#rooms/conversations/door.ts';
import type { Entry } from '../queries.ts';

/** The entry of a message that the patient wrote, and of one that somebody of the clinic wrote to them. */
const byPatient = 'conversation.message_sent_by_patient' satisfies AuditAction;
export const sentAlone = ['conversation.message_sent', byPatient] as const satisfies AuditAction[];
const sendings: readonly string[] = [...sentAlone, 'broadcast.message_sent' satisfies AuditAction];

interface Message {
  message_id: number;
  conversation_id: number;
  provider_id: number | null;
  broadcast_message_id: number | null;
  document_id: number | null;
  sent_at: Date;
  body: string;
}

const said = ({ changes }: Entry, field: string) => changes.find((one) => one.field === field)?.new;

/**
 * In sentences, by the numbers of the messages, what of them is not what the trail knows, and which are gone. Of a message to all, the trail
 * has the one that went to all (P11-09). What an entry of before does not say is not compared. `verify.mjs` says the same of a copy.
 */
export function problemsOfMessages(messages: readonly Message[], audit: readonly Entry[]): Map<number, string[]> {
  const entries = audit.filter(({ kind }) => sendings.includes(kind));
  const sent = new Map(entries.map((entry) => [`${entry.recordKind} ${entry.recordId}`, entry]));
  const problems = new Map<number, string[]>();
  for (const message of messages) {
    const { message_id: id, broadcast_message_id: toAll } = message;
    const entry = sent.get(toAll === null ? `conversation_message ${id}` : `broadcast_message ${toAll}`);
    const hash = entry && said(entry, 'sha256');
    const other = entry ? otherThan(entry, message) : [];
    const sentences = [
      ...(entry && (hash === undefined || hash === hashOfText(toAll ?? id, message.body))
        ? []
        : [`The text of message ${id} is not the one that the audit trail knows.`]),
      ...(other.length === 0 ? [] : [`Message ${id} is not what the audit trail says: ${other.join(', ')}.`]),
    ];
    if (sentences.length > 0) problems.set(id, sentences);
  }
  const there = new Set(messages.map(({ message_id }) => String(message_id)));
  for (const { recordKind, recordId } of entries)
    if (recordKind === 'conversation_message' && !there.has(recordId))
      problems.set(Number(recordId), [`Message ${recordId}, which the audit trail knows, is not there.`]);
  return problems;
}

function otherThan(entry: Entry, message: Message): string[] {
  const isSaid = (field: string, value: unknown) => [undefined, value].includes(said(entry, field));
  const isByPatient = message.provider_id === null;
  const same: [string, boolean][] = [
    ['who wrote it', entry.cpId === message.provider_id && (entry.kind === byPatient) === isByPatient],
    ['the conversation', isSaid('conversation_id', message.conversation_id)],
    ['the time', isSaid('sent_at', message.sent_at.toISOString())],
    ['the document', (said(entry, 'document_id') ?? null) === message.document_id],
  ];
  return same.flatMap(([what, isSame]) => (isSame ? [] : what));
}
