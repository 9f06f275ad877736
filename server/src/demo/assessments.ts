/** The assessments of the clinic: built, asked, answered, left open and flagged, with reminders and follow-ups. */
import { sql } from 'kysely';
import { created } from '#platform/audit/record.ts';
import type { Clock } from '#platform/core/clock.ts';
import { createSurvey, questionsOfDefinition } from '#rooms/assessments/door.ts';
import { scheduleFollowUp } from '#rooms/follow-ups/door.ts';
import { remindPatient, takesTexts } from '#rooms/outreach/door.ts';
import { patientInSight } from '#rooms/patients/door.ts';
import { closeFlag, storeResponse } from '#rooms/responses/door.ts';
import { makeDueEventsIn } from '#rooms/schedules/door.ts';
import { addWorkflowAssessment } from '#rooms/workflows/door.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { answersOf } from './answers.ts';
import { afterVisit, diabetes, heartFailure, medicines } from './assessment-graphs.ts';
import { noteSignIn } from './patients.ts';
import type { Step } from './step.ts';

interface Plan {
  actAs: ActAs;
  clock: Clock;
  house: Parameters<typeof remindPatient>[1];
  people: Record<'admin' | 'doctor' | 'nurse' | 'harborview', Viewer>;
  /** Does something across companies and comes back inside the fence. */
  asSystem: (work: () => Promise<void>) => Promise<void>;
}

/** Asked for so many days: a trend needs a few points. */
const askedFor = 36;
const dayMs = 86_400_000;

const asked = [
  { survey: heartFailure, group: 'Heart Failure Clinic', value: '1w', description: 'Every week after joining' },
  { survey: diabetes, group: 'Diabetes', value: '1M', description: 'Every month after joining' },
  { survey: medicines, group: 'Cardiology', value: '2w', description: 'Every two weeks after joining' },
] as const;
/** Asked by now once: the clinic without follow-ups has one to answer for each of its patients (ANS-30). */
const askedAtHarborview = {
  survey: afterVisit,
  group: 'Harborview Clinic',
  value: '1w',
  description: 'Every week after the visit',
} as const;

export function planAssessments(plan: Plan): Step[] {
  const { actAs, clock, people, asSystem } = plan;
  const { companyId } = people.admin;
  const build = async (by: Viewer, all: readonly ((typeof asked)[number] | typeof askedAtHarborview)[]) => {
    const act = actAs({ ...by, careGroupIds: null });
    for (const { survey, group, value, description } of all) {
      const surveyId = await createSurvey(act, survey);
      const { id } = await act.tx
        .selectFrom('care_group')
        .select('care_group_id as id')
        .where('name', '=', group)
        .executeTakeFirstOrThrow();
      await addWorkflowAssessment(act, { careGroupId: id, surveyId, type: 'Time', value, description });
    }
  };
  const days = Array.from({ length: askedFor }, (_, n) => askedFor - 1 - n + 0.1);
  const daily = days.map((daysAgo) => ({
    daysAgo,
    companyId,
    run: async () => {
      const { tx } = actAs(people.doctor);
      await asSystem(async () => {
        await makeDueEventsIn(tx, clock);
        // Nobody is told of what the demo made up.
        await tx.updateTable('survey_event').set({ tells_patient: false }).where('tells_patient', '=', true).execute();
      });
      await answer(plan, daysAgo);
      await closeFlags(plan, daysAgo);
    },
  }));
  return [
    { daysAgo: askedFor + 8, companyId, run: () => build(people.admin, asked) },
    {
      daysAgo: 7.11,
      companyId: people.harborview.companyId,
      run: () => build(people.harborview, [askedAtHarborview]),
    },
    ...daily,
    { daysAgo: 3.05, companyId, run: () => remind(plan) },
    { daysAgo: 1.05, companyId, run: () => remind(plan) },
    { daysAgo: 12, companyId, run: () => followUp(plan) },
  ];
}

const closings = [
  'Called: feels better today, and knows when to call again.',
  'Called: the dose was discussed with the physician, who keeps it.',
  'Visited: blood pressure is as before; the next visit is in three days.',
  'Called: comes to the clinic tomorrow morning.',
];

/** What was flagged a day before is looked after; of the last days some still waits. */
async function closeFlags({ actAs, people }: Plan, daysAgo: number): Promise<void> {
  const act = actAs({ ...people.admin, careGroupIds: null, seesWholeCompany: true });
  const open = await act.tx
    .selectFrom('flagged_answer')
    .select('flagged_answer_id as id')
    .where(patientInSight(act.viewer, 'flagged_answer.patient_id'))
    .where('closed_at', 'is', null)
    .where('opened_at', '<', new Date(act.now().getTime() - dayMs))
    .orderBy('flagged_answer_id')
    .execute();
  for (const { id } of open)
    if (daysAgo > 4 || id % 3 === 0)
      await closeFlag(act, { flaggedAnswerId: id, version: undefined, note: closings[id % closings.length] as string });
}

