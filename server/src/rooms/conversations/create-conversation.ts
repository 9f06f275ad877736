import type { Act } from '#platform/act/act.ts';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import { anyOf } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { tellGroups } from '#rooms/schedules/door.ts';
import { seenInEmergencyAlone, whoSeeAll } from './sight.ts';

export interface NewConversation {
  topic: string;
  patientIds: readonly number[];
  providerIds: readonly number[];
}
export interface Started {
  /** In the order of the patients that were given. */
  conversationIds: number[];
  broadcastId: number | null;
  patientIds: number[];
  providerIds: number[];
}

/**
 * Starts a conversation about a patient in sight. With several patients there is one for each, joined by a broadcast (OPC-75). Whoever
 * starts it takes part, and has a conversation of one patient; those of a broadcast are anybody's to take.
 */
export async function createConversation(act: Act, { topic, ...given }: NewConversation): Promise<Started> {
  const { tx, viewer, now, record, announce } = act;
  const patientIds = [...new Set(given.patientIds)];
  const providerIds = [...new Set([viewer.providerId, ...given.providerIds])];
  await refusePatients(act, patientIds);
  // Whoever starts it sees them, or would have been refused by now.
  const others = providerIds.filter((id) => id !== viewer.providerId);
  const fitting = await whoSeeAll(tx, others, patientIds);
  if (!others.every((id) => fitting.has(id)))
    throw failFields({
      cpIds: 'includes someone who cannot take part: everyone must be active and able to see every patient',
    });
  const stamps = { company_id: viewer.companyId, created_by: viewer.providerId, created_at: now(), latest_at: now() };
  const isBroadcast = patientIds.length > 1;
  const broadcast = isBroadcast
    ? await tx
        .insertInto('broadcast')
        .values({ ...stamps, topic })
        .returning('broadcast_id as id')
        .executeTakeFirstOrThrow()
    : null;
  const assignedTo = isBroadcast ? null : viewer.providerId;
  const rows = await insertRows(
    tx,
    'conversation',
    patientIds.map((patientId) => ({
      ...stamps,
      patient_id: patientId,
      broadcast_id: broadcast?.id ?? null,
      topic,
      assigned_to: assignedTo,
      state: 'open',
      version: 1,
    })),
  )
    .returning(['conversation_id as id', 'patient_id as patientId'])
    .execute();
  const ofPatient = new Map(rows.map(({ id, patientId }) => [patientId, id]));
  const conversationIds = patientIds.map((patientId) => ofPatient.get(patientId) as number);
  const byEmergency = await seenInEmergencyAlone(act, patientIds);
  const member = (providerId: number, patients: readonly number[]) => ({
    provider_id: providerId,
    company_id: viewer.companyId,
    in_emergency: providerId === viewer.providerId && patients.some((id) => byEmergency.has(id)),
  });
  await insertRows(
    tx,
    'conversation_member',
    rows.flatMap(({ id, patientId }) =>
      providerIds.map((providerId) => ({ ...member(providerId, [patientId]), conversation_id: id, joined_at: now() })),
    ),
  ).execute();
  if (broadcast)
    await insertRows(
      tx,
      'broadcast_member',
      providerIds.map((providerId) => ({ ...member(providerId, patientIds), broadcast_id: broadcast.id })),
    ).execute();
  if (broadcast)
    await record({
      action: 'broadcast.started',
      record: { kind: 'broadcast', id: broadcast.id },
      changes: [
        { field: 'topic', new: topic },
        { field: 'patients', new: patientIds.length },
        { field: 'provider_ids', new: providerIds },
      ],
    });
  await record(
    ...patientIds.map((patientId) => ({
      action: 'conversation.started' as const,
      record: { kind: 'conversation' as const, id: ofPatient.get(patientId) as number },
      changes: [
        { field: 'topic', new: topic },
        { field: 'patient_id', new: patientId },
        { field: 'provider_ids', new: providerIds },
        ...(broadcast ? [{ field: 'broadcast_id', new: broadcast.id }] : []),
      ],
    })),
  );
  await announce(
    ...conversationIds.map((id) => ({ type: 'conversation.created' as const, id, people: providerIds })),
    ...(broadcast ? [{ type: 'broadcast.changed' as const, id: broadcast.id, people: providerIds }] : []),
  );
  await tellGroups(act, 'inbox.changed', conversationIds[0] as number, patientIds);
  act.logRead('patient', patientIds);
  return { conversationIds, broadcastId: broadcast?.id ?? null, patientIds, providerIds };
}

/** Patients out of sight do not exist; those in sight must be active. They are held, so that none is removed meanwhile. */
async function refusePatients({ tx, viewer }: Act, patientIds: readonly number[]): Promise<void> {
  const found = await tx
    .selectFrom('patient')
    .select(['patient_id as id', 'status'])
    .where('patient_id', '=', anyOf(patientIds))
    .where(patientInSight(viewer, 'patient.patient_id'))
    .orderBy('patient_id')
    .forShare('patient')
    .execute();
  if (found.length < patientIds.length) throw fail('not_found');
  const idle = found.filter(({ status }) => status !== 'active');
  if (idle.length > 0)
    throw new Failed('conversation.patient', {
      sentence: `uIds names ${idle.length === 1 ? 'a patient' : `${idle.length} patients`} who ${idle.length === 1 ? 'is' : 'are'} not active.`,
    });
}
