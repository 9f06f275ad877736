/** The inbox of the team: who looks after a conversation, and whether it still goes on. */
import type { ConversationState } from '@portal/contract/conversations/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';
import { type Held, holdOfMember, holdVisible } from './queries.ts';
import { memberIdsOf, noConversation, seenInEmergencyAlone, whoSeeAll } from './sight.ts';

interface Step {
  conversationId: number;
  /** The one that the caller has read. */
  version: number | undefined;
}

/** Whoever sees the patient takes it; a member gives it to a colleague who sees the patient, or back to the team. */
export async function assignConversation(
  act: Act,
  { conversationId, version, assignee }: Step & { assignee: number | null },
) {
  const { tx, viewer, record, announce } = act;
  const held = await holdVisible(tx, viewer, conversationId);
  if (!held) throw noConversation();
  const members = await memberIdsOf(act, conversationId);
  const isOneself = assignee === viewer.providerId;
  if (!isOneself && !members.includes(viewer.providerId)) throw fail('forbidden');
  if (isOneself && !members.includes(viewer.providerId) && !(await seesPatient(act, held))) throw fail('not_found');
  // Whoever presses again because the answer was lost finds it done.
  if (held.assignedTo === assignee) return;
  refuseStale(held, version);
  if (assignee !== null && !isOneself && !(await whoSeeAll(tx, [assignee], [held.patientId])).has(assignee))
    throw failFields({ assignee: 'must be an active colleague who sees the patient' });
  if (assignee !== null && !members.includes(assignee)) {
    await join(act, held, assignee);
    members.push(assignee);
  }
  await tx
    .updateTable('conversation')
    .set((eb) => ({ assigned_to: assignee, version: eb('version', '+', 1) }))
    .where('conversation_id', '=', conversationId)
    .execute();
  await record({
    action: 'conversation.assigned',
    record: { kind: 'conversation', id: conversationId },
    changes: [{ field: 'assigned_to', old: held.assignedTo, new: assignee }],
  });
  await announce({ type: 'conversation.changed', id: conversationId, people: members });
  await tellGroups(act, 'inbox.changed', conversationId, [held.patientId]);
}

/** What the patient wrote since the last answer is unread for whoever comes to it. */
async function join(act: Act, { conversationId, patientId }: Held, providerId: number): Promise<void> {
  const { tx, viewer, now, record } = act;
  const isByEmergency =
    providerId === viewer.providerId && (await seenInEmergencyAlone(act, [patientId])).has(patientId);
  const own = { conversation_id: conversationId, provider_id: providerId, company_id: viewer.companyId };
  await tx
    .insertInto('conversation_member')
    .values({ ...own, joined_at: now(), in_emergency: isByEmergency })
    .execute();
  const answered = await tx
    .selectFrom('conversation_message')
    .where('conversation_id', '=', conversationId)
    .where('provider_id', 'is not', null)
    // What goes to many answers nobody.
    .where('broadcast_message_id', 'is', null)
    .select((eb) => eb.fn.max('message_id').as('last'))
    .executeTakeFirst();
  await tx
    .insertInto('conversation_reading')
    .values({ ...own, read_to: answered?.last ?? 0 })
    .execute();
  await record({
    action: 'conversation.joined',
    record: { kind: 'conversation', id: conversationId },
    changes: [{ field: 'provider_id', new: providerId }],
  });
}

const seesPatient = async ({ tx, viewer }: Act, { patientId }: Held): Promise<boolean> =>
  (await tx
    .selectFrom('patient')
    .select('patient_id')
    .where('patient_id', '=', patientId)
    .where(patientInSight(viewer, 'patient.patient_id'))
    .executeTakeFirst()) !== undefined;

function refuseStale(held: Held, version: number | undefined): void {
  if (version !== undefined && version !== held.version) throw fail('conversation.changed');
}

export async function setConversationState(
  act: Act,
  { conversationId, version, state, seenTo }: Step & { state: ConversationState; seenTo?: number | undefined },
): Promise<void> {
  const { tx, viewer, record, announce } = act;
  const held = await holdOfMember(tx, viewer, conversationId);
  if (!held) throw noConversation();
  if (held.state === state) return;
  refuseStale(held, version);
  if (state === 'closed' && seenTo !== undefined && (await hasPatientWritten(tx, conversationId, seenTo)))
    throw fail('conversation.patient_wrote');
  await tx
    .updateTable('conversation')
    .set((eb) => ({ state, version: eb('version', '+', 1) }))
    .where('conversation_id', '=', conversationId)
    .execute();
  await record({
    action: state === 'closed' ? 'conversation.closed' : 'conversation.reopened',
    record: { kind: 'conversation', id: conversationId },
    changes: [{ field: 'state', old: held.state, new: state }],
  });
  await announce({ type: 'conversation.changed', id: conversationId, people: await memberIdsOf(act, conversationId) });
  await tellGroups(act, 'inbox.changed', conversationId, [held.patientId]);
}

/** A message into an open conversation is no change of it, and raises no version. */
const hasPatientWritten = async (tx: Tx, conversationId: number, since: number): Promise<boolean> =>
  (await tx
    .selectFrom('conversation_message')
    .select('message_id')
    .where('conversation_id', '=', conversationId)
    .where('provider_id', 'is', null)
    .where('message_id', '>', since)
    .limit(1)
    .executeTakeFirst()) !== undefined;
