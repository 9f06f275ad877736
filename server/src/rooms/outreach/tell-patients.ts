/**
 * Says to patients that an assessment began, each once (OPC-20). An event is held while it is told of and is told in the same transaction,
 * so that a process that is killed, or several at once, leave nobody out and tell nobody twice (REL-14).
 */
import { sql } from 'kysely';
import { type Act, actOf } from '#platform/act/act.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { companyByCompany } from '#platform/jobs/company-by-company.ts';
import { portalItself, tellGroups, tellPatients } from '#rooms/schedules/door.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { hasAssessments } from '#rooms/responses/door.ts';
import { holdAddresses } from '#rooms/subscriptions/door.ts';
import { brandOf } from './brand-of-patient.ts';
import { type Reached, reachPatient, waysTo } from './reach-patient.ts';

const portion = 50;
type Ground = Pick<House, 'database' | 'clock' | 'brands' | 'env' | 'log'>;

export async function tellPatientsDue(house: Ground): Promise<null> {
  const companies = await house.database.asSystem((tx) =>
    untold(tx).select('event.company_id as id').distinct().orderBy('event.company_id').execute(),
  );
  await companyByCompany(
    { log: house.log, job: tellPatients },
    companies.map(({ id }) => id),
    async (id) => {
      while (await tellNext(house, id));
    },
  );
  return null;
}

const untold = (tx: Tx) =>
  tx
    .selectFrom('survey_event as event')
    .where('event.tells_patient', '=', true)
    .where('event.told_at', 'is', null)
    .where('event.answered_at', 'is', null)
    .where('event.ended_at', 'is', null);

/** The next few of a company; what others are at is left to them. */
async function tellNext(house: Ground, companyId: number): Promise<boolean> {
  const { database, clock } = house;
  const looked = await database.inCompany(companyId, async (tx) => {
    const act = actOf(tx, clock, { ...portalItself, companyId });
    const events = await untold(tx)
      .innerJoin('patient', 'patient.patient_id', 'event.patient_id')
      .select([
        'event.survey_event_id as surveyEventId',
        'event.due_at as dueAt',
        'patient.patient_id as patientId',
        'patient.email',
        'patient.phone',
        'patient.preferred_contact as preferredContact',
        hasAssessments('event.company_id').as('hasAssessments'),
      ])
      .orderBy('event.survey_event_id')
      .limit(portion)
      .forNoKeyUpdate('event')
      .skipLocked()
      // A patient at whom somebody is, is told once it is known what became of it.
      .modifyEnd(sql`for share of patient skip locked`)
      .execute();
    return { told: await tell(house, act, events), all: events.map(({ surveyEventId }) => surveyEventId) };
  });
  // Whoever cannot be reached, or has been told already, is not looked at again; of nobody's record does that change anything.
  const passed = looked.all.filter((id) => !looked.told.includes(id));
  if (passed.length > 0)
    await database.asSystem((tx) =>
      tx
        .updateTable('survey_event')
        .set({ told_at: clock.now() })
        .where('survey_event_id', '=', anyOf(passed))
        .where('told_at', 'is', null)
        .execute(),
    );
  return looked.all.length > 0;
}

/** Tells those who can be reached, and gives their events. */
async function tell(
  house: Ground,
  act: Act<Actor>,
  events: readonly (Reached & { dueAt: Date; hasAssessments: boolean })[],
): Promise<number[]> {
  await holdAddresses(
    act.tx,
    events.map(({ email }) => email),
  );
  const told: { event: Reached; reminderId: number }[] = [];
  for (const event of events) {
    // Whoever was away until it should have been answered does not say so late that it began, nor does a company that asks nobody now.
    const ways = event.hasAssessments && event.dueAt > act.now() ? await waysTo(act, event) : [];
    if (ways.length === 0) continue;
    const brand = await brandOf(house, act.tx, { companyId: act.viewer.companyId, ...event });
    // What waits until then is not told late either.
    const reminderId = await reachPatient(act, brand, event, { kind: 'start', ways, until: event.dueAt });
    if (reminderId !== undefined) told.push({ event, reminderId });
  }
  const [first] = told;
  if (!first) return [];
  const ids = told.map(({ event }) => event.surveyEventId);
  await act.tx
    .updateTable('survey_event')
    .set({ told_at: act.now() })
    .where('survey_event_id', '=', anyOf(ids))
    .execute();
  const patients = told.map(({ event }) => event.patientId);
  await tellGroups(act, 'outreach.changed', first.reminderId, patients);
  return ids;
}
