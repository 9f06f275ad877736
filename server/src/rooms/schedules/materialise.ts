/**
 * Makes an event of each occurrence that is due (OPC-20). Each statement leaves the items behind as far as they have come, so that a
 * process that is killed, or several at once, ask nothing twice and leave nothing out (REL-14).
 */
import { sql } from 'kysely';
import { tellsWithinMinutes } from '@portal/contract/schedules/rules.ts';
import { actOf } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { job } from '#platform/jobs/job.ts';
import { wakes } from '#platform/jobs/jobs.ts';
import { definitionsForEvents } from '#rooms/assessments/door.ts';
import { dueOf } from './present.ts';
import { tellGroups } from './tell.ts';

/** Every minute, and in between when something becomes due. */
export const askPatients = job({ name: 'ask-patients', at: '* * * * *' });
/** Says to patients that something began; the outreach does it. */
export const tellPatients = job({ name: 'tell-patients', at: '* * * * *' });

const portion = 500;
const minuteMs = 60_000;
type Ground = Pick<House, 'database' | 'clock'>;

/** Makes all events that are due, the oldest first. Gives the time until the next one is, where it comes before the next minute. */
export async function makeDueEvents(house: Ground): Promise<number | null> {
  while (await house.database.asSystem((tx) => makeNext(house, tx)));
  return house.database.asSystem(async (tx) => {
    const { next } = await tx
      .selectFrom('schedule_item')
      .where('ended_at', 'is', null)
      .select((eb) => eb.fn.min('next_at').as('next'))
      .executeTakeFirstOrThrow();
    // What another process is making at this moment is due and yet not to be had.
    const wait = next && Math.max(1_000, next.getTime() - house.clock.now().getTime());
    return wait !== null && wait <= minuteMs ? wait : null;
  });
}

/** The same within a transaction of the system, for who has one. */
export async function makeDueEventsIn(tx: Tx, clock: Ground['clock']): Promise<void> {
  while (await makeNext({ clock }, tx));
}

interface Made {
  id: number;
  companyId: number;
  patientId: number;
  surveyId: number;
  surveyDefinitionId: number;
  scheduleItemId: number;
  startedAt: Date;
  dueAt: Date;
  tells: boolean;
}

/** One occurrence of each of the next items; what others are at is left to them. */
async function makeNext({ clock }: Pick<Ground, 'clock'>, tx: Tx): Promise<boolean> {
  const now = clock.now();
  const due = await tx
    .selectFrom('schedule_item')
    .select([
      'schedule_item_id as id',
      'company_id as companyId',
      'patient_id as patientId',
      'survey_id as surveyId',
      'next_at as at',
    ])
    .where('ended_at', 'is', null)
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .orderBy('schedule_item_id')
    .limit(portion)
    .forNoKeyUpdate()
    .skipLocked()
    .execute();
  if (due.length === 0) return false;
  const definitions = await definitionsForEvents(tx, [...new Set(due.map(({ surveyId }) => surveyId))]);
  const taken = due.map(({ id }) => id);
  // Whoever was away for longer is not told of what has been missed (REL-14).
  const told = new Date(now.getTime() - tellsWithinMinutes * minuteMs);
  const { rows: made } = await sql<Made>`
    insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
    select item.company_id, item.patient_id, item.survey_id, known.definition, item.schedule_item_id, item.next_at,
      item.next_at + ${`${dueOf(new Date(0)).getTime()} ms`}::interval, item.next_at > ${told} and item.next_at >= item.made_at
    from schedule_item item
    join unnest(${definitions.map(({ surveyId }) => surveyId)}::int[], ${definitions.map(({ id }) => id)}::int[])
      as known (survey_id, definition) using (survey_id)
    where item.schedule_item_id = ${anyOf(taken)}
    on conflict (schedule_item_id, started_at) do nothing
    returning survey_event_id as id, company_id as "companyId", patient_id as "patientId", survey_id as "surveyId",
      survey_definition_id as "surveyDefinitionId", schedule_item_id as "scheduleItemId", started_at as "startedAt", due_at as "dueAt",
      tells_patient as tells`.execute(tx);
  await sql`
    update schedule_item set next_occurrence = occurrence_after(recurrence, starts_at, next_at),
      next_at = occurrence_at(recurrence, starts_at, occurrence_after(recurrence, starts_at, next_at))
    where schedule_item_id = ${anyOf(taken)}`.execute(tx);
  for (const [companyId, events] of Map.groupBy(made, (event) => event.companyId)) {
    const act = actOf(tx, clock, { ...portal, companyId });
    const patients = events.map(({ patientId }) => patientId);
    await act.record(
      ...events.map(({ id, patientId, surveyId, surveyDefinitionId, scheduleItemId, startedAt, dueAt }) => ({
        action: 'assessment.asked' as const,
        record: { kind: 'survey_event' as const, id },
        changes: created({ patientId, surveyId, surveyDefinitionId, scheduleItemId, startedAt, dueAt }),
      })),
    );
    // Once for each group: their screens read anew whatever is open there.
    await tellGroups(act, 'survey_event.changed', events[0]?.id as number, patients);
  }
  if (made.some(({ tells }) => tells)) await sql`select pg_notify(${wakes}, ${tellPatients.name})`.execute(tx);
  return true;
}

export const portal = {
  providerId: null,
  firstName: 'System',
  lastName: '',
  type: 'System',
  host: 'local',
  requestId: 'assessments',
} as const;
