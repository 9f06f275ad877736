/**
 * A conversation is the team's again once whoever it was given to has gone or does not see the patient any more, whatever was the cause:
 * an account, a group or an emergency that ended. It is looked for, so that no cause can be forgotten.
 */
import { sql } from 'kysely';
import { type Act, actOf } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { companyByCompany } from '#platform/jobs/company-by-company.ts';
import { job } from '#platform/jobs/job.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { portalItself, tellGroups } from '#rooms/schedules/door.ts';
import { hasLostAssignee, isAtWork, membersOf } from './sight.ts';

export const releaseConversations = job({ name: 'release-conversations', at: '* * * * *' });

const portion = 50;

export async function releaseLost({ database, clock, log }: Pick<House, 'database' | 'clock' | 'log'>): Promise<null> {
  const found = await database.asSystem((tx) => findLost(tx, clock.now()));
  const ofCompanies = Map.groupBy(found, (one) => one.companyId);
  await companyByCompany({ log, job: releaseConversations }, ofCompanies.keys(), async (companyId) => {
    const ids = (ofCompanies.get(companyId) ?? []).map(({ id }) => id);
    for (let at = 0; at < ids.length; at += portion)
      await database.inCompany(companyId, (tx) =>
        release(actOf(tx, clock, { ...portalItself, companyId }), ids.slice(at, at + portion)),
      );
  });
  return null;
}

/**
 * As `hasLostAssignee` says of one, for all open ones of all companies at once: who reaches which groups is gathered first, since to ask
 * for each conversation takes seconds.
 */
async function findLost(tx: Tx, now: Date): Promise<{ id: number; companyId: number }[]> {
  const { rows } = await sql<{ id: number; companyId: number }>`
    with recursive reach as (
      select given.provider_id, g.care_group_id from (
        select m.provider_id, m.care_group_id from care_group_member m
        union
        select e.provider_id, e.care_group_id from emergency_access e where e.ended_at is null and e.ends_at > ${now}) given
        join care_group g on g.care_group_id = given.care_group_id and g.removed_at is null
      where given.provider_id in (select assigned_to from conversation where assigned_to is not null and state = 'open')
      union
      select reach.provider_id, g.care_group_id from reach
        join care_group g on g.parent_id = reach.care_group_id and g.removed_at is null)
    select c.conversation_id as id, c.company_id as "companyId" from conversation c
      join patient about on about.patient_id = c.patient_id and about.removed_at is null
    where c.assigned_to is not null and c.state = 'open' and not (
      c.assigned_to in (select p.provider_id from provider p where ${isAtWork}) and (
        c.assigned_to in (select provider_id from sees_company)
        or (c.assigned_to, c.patient_id) in (
          select reach.provider_id, d.patient_id from reach join patient_care_group d on d.care_group_id = reach.care_group_id)))
    order by c.conversation_id`.execute(tx);
  return rows;
}

const lost = (tx: Tx, now: Date) =>
  tx
    .selectFrom('conversation')
    .innerJoin('patient', 'patient.patient_id', 'conversation.patient_id')
    .where('patient.removed_at', 'is', null)
    .where(hasLostAssignee(now));

/** Those of them that are still lost, in their order; the others stay as they are. */
export async function release(act: Act<Actor>, ids: readonly number[]): Promise<void> {
  const { tx, now, record, announce } = act;
  const rows = await lost(tx, now())
    .select([
      'conversation.conversation_id as id',
      'conversation.patient_id as patientId',
      'conversation.assigned_to as assignedTo',
    ])
    .where('conversation.conversation_id', '=', anyOf(ids))
    .orderBy('conversation.conversation_id')
    .forNoKeyUpdate('conversation')
    .execute();
  const [first] = rows;
  if (!first) return;
  const released = rows.map(({ id }) => id);
  await tx
    .updateTable('conversation')
    .set((eb) => ({ assigned_to: null, version: eb('version', '+', 1) }))
    .where('conversation_id', '=', anyOf(released))
    .execute();
  await record(
    ...rows.map(({ id, assignedTo }) => ({
      action: 'conversation.assigned' as const,
      record: { kind: 'conversation' as const, id },
      changes: [{ field: 'assigned_to', old: assignedTo, new: null }],
    })),
  );
  const members = await membersOf(act, released);
  await announce(
    ...released.map((id) => ({ type: 'conversation.changed' as const, id, people: members.get(id) ?? [] })),
  );
  await tellGroups(
    act,
    'inbox.changed',
    first.id,
    rows.map(({ patientId }) => patientId),
  );
}