/** What was asked that day: most is answered with a nurse, some by the patient, and some by nobody. */
async function answer({ actAs, people }: Plan, daysAgo: number): Promise<void> {
  const { tx } = actAs(people.doctor);
  const open = await tx
    .selectFrom('survey_event')
    .innerJoin('survey', 'survey.survey_id', 'survey_event.survey_id')
    .innerJoin('patient', 'patient.patient_id', 'survey_event.patient_id')
    .select([
      'survey_event.survey_event_id as id',
      'survey_event.patient_id as patientId',
      'patient.type as patientType',
      'survey_event.survey_definition_id as definitionId',
      'survey.name as surveyName',
    ])
    .where('survey_event.answered_at', 'is', null)
    .where('survey_event.ended_at', 'is', null)
    .where('survey_event.started_at', '>', sql<Date>`${new Date(actAs(people.doctor).now().getTime() - dayMs)}`)
    .orderBy('survey_event.survey_event_id')
    .execute();
  for (const { id, patientId, patientType, definitionId, surveyName } of open) {
    const kind = (id * 7) % 10;
    // Every tenth week stays unanswered; of the last days more, so that the dashboard has something to do.
    if (kind === 9 || (daysAgo < 4 && kind > 4)) continue;
    // On their own side, which others than portal patients do not have.
    const isByPatient = daysAgo < 16 && (kind === 3 || kind === 4) && patientType === 1;
    const by = kind % 2 === 0 && surveyName === heartFailure.name ? people.nurse : people.doctor;
    const questions = await questionsOfDefinition(tx, definitionId);
    const now = actAs(by).now();
    const given = {
      surveyEventId: id,
      providerId: isByPatient ? null : by.providerId,
      answers: answersOf(questions, {
        surveyName,
        patientId,
        week: Math.round(daysAgo / 7),
        isBad: kind === 3 || id % 13 === 5,
      }),
      claimedAt: now,
    };
    if (isByPatient) await noteSignIn(actAs(by), patientId);
    await storeResponse(actAs(isByPatient ? { ...patient, companyId: by.companyId } : by), given);
  }
}

const patient = {
  providerId: null,
  firstName: 'Patient',
  lastName: '',
  type: 'System',
  host: 'localhost',
  requestId: 'demo',
} as const;

/** Some of those who have not answered are reminded. */
async function remind({ actAs, house, people }: Plan): Promise<void> {
  const act = actAs({ ...people.nurse, careGroupIds: null, seesWholeCompany: true });
  const open = await act.tx
    .selectFrom('survey_event')
    .innerJoin('patient', 'patient.patient_id', 'survey_event.patient_id')
    .select(['survey_event.survey_event_id as surveyEventId', 'survey_event.patient_id as patientId'])
    .where('survey_event.answered_at', 'is', null)
    .where('survey_event.ended_at', 'is', null)
    .where('patient.preferred_contact', '<>', -1)
    .where((eb) => eb.or([eb('patient.preferred_contact', '<>', 1), takesTexts(sql.ref('patient.patient_id'))]))
    .orderBy('survey_event.survey_event_id', 'desc')
    .limit(4)
    .execute();
  for (const one of open) await remindPatient(act, house, one);
}

const notes = [
  'Ask whether the ankles are still swollen.',
  'Talk about the new dose and the weight.',
  'Go through the values before breakfast.',
  'Find out who can help with the cream for the feet.',
  'Ask how the walks went.',
];

/** Calls of the last days and the next two weeks, of nurse and doctor; one came from elsewhere, without notes. */
async function followUp({ actAs, people }: Plan): Promise<void> {
  const whole = { careGroupIds: null, seesWholeCompany: true };
  const { tx } = actAs(people.doctor);
  const patients = await tx
    .selectFrom('patient_within')
    .innerJoin('care_group', 'care_group.care_group_id', 'patient_within.care_group_id')
    .select('patient_within.patient_id as id')
    .where('care_group.name', '=', 'Heart Failure Clinic')
    .where('patient_within.status', '=', 'active')
    .orderBy('patient_within.patient_id')
    .limit(14)
    .execute();
  const today = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  for (const [n, { id: patientId }] of patients.entries()) {
    const by = n % 3 === 0 ? people.doctor : people.nurse;
    const at = new Date(today.getTime() + (n - 3) * dayMs + (14 + (n % 5)) * 3_600_000);
    const act = actAs({ ...by, ...whole });
    if (n !== 6) {
      await scheduleFollowUp(act, { patientId, providerId: by.providerId, at, notes: notes[n % notes.length] ?? '' });
      continue;
    }
    // By an import there may be one without notes (FUP-02); the act asks for them.
    const fields = { patient_id: patientId, provider_id: by.providerId, at, notes: '' };
    const { id } = await tx
      .insertInto('follow_up')
      .values({ ...fields, company_id: by.companyId, created_at: act.now() })
      .returning('follow_up_id as id')
      .executeTakeFirstOrThrow();
    await act.record({ action: 'follow_up.scheduled', record: { kind: 'follow_up', id }, changes: created(fields) });
  }
}
