/** Whom a message to several patients would reach. */
import { most } from '@portal/contract/conversations/rules.ts';
import { sql } from 'kysely';
import { fail } from '#platform/core/fail.ts';
import { anyOf, anyText, type Tx } from '#platform/database/db.ts';
import { listedTo, patientInSight } from '#rooms/patients/door.ts';
import { groupsAreInSight } from '#rooms/schedules/door.ts';
import type { Looker } from './sight.ts';
import { reachOfPatient, withUntold } from './untold.ts';

/** Beyond it they are not counted. */
const mostLeftOut = 10_000;

export async function previewRecipients(
  tx: Tx,
  viewer: Looker,
  { careGroupIds, patientIds, now }: { careGroupIds: readonly number[]; patientIds: readonly number[]; now: Date },
) {
  if (careGroupIds.length > 0 && !(await groupsAreInSight(tx, viewer, careGroupIds))) throw fail('not_found');
  // Of a group, whom no list of theirs has is nobody's to reach.
  const { statuses, types } = listedTo(viewer);
  const asked = tx
    .selectFrom('patient')
    .where(patientInSight(viewer, 'patient.patient_id'))
    .where((eb) =>
      eb.or([
        eb('patient.patient_id', '=', anyOf(patientIds)),
        sql<boolean>`patient.patient_id in (select w.patient_id from patient_within w where w.care_group_id = ${anyOf(careGroupIds)})
          and patient.status = ${anyText(statuses)} and patient.type = ${anyOf(types)}`,
      ]),
    );
  const active = await asked
    .where('patient.status', '=', 'active')
    .select([
      'patient.patient_id as uId',
      sql<string>`concat_ws(' ', patient.first_name, patient.last_name)`.as('name'),
      'patient.born_on as dob',
      ...reachOfPatient,
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
    recipients: (await withUntold(tx, active.slice(0, most.patients), now)).map(({ untold, ...one }) => ({
      ...one,
      isReachable: untold === null,
    })),
    leftOut,
    isTooMany: active.length > most.patients,
  };
}
