/** Whom a message to several patients would reach. */
import { most } from '@portal/contract/conversations/rules.ts';
import { isPlaceholder } from '@portal/contract/patients/rules.ts';
import { sql } from 'kysely';
import { fail } from '#platform/core/fail.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { groupsAreInSight } from '#rooms/schedules/door.ts';
import type { Looker } from './sight.ts';

/** Beyond it they are not counted. */
const mostLeftOut = 10_000;

export async function previewRecipients(
  tx: Tx,
  viewer: Looker,
  { careGroupIds, patientIds }: { careGroupIds: readonly number[]; patientIds: readonly number[] },
) {
  if (careGroupIds.length > 0 && !(await groupsAreInSight(tx, viewer, careGroupIds))) throw fail('not_found');
  const asked = tx
    .selectFrom('patient')
    .where(patientInSight(viewer, 'patient.patient_id'))
    .where((eb) =>
      eb.or([
        eb('patient.patient_id', '=', anyOf(patientIds)),
        sql<boolean>`patient.patient_id in (select w.patient_id from patient_within w where w.care_group_id = ${anyOf(careGroupIds)})`,
      ]),
    );
  const active = await asked
    .where('patient.status', '=', 'active')
    .select([
      'patient.patient_id as uId',
      'patient.email',
      'patient.phone',
      'patient.preferred_contact as preferredContact',
      sql<string>`concat_ws(' ', patient.first_name, patient.last_name)`.as('name'),
    ])
    .orderBy('patient.sort_name')
    .orderBy('patient.patient_id')
    .limit(most.patients + 1)
    .execute();
  const idle = asked.where('patient.status', '<>', 'active').select('patient.patient_id').limit(mostLeftOut);
  const { leftOut } = await tx
    .selectFrom(idle.as('idle'))
    .select(sql<number>`count(*)::int`.as('leftOut'))
    .executeTakeFirstOrThrow();
  return {
    recipients: active
      .slice(0, most.patients)
      .map(({ uId, name, ...how }) => ({ uId, name, isReachable: isReachable(how) })),
    leftOut,
    isTooMany: active.length > most.patients,
  };
}

/** A notice goes by the ways that the patient wants. */
const isReachable = (to: { preferredContact: number; email: string; phone: string | null }): boolean =>
  ([0, 3].includes(to.preferredContact) && !isPlaceholder(to.email)) ||
  ([1, 3].includes(to.preferredContact) && to.phone !== null);
