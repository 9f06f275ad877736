/** Whose conversations somebody may know of: those one takes part in, and those about patients in sight. Messages are for members alone. */
import { siteSide } from '@portal/contract/access.ts';
import { type Expression, sql, type SqlBool } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { Failed } from '#platform/core/fail.ts';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import type { Actor, Viewer } from '#platform/security/viewer.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';

export type Looker = PatientSight & Pick<Viewer, 'providerId' | 'companyId'>;

/** Foreign and unknown conversations, and broadcasts, are refused alike. */
export const noConversation = () => new Failed('not_found', { sentence: 'This conversation does not exist.' });

/** Whoever came by emergency access alone takes part as long as they see the patient (PRV-11). */
export const isMember = (viewer: Looker, column: string): Expression<SqlBool> =>
  sql<boolean>`exists (select from conversation_member own
    where own.conversation_id = ${sql.ref(column)} and own.provider_id = ${viewer.providerId} and ${stillCounts(viewer)})`;

/** Of a row `own` of a member. */
export const stillCounts = (viewer: PatientSight): Expression<SqlBool> =>
  sql<boolean>`(not own.in_emergency or exists (select from conversation about
    where about.conversation_id = own.conversation_id and ${patientInSight(viewer, 'about.patient_id')}))`;

export const visibleTo = (viewer: Looker): Expression<SqlBool> =>
  sql<boolean>`(${isMember(viewer, 'conversation.conversation_id')} or ${patientInSight(viewer, 'conversation.patient_id')})`;

/** Of a broadcast that began in an emergency, nothing is left of it once one of its patients is out of sight. */
export const isOwnBroadcast = (viewer: Looker): Expression<SqlBool> =>
  sql<boolean>`exists (select from broadcast_member own
    where own.broadcast_id = broadcast.broadcast_id and own.provider_id = ${viewer.providerId}
      and (not own.in_emergency or not exists (
        select from conversation about join patient p on p.patient_id = about.patient_id and p.removed_at is null
        where about.broadcast_id = own.broadcast_id and not ${patientInSight(viewer, 'about.patient_id')})))`;

/** Of a row `p` of a person: at work in the company, on the side of the clinic. */
export const isAtWork = sql<SqlBool>`(p.is_active and p.removed_at is null and p.type = ${anyText(siteSide)})`;

/** Whether somebody is at work who sees the patient of a row `conversation`, at a moment, by their groups or by emergency access. */
export const caresFor = (providerId: Expression<unknown>, now: Date) => sql<SqlBool>`exists (
  select from provider p where p.provider_id = ${providerId} and ${isAtWork}
    and sees_patient_at(p.provider_id, conversation.patient_id, ${now}))`;

/** Of a row `conversation`: whoever it was given to has gone, or does not see the patient any more. */
export const hasLostAssignee = (now: Date): Expression<SqlBool> =>
  sql<SqlBool>`(conversation.assigned_to is not null and not ${caresFor(sql.ref('conversation.assigned_to'), now)})`;

/** Of a row `conversation`: nobody takes part any more who is at work and sees the patient. */
export const hasLostTeam = (now: Date): Expression<SqlBool> =>
  sql<SqlBool>`not exists (select from conversation_member m
    where m.conversation_id = conversation.conversation_id and ${caresFor(sql.ref('m.provider_id'), now)})`;

/** Of a row `m` of a member, whoever asks: of the conversation with a patient, at a moment. */
export const takesPartAt = (patientId: string, now: Date): Expression<SqlBool> =>
  sql<SqlBool>`(not m.in_emergency or sees_patient_at(m.provider_id, ${sql.ref(patientId)}, ${now}))`;

/** The same of a broadcast. */
export const takesPartInBroadcastAt = (now: Date): Expression<SqlBool> =>
  sql<SqlBool>`(not m.in_emergency or not exists (
    select from conversation about join patient p on p.patient_id = about.patient_id and p.removed_at is null
    where about.broadcast_id = m.broadcast_id and not sees_patient_at(m.provider_id, about.patient_id, ${now})))`;

/** Who takes part in conversations at this moment, by conversation. */
export async function membersOf(
  { tx, now }: Pick<Act<Actor>, 'tx' | 'now'>,
  conversationIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; people: number[] }>`
    select m.conversation_id as id, array_agg(m.provider_id order by m.provider_id) as people
    from conversation_member m join conversation c on c.conversation_id = m.conversation_id
    where m.conversation_id = ${anyOf(conversationIds)}
      and ${takesPartAt('c.patient_id', now())}
    group by m.conversation_id`.execute(tx);
  return new Map(rows.map(({ id, people }) => [id, people]));
}

export const memberIdsOf = async (act: Pick<Act<Actor>, 'tx' | 'now'>, conversationId: number): Promise<number[]> =>
  (await membersOf(act, [conversationId])).get(conversationId) ?? [];

/** Those of the patients whom somebody sees by emergency access alone. */
export async function seenInEmergencyAlone(
  { tx, viewer }: Pick<Act, 'tx' | 'viewer'>,
  patientIds: readonly number[],
): Promise<Set<number>> {
  if (!viewer.inEmergency) return new Set();
  const { rows } = await sql<{ id: number }>`
    select of.id from unnest(${[...patientIds]}::int[]) as of (id)
    where not exists (select from sees_company s where s.provider_id = ${viewer.providerId})
      and not ${seesByGroups(sql`${viewer.providerId}`)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Through a removed group nobody sees a patient. */
const seesByGroups = (providerId: Expression<unknown>) => sql<boolean>`exists (
  with recursive within as (
    select g.care_group_id, g.parent_id from patient_care_group d
      join care_group g on g.care_group_id = d.care_group_id and g.removed_at is null
    where d.patient_id = of.id
    union
    select g.care_group_id, g.parent_id from within
      join care_group g on g.care_group_id = within.parent_id and g.removed_at is null)
  select from within join care_group_member m on m.care_group_id = within.care_group_id
  where m.provider_id = ${providerId})`;

/** Those of the people who are at work in the company and see all of the patients; whoever does so in an emergency decides for themselves alone. */
export async function whoSeeAll(
  tx: Tx,
  providerIds: readonly number[],
  patientIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select p.provider_id as id from provider p
    where p.provider_id = ${anyOf(providerIds)} and ${isAtWork} and (
      exists (select from sees_company s where s.provider_id = p.provider_id)
      or not exists (select from unnest(${sql.val([...patientIds])}::int[]) as of (id) where not ${seesByGroups(sql.ref('p.provider_id'))}))`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
