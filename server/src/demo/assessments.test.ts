import { questionsOf, questionTypes } from '@portal/contract/assessments/flow.ts';
import { problemsOf } from '@portal/contract/assessments/graph-problems.ts';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { diabetes, heartFailure, medicines } from './assessment-graphs.ts';
import { seedDemo } from './seed.ts';

test('ANS-06 OPC-30 the three assessments of the demo have every kind of question, options that are flagged, and no problem', () => {
  const all = [heartFailure, diabetes, medicines];
  expect(all.map((graph) => problemsOf(graph))).toEqual([[], [], []]);
  const questions = all.map((graph) => questionsOf(graph));
  expect(new Set(questions.flat().map(({ questionType }) => questionType))).toEqual(new Set(questionTypes));
  expect(questions.map((own) => own.some(({ flagged }) => flagged.includes(true)))).toEqual([true, true, true]);
});

test('PTB-05 FUP-02 ACT-15 SCH-01 the clinic of the demo has schedules, answers, open and overdue events, flagged ones that wait, reminders and follow-ups, one of them without notes', async () => {
  const portal = await openPortal();
  await seedDemo(portal.app);
  const [counted] = await portal.rows<Record<string, number>>(
    `select (select count(*)::int from survey where company_id = 2) as surveys,
       (select count(*)::int from schedule_item where company_id = 2 and ended_at is null) as items,
       (select count(*)::int from survey_response where company_id = 2) as answers,
       (select count(*)::int from survey_response where reviewed_at is null and flagged <> '{}') as flagged,
       (select count(*)::int from survey_response where reviewed_at is null) as waiting,
       (select count(*)::int from survey_event where answered_at is null and ended_at is null) as open,
       (select count(*)::int from survey_event where answered_at is null and ended_at is null and due_at < now()) as overdue,
       (select count(*)::int from flagged_answer where closed_at is not null) as closed,
       (select count(*)::int from flagged_answer where closed_at is null) as unclosed,
       (select count(*)::int from survey_event where tells_patient) as told,
       (select count(*)::int from reminder) as reminders,
       (select count(*)::int from follow_up where at > now()) as coming,
       (select count(*)::int from follow_up where notes = '') as bare`,
  );
  expect(counted).toMatchObject({ surveys: 3, told: 0, bare: 1 });
  for (const [what, least] of Object.entries({
    items: 40,
    answers: 60,
    flagged: 3,
    closed: 20,
    unclosed: 3,
    waiting: 5,
    open: 10,
    overdue: 5,
    reminders: 4,
    coming: 5,
  }))
    expect([what, (counted?.[what] ?? 0) >= least]).toEqual([what, true]);
  // An open event whose usual way meets a question about a medication.
  const met = await portal.rows(
    `select from survey_event join survey_definition using (survey_definition_id)
     where answered_at is null and survey_event.ended_at is null and survey_definition.name = 'Heart failure weekly check'`,
  );
  expect(met.length).toBeGreaterThan(0);
  expect(questionsOf(heartFailure).some(({ questionType }) => questionType === 'MedInfo')).toBe(true);

  // What a person answers fits from week to week, and to what else they say.
  const answered = await portal.rows<{ patient: number; said: Record<string, string>; isFlagged: boolean }>(
    `select patient_id as patient, flagged <> '{}' as "isFlagged",
       (select jsonb_object_agg(one->>'questionNum', one->>'answer') from jsonb_array_elements(answers) one) as said
     from survey_response join survey using (survey_id) where survey.name = $1`,
    [heartFailure.name],
  );
  const weights = Map.groupBy(answered, ({ patient }) => patient);
  for (const [patient, weeks] of weights) {
    const all = weeks.map(({ said }) => Number(said['2']));
    expect([
      patient,
      Math.min(...all) >= 55,
      Math.max(...all) <= 123,
      Math.max(...all) - Math.min(...all) <= 5,
    ]).toEqual([patient, true, true, true]);
  }
  expect(
    answered.map(({ said, isFlagged }) => [said['1'] === 'Much worse', isFlagged]).filter(([a, b]) => a !== b),
  ).toEqual([]);
  // Patients answer on their own side, and have signed in there by then.
  const byStrangers = await portal.rows(
    `select response_id from survey_response response join patient using (patient_id)
     where response.provider_id is null and (patient.type <> 1 or patient.last_login_at is null
       or patient.last_login_at < completed_at - interval '1 minute')`,
  );
  expect(byStrangers).toEqual([]);
  // So have all who did something here.
  const unseen = await portal.rows(
    `select distinct actor_id from audit_entry join provider on provider_id = actor_id
     where not exists (select from sign_in_day where sign_in_day.provider_id = actor_id and day = (at at time zone 'UTC')::date)`,
  );
  expect(unseen).toEqual([]);
});
