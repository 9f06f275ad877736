/** The access table: schedules of assessments, outreach, follow-ups and the dashboard of a clinic. */
import type { Lines, Right } from './access-table.ts';
import { answersAssessments, ofPatients } from './access-table-types.ts';
import type { Portal } from './portal.ts';
import { aSurvey } from './schedules.ts';

/** OPC-09. */
const withFollowUps: Right = { ...ofPatients, module: 'FollowUp' };
/** What these calls name besides: an assessment that the site asks, the schedule of a patient, and what was asked of them, and follow-ups. */
export const ofSchedules = ['askedSurvey', 'scheduleItem', 'askedEvent', 'followUp', 'closingFollowUp'] as const;

export async function schedulesIn(portal: Portal, companyId: number, site: number, patient: number) {
  const askedSurvey = await aSurvey(portal, companyId, 'Weekly check');
  const now = portal.app.clock.now();
  await portal.rows(
    `insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at)
     values ($1, $2, $3, 'Time', '1w', '', $4)`,
    [companyId, site, askedSurvey, now],
  );
  const [laid] = await portal.rows<{ item: number; event: number }>(
    `insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
     select company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, $2::timestamptz - interval '1 day', $2, false
     from schedule_item join survey_definition using (company_id, survey_id) where patient_id = $1
     returning schedule_item_id as item, survey_event_id as event`,
    [patient, now],
  );
  const [followUp, closingFollowUp] = (
    await portal.rows<{ id: number }>(
      `insert into follow_up (company_id, patient_id, provider_id, at, notes, created_at)
       select $1, $2, (select min(provider_id) from provider where company_id = $1), $3, 'Call', $3 from generate_series(1, 2)
       returning follow_up_id as id`,
      [companyId, patient, now],
    )
  ).map(({ id }) => id) as [number, number];
  const asked = { askedSurvey, scheduleItem: laid?.item as number, askedEvent: laid?.event as number };
  return { ...asked, followUp, closingFollowUp };
}

export const scheduleCalls: Lines = {
  'GET /assessment-schedule': { who: ofPatients, ask: (t) => ({ query: { u_id: t.patient } }) },
  'PUT /assessment-schedule': {
    who: ofPatients,
    ask: (t) => ({
      query: { u_id: t.patient },
      body: { schedId: t.scheduleItem, sId: t.askedSurvey, recurrence: '2w', RRule: 'FREQ=DAILY' },
    }),
    takes: ['version'],
    ignores: ['RRule'],
  },
  'GET /assessment-schedule/calendar': {
    who: ofPatients,
    ask: (t) => [
      { query: { u_id: t.patient, sDate: '2031-03-01', eDate: '2031-03-31' } },
      { query: { g_id: t.site, sDate: '2031-03-01', eDate: '2031-03-31', zone: 'Pacific/Auckland' } },
    ],
  },
  'GET /outreach/patients': {
    who: ofPatients,
    ask: (t) => ({ query: { u_id: t.patient, survey_event_id: t.askedEvent } }),
  },
  'POST /outreach/patients': {
    who: answersAssessments,
    ask: (t) => ({ body: { u_id: t.patient, outreachType: 'reminder', surveyEventId: t.askedEvent } }),
  },
  'GET /survey-followUp': {
    who: ofPatients,
    ask: (t) => ({
      query: { companyId: t.company, cpId: t.colleague, uId: t.patient, sDate: '2031-03-01', eDate: '2031-03-31' },
    }),
    besides: (t) => [{ query: { companyId: t.company, cpId: [t.colleague], date: '2031-03-05' } }],
    // Of whoever is nobody here there are none.
    answers: { cpId: 200, 'cpId.0': 200 },
    // One number or several.
    ignores: ['cpId', 'cpId.0'],
    takes: ['companyId', 'cpId'],
  },
  'GET /survey-followUp/others': {
    who: ofPatients,
    ask: (t) => ({ query: { companyId: t.company, cpId: t.colleague, sDate: '2031-03-01', eDate: '2031-03-31' } }),
    besides: (t) => [
      { query: { companyId: t.company, cpId: [t.colleague], date: '2031-03-05', zone: 'Pacific/Auckland' } },
    ],
    answers: { cpId: 200, 'cpId.0': 200 },
    // One number or several.
    ignores: ['cpId', 'cpId.0'],
    takes: ['companyId', 'cpId'],
  },
  'POST /survey-followUp': {
    who: withFollowUps,
    ask: (t) => ({
      body: { companyId: t.company, cpId: t.me, uId: t.patient, followUpTime: '2031-03-12T14:00:00Z', notes: 'Call' },
    }),
    takes: ['companyId', 'cpId'],
  },
  'PUT /survey-followUp/time': {
    who: withFollowUps,
    ask: (t) => ({ body: { fId: t.followUp, followUpTime: '2031-03-13T14:00:00Z', cpId: t.me } }),
    takes: ['version', 'cpId'],
  },
  'PUT /survey-followUp/complete': {
    who: withFollowUps,
    ask: (t) => ({ body: { fId: t.closingFollowUp, outcome: 'Reached.' } }),
    takes: ['version'],
  },
  'GET /care-groups/interventions': {
    who: answersAssessments,
    ask: (t) => ({ query: { g_id: t.site } }),
    besides: (t) => [{ query: { g_id: [t.site] } }],
    ignores: ['g_id', 'g_id.0'],
  },
  'GET /analytics/flagged-events': {
    who: ofPatients,
    ask: (t) => ({ query: { company_id: t.company } }),
    takes: ['company_id'],
  },
  'GET /analytics/active-patients': {
    who: ofPatients,
    ask: (t) => ({ query: { company_id: t.company } }),
    takes: ['company_id'],
  },
  'GET /analytics/assessments': {
    who: ofPatients,
    ask: (t) => ({ query: { company_id: t.company } }),
    takes: ['company_id'],
  },
  'GET /analytics/follow-ups': {
    who: ofPatients,
    ask: (t) => ({ query: { company_id: t.company } }),
    takes: ['company_id'],
  },
};
