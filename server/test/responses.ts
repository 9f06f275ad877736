/** Assessments that patients are asked, made straight in the tables: what is answered is what a test is about. */
import type { Edge, Graph, Node, QuestionType } from '@portal/contract/assessments/flow.ts';
import type { ModuleName } from '@portal/contract/access.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import { aClinic } from './patients.ts';
import { type Caller, openPortal, type Portal } from './portal.ts';

export const node = (questionNum: number, value: QuestionType, question = `Question ${questionNum}?`): Node => ({
  id: `n${questionNum}`,
  position: { x: 0, y: 0 },
  questionNum,
  questionType: { label: value, value },
  question,
  additionalInfo: `For the clinician ${questionNum}`,
});
export const edge = (source: number, target: number | 'Finished', label = '', flagged = ''): Edge => ({
  id: `e${source}-${target}-${label}`,
  source: `n${source}`,
  target: target === 'Finished' ? 'Finished' : `n${target}`,
  data: { label, flagged },
});

/** 1 asks how it goes; bad leads over 2, a number, to 3, a medication, or to 4; good straight to the end. */
export const graph: Graph = {
  nodes: [node(1, 'MC'), node(2, 'Numeric'), node(3, 'MedInfo'), node(4, 'Checkbox'), node(5, 'Label')],
  edges: [
    edge(1, 'Finished', 'Good', 'false'),
    edge(1, 2, 'Bad,Very bad', 'false,true'),
    edge(2, 3, '0-4', 'false'),
    edge(2, 4, '5-10', 'true'),
    edge(3, 5),
    edge(4, 5, 'Nausea,Headache', 'false,true'),
    edge(4, 'Finished', 'None', 'false'),
  ],
};

export interface Asked {
  surveyId: number;
  definitionId: number;
  eventId: number;
}

let count = 0;
const modules = ['Insurance', 'ClinicalManagement', 'Assessments', 'FollowUp'] as const satisfies ModuleName[];

export async function aSurvey(
  portal: Portal,
  companyId: number,
  asked: Graph = graph,
  name = `Check-in ${(count += 1)}`,
) {
  const [survey] = await portal.rows<{ id: number }>(
    `insert into survey (company_id, name, created_at) values ($1, $2, now()) returning survey_id as id`,
    [companyId, name],
  );
  const surveyId = survey?.id as number;
  return { surveyId, surveyName: name, definitionId: await aDefinition(portal, { companyId, surveyId, name }, asked) };
}

export async function aDefinition(
  portal: Portal,
  { companyId, surveyId, name }: { companyId: number; surveyId: number; name: string },
  asked: Graph,
): Promise<number> {
  const [made] = await portal.rows<{ id: number }>(
    `insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, is_sent, created_at)
     select $1, $2, coalesce(max(number), 0) + 1, $3, $4, true, true, now() from survey_definition where survey_id = $2
     returning survey_definition_id as id`,
    [companyId, surveyId, name, JSON.stringify(asked)],
  );
  return made?.id as number;
}

/** An event of its own, whose schedule asks no more. */
export async function anEvent(
  portal: Portal,
  given: { companyId: number; patientId: number; groupId: number; surveyId: number; definitionId: number },
): Promise<number> {
  const [event] = await portal.rows<{ id: number }>(
    `with asks as (insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at, removed_at)
       values ($1, $3, $4, 'Time', '1w', '', $6, $6) returning trigger_id),
     item as (insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at, ended_at)
       select $1, $2, $4, trigger_id, '1w', '', $6, $6, $6, $6 from asks returning schedule_item_id)
     insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
     select $1, $2, $4, $5, schedule_item_id, $6, $6::timestamptz + interval '7 days', false from item returning survey_event_id as id`,
    [given.companyId, given.patientId, given.groupId, given.surveyId, given.definitionId, portal.app.clock.now()],
  );
  return event?.id as number;
}

/** A clinic whose patients can be asked. */
export async function anAskingClinic(portal: Portal, asked: Graph = graph) {
  const clinic = await aClinic(portal, modules);
  const survey = await aSurvey(portal, clinic.companyId, asked);
  const event = (patientId: number, of: Pick<Asked, 'surveyId' | 'definitionId'> = survey) =>
    anEvent(portal, { companyId: clinic.companyId, groupId: clinic.groups.heart, patientId, ...of });
  /** An answer to everything that the way asks, as a person sends it. */
  const body = (by: Caller, patientId: number, eventId: number, given: Record<number, string>, more: object = {}) =>
    bodyOf({ by, patientId, eventId, surveyId: survey.surveyId, given }, more);
  const submits = (by: Caller, patientId: number, eventId: number, given: Record<number, string>, more: object = {}) =>
    by.call(api.submitResponse, { body: body(by, patientId, eventId, given, more) });
  return { ...portal, ...clinic, survey, event, body, submits };
}

export const bodyOf = (
  one: { by: Caller; patientId: number; eventId: number; surveyId: number; given: Record<number, string> },
  more: object = {},
) => ({
  careProviderId: one.by.providerId,
  u_id: one.patientId,
  survey_event_id: one.eventId,
  surveyId: one.surveyId,
  time_completed: '2026-01-02T03:04:05.000Z',
  numQuestions: Object.keys(one.given).length,
  answers: Object.entries(one.given).map(([number, answer]) => ({ questionNum: Number(number), answer })),
  flaggedQuestions: [],
  medications: [],
  ...more,
});

/** 1 and 2 are flagged, 3 is a medication; five questions are shown with the label. */
export const ways = {
  good: { 1: 'Good' },
  medication: { 1: 'Bad', 2: '4', 3: 'Aurelix,50 mg,30', 5: '' },
  flagged: { 1: 'Very bad', 2: '9', 4: 'None|Headache' },
} as const;

/** One patient of such a clinic with an event to answer, and the calls around it. */
export async function anAskedPatient(asked?: Graph) {
  const portal = await openPortal();
  const s = await anAskingClinic(portal, asked);
  const patientId = await s.anActivePatient();
  const eventId = await s.event(patientId);
  const { nurse, other, root } = s.people;
  const submit = (given: Record<number, string>, more: object = {}) =>
    s.submits(nurse, patientId, eventId, given, more);
  const review = (given: Record<number, string>, more: object = {}, by = nurse) =>
    by.call(api.reviewResponse, { body: s.body(by, patientId, eventId, given, more) });
  const query = { u_id: patientId, survey_event_id: eventId };
  const read = async (by = nurse) => (await by.call(api.readResponses, { query })).reply.responses;
  return { ...s, portal, patientId, eventId, nurse, other, root, submit, review, query, read };
}
