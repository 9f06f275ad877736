/** People who submit assessments with what they held in the screen: a medication, an allergy and a goal. */
import type { Graph } from '@portal/contract/assessments/flow.ts';
import { submitResponse } from '@portal/contract/responses/endpoints.ts';
import { aClinic } from './clinic.ts';
import { audits, type Crew, events } from './crew.ts';
import type { Work } from './ledger.ts';

const submitters = 4;
/** A patient has 200 of each kind at most. */
const eventsOfPatient = 150;

/** Two numbers, of which the second is flagged. */
const graph: Graph = {
  nodes: [1, 2].map((questionNum) => ({
    id: `n${questionNum}`,
    position: { x: 0, y: 0 },
    questionNum,
    questionType: { label: 'Numeric', value: 'Numeric' },
    question: `How much of ${questionNum}?`,
    additionalInfo: '',
  })),
  edges: [1, 2].map((number) => ({
    id: `e${number}`,
    source: `n${number}`,
    target: number === 1 ? 'n2' : 'Finished',
    data: { label: '0-10', flagged: String(number === 2) },
  })),
};

const held = ['patient_medication', 'patient_allergy', 'patient_goal'] as const;
const note = (response: string) => `${response}.answers -> 0 ->> 'note'`;

export const submits: Crew = {
  marks: {
    'assessment submitted': `select survey_event_id as mark, count(*) as times from survey_response where company_id = $1 group by 1`,
  },
  halves: {
    'responses to events that are not answered':
      'select 1 from survey_response join survey_event e using (survey_event_id) where e.company_id = $1 and answered_at is distinct from completed_at',
    'answered events without a response':
      'select 1 from survey_event e where company_id = $1 and answered_at is not null and not exists (select from survey_response where survey_event_id = e.survey_event_id)',
    'responses without their flag':
      'select 1 from survey_response r where company_id = $1 and (select count(*) from flagged_answer where response_id = r.response_id) <> 1',
    ...Object.fromEntries(
      held.flatMap((table) => [
        [
          `responses without their ${table}, or with two`,
          `select 1 from survey_response r where company_id = $1 and (select count(*) from ${table} t where t.patient_id = r.patient_id and t.name = ${note('r')}) <> 1`,
        ],
        [
          `${table} of no response`,
          `select 1 from ${table} t where company_id = $1 and not exists (select from survey_response r where r.patient_id = t.patient_id and ${note('r')} = t.name)`,
        ],
        [
          `${table} whose audit entries do not add up`,
          `select 1 from ${table} t where company_id = $1 and (select count(*) from audit_entry a where a.company_id = $1
             and a.record_kind = '${table}' and a.record_id = t.${table}_id::text) <> 1`,
        ],
      ]),
    ),
    'responses whose audit entries do not add up': `select 1 from survey_response r where company_id = $1 and ${audits('survey_response', 'r.response_id', `'response.submitted'`)} <> 1`,
    'responses whose events do not add up': `select 1 from survey_response r where company_id = $1 and ${events('response.changed', 'r.response_id')} <> 1`,
  },

  hire: async ({ world, companyId, expected }) => {
    const clinic = await aClinic(world, companyId, {
      name: 'Assessments',
      // Between one kill and the next some more are acknowledged than are waited for.
      patients: 2 * Math.ceil(expected / eventsOfPatient) + submitters,
      nurses: submitters,
    });
    const [survey] = await world.rows<{ id: number }>(
      `insert into survey (company_id, name, created_at) values ($1, 'Numbers', now()) returning survey_id as id`,
      [companyId],
    );
    const surveyId = survey?.id as number;
    const open = await world.rows<{ patientId: number; id: number }>(
      `with definition as (
         insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, is_sent, created_at)
         values ($1, $2, 1, 'Numbers', $3, true, true, now()) returning survey_definition_id),
       trigger as (
         insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at, removed_at)
         values ($1, $4, $2, 'Time', '1w', '', now(), now()) returning trigger_id),
       item as (
         insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at, ended_at)
         select $1, patient_id, $2, trigger_id, '1w', '', now(), now(), now(), now() from unnest($5::int[]) patient_id, trigger
         returning schedule_item_id, patient_id)
       insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
       select $1, patient_id, $2, survey_definition_id, schedule_item_id, now() - n * interval '1 minute', now(), false
       from item, definition, generate_series(1, ${eventsOfPatient}) n
       returning patient_id as "patientId", survey_event_id as id`,
      [companyId, surveyId, JSON.stringify(graph), clinic.groupId, clinic.patientIds],
    );
    const atWork =
      ({ providerId, token }: (typeof clinic.nurses)[number]) =>
      async ({ next, ask }: Work) => {
        const event = open.pop();
        if (!event) throw new Error('there is no assessment left to submit');
        const name = `HELD-${next()}`;
        const given = { operation: 'add', medicationName: name, dosage: '1 mg', description: 'Daily', notes: 'None' };
        return ask({
          kind: 'assessment submitted',
          mark: String(event.id),
          endpoint: submitResponse,
          token,
          body: {
            careProviderId: providerId,
            u_id: event.patientId,
            survey_event_id: event.id,
            surveyId,
            time_completed: new Date().toISOString(),
            numQuestions: 2,
            answers: [1, 2].map((questionNum) => ({ questionNum, answer: '7', note: questionNum === 1 ? name : '' })),
            flaggedQuestions: [],
            medications: [],
            medicationChanges: [given],
            allergyChanges: [given],
            goalChanges: [{ operation: 'add', goalName: name, goalDescription: 'Walk', notes: 'None' }],
          },
        });
      };
    return { workers: clinic.nurses.map(atWork) };
  },
};
