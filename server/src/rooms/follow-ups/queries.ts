/** SQL of the follow-ups. Every statement is held to the patients in sight. */
import { sql } from 'kysely';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { type PatientSight, patientInSight } from '#rooms/patients/door.ts';

export interface Narrowing {
  providerIds: readonly number[] | undefined;
  patientId: number | undefined;
  from: Date | undefined;
  before: Date | undefined;
  /** Those alone that are overdue at this moment. */
  overdueAt: Date | undefined;
}

/** Not completed, and its time has passed. */
const isOverdue = (now: Date) => sql<boolean>`(follow_up.completed_at is null and follow_up.at < ${now})`;

/** Its provider has access, and sees the patient by their groups or by emergency access. Of one that is completed access alone tells. */
const isProviderActive = (now: Date) =>
  sql<boolean>`(owner.is_active and (follow_up.completed_at is not null
    or sees_patient_at(owner.provider_id, follow_up.patient_id, ${now})))`;

const inSight = (tx: Tx, viewer: PatientSight, now: Date) =>
  tx
    .selectFrom('follow_up')
    .innerJoin('patient', 'patient.patient_id', 'follow_up.patient_id')
    .innerJoin('provider as owner', 'owner.provider_id', 'follow_up.provider_id')
    .leftJoin('provider as completer', 'completer.provider_id', 'follow_up.completer_id')
    .select([
      'follow_up.follow_up_id as followUpId',
      'follow_up.patient_id as patientId',
      'follow_up.provider_id as providerId',
      'follow_up.scheduler_id as schedulerId',
      isProviderActive(now).as('isProviderActive'),
      'follow_up.company_id as companyId',
      'follow_up.at',
      'follow_up.notes',
      'follow_up.created_at as createdAt',
      'follow_up.changed_at as changedAt',
      'follow_up.completed_at as completedAt',
      'follow_up.outcome',
      'follow_up.version',
      sql<string | null>`nullif(btrim(completer.first_name || ' ' || completer.last_name), '')`.as('completedBy'),
      'patient.first_name as firstName',
      'patient.last_name as lastName',
      'patient.phone',
      'patient.born_on as bornOn',
      sql<boolean>`patient.status = 'deactivated'`.as('isPatientDeactivated'),
    ])
    .where(patientInSight(viewer, 'follow_up.patient_id'));

/**
 * One in sight, held until the transaction ends; whoever waited for it is let in by what stands then. It is held without its provider,
 * or one that was given another provider meanwhile would seem not to be there.
 */
export async function lockFollowUp(tx: Tx, viewer: PatientSight, followUpId: number, now: Date) {
  const held = await tx
    .selectFrom('follow_up')
    .select('follow_up_id')
    .where('follow_up_id', '=', followUpId)
    .where(patientInSight(viewer, 'follow_up.patient_id'))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held && inSight(tx, viewer, now).where('follow_up.follow_up_id', '=', followUpId).executeTakeFirst();
}

/**
 * Whether somebody has access and sees a patient. The access is held until the transaction ends, so that nobody gives it back or takes it
 * meanwhile.
 */
export async function holdCare(tx: Tx, providerId: number, patientId: number, now: Date): Promise<boolean> {
  const held = await tx
    .selectFrom('provider')
    .select('is_active')
    .where('provider_id', '=', providerId)
    .forShare()
    .executeTakeFirst();
  if (!held?.is_active) return false;
  const { rows } = await sql<{ sees: boolean }>`
    select sees_patient_at(${providerId}, ${patientId}, ${now}) as sees`.execute(tx);
  return rows[0]?.sees === true;
}

/** What comes first at the top, or what comes last. */
export const followUpsOf = (
  tx: Tx,
  viewer: PatientSight,
  { providerIds, patientId, from, before, overdueAt }: Narrowing,
  now: Date,
  way: 'asc' | 'desc' = 'asc',
) =>
  inSight(tx, viewer, now)
    .$if(providerIds !== undefined, (query) => query.where('follow_up.provider_id', '=', anyOf(providerIds ?? [])))
    .$if(patientId !== undefined, (query) => query.where('follow_up.patient_id', '=', patientId ?? 0))
    .$if(from !== undefined, (query) => query.where('follow_up.at', '>=', from ?? new Date()))
    .$if(before !== undefined, (query) => query.where('follow_up.at', '<', before ?? new Date()))
    .$if(overdueAt !== undefined, (query) => query.where(isOverdue(overdueAt ?? new Date())))
    .orderBy('follow_up.at', way)
    .orderBy('follow_up.follow_up_id', way);
export type FollowUpRow = Awaited<ReturnType<ReturnType<typeof followUpsOf>['executeTakeFirstOrThrow']>>;

/** Those that their list has as overdue, to be counted. */
export const overdueFollowUps = (tx: Tx, viewer: PatientSight, now: Date) =>
  tx
    .selectFrom('follow_up')
    .select('follow_up.follow_up_id')
    .where(isOverdue(now))
    .where(patientInSight(viewer, 'follow_up.patient_id'));

/**
 * How many a list of these providers leaves out, how many of these wait of somebody who has no access or does not see the patient, and
 * how many are overdue, of whoever it is. Nobody need take over the one of a patient who was deactivated.
 */
export async function countOthers(
  tx: Tx,
  viewer: PatientSight,
  { providerIds = [], ...narrowing }: Narrowing,
  now: Date,
): Promise<{ others: number; overdue: number; ofInactive: number }> {
  const others = followUpsOf(tx, viewer, { ...narrowing, providerIds: undefined }, now)
    .where(sql<boolean>`not (follow_up.provider_id = ${anyOf(providerIds)})`)
    .clearOrderBy();
  const { rows } = await sql<{ others: number; overdue: number; ofInactive: number }>`
    select count(*)::int as others,
      count(*) filter (where not others."isProviderActive" and not others."isPatientDeactivated"
        and others."completedAt" is null)::int as "ofInactive",
      (select count(*)::int from ${overdueFollowUps(tx, viewer, now)} as row) as overdue
    from ${others} as others`.execute(tx);
  return rows[0] ?? { others: 0, overdue: 0, ofInactive: 0 };
}
