/** Submitting an assessment: against the same rows in one bare transaction, and among many responses against among few. */
import type { Graph } from '@portal/contract/assessments/flow.ts';
import { submitResponse } from '@portal/contract/responses/endpoints.ts';
import type pg from 'pg';
import { startPortal } from '../../e2e/portal.ts';
import { barePool } from './bare.ts';
import { Connection, requestBytes } from './http.ts';
import { openPlainWorld } from './plain-defaults.ts';
import { inTurns } from './rounds.ts';
import type { Row } from './row.ts';
import { settle } from './rows.ts';
import { auditText, eventText, valuesOf } from './written-rows.ts';
import type { World } from './world.ts';

const callers = 8;
const [few, many] = [1_000, 100_000];
const rounds = { rounds: 3, ms: 2_000 };
/** More than the rounds can use up. */
const events = 24_000;

/** Twelve numbers one after the other, of which the last is flagged. */
const questions = Array.from({ length: 12 }, (_, i) => i + 1);
const graph: Graph = {
  nodes: questions.map((questionNum) => ({
    id: `n${questionNum}`,
    position: { x: 0, y: 0 },
    questionNum,
    questionType: { label: 'Numeric', value: 'Numeric' },
    question: `How much of ${questionNum}?`,
    additionalInfo: '',
  })),
  edges: questions.map((number) => ({
    id: `e${number}`,
    source: `n${number}`,
    target: number === 12 ? 'Finished' : `n${number + 1}`,
    data: { label: '0-10', flagged: String(number === 12) },
  })),
};
const answers = questions.map((questionNum) => ({ questionNum, answer: '7', note: '' }));
const kept = JSON.stringify(
  answers.map((one) => ({ ...one, question: `How much of ${one.questionNum}?`, questionType: 'Numeric' })),
);

export async function measureSubmitting(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openPlainWorld(portal);
  const bare = barePool(world.connection);
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(portal.url)));
  try {
    const clinic = await aClinicOf(world);
    const open = await openEvents(world, clinic, events);
    const nextEvent = (patientId: number): number => {
      const id = open.get(patientId)?.pop();
      if (id === undefined) throw new Error('There are no events left to answer.');
      return id;
    };
    const submits = clinic.patients.map((patientId, i) => async () => {
      const body = {
        careProviderId: clinic.providerId,
        u_id: patientId,
        survey_event_id: nextEvent(patientId),
        surveyId: clinic.surveyId,
        time_completed: new Date().toISOString(),
        numQuestions: answers.length,
        answers,
        flaggedQuestions: [],
        medications: [],
      };
      const headers = { authorization: `Bearer ${clinic.token}` };
      const answer = await (connections[i] as Connection).ask(
        requestBytes(portal.url, 'POST', `/api${submitResponse.path}`, headers, body),
      );
      if (answer.status !== 200) throw new Error(`A submit was answered ${answer.status}: ${answer.body.toString()}`);
    });
    const plain = clinic.patients.map((patientId) => () => insertRows(bare, clinic, patientId, nextEvent(patientId)));
    await answered(world, clinic, few);
    await settle(world);
    const small = await inTurns({ submit: submits, transaction: plain }, rounds);
    await answered(world, clinic, many);
    await settle(world);
    const large = await inTurns({ submit: submits }, rounds);
    return [
      {
        what: 'Submitting an assessment against the same rows in one bare transaction',
        value: small.submit.perSecond / small.transaction.perSecond,
        unit: '',
        target: null,
        from: { acts: small.submit.perSecond, transactions: small.transaction.perSecond, p95: small.submit.p95 },
      },
      {
        what: 'Submitting an assessment among 100,000 responses against among 1,000, p95',
        value: large.submit.p95 / small.submit.p95,
        unit: '',
        target: { atMost: 2 },
        from: { few: small.submit.p95, many: large.submit.p95, acts: large.submit.perSecond },
      },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await bare.end();
    await world.close();
    await portal.stop();
  }
}

type Clinic = Awaited<ReturnType<typeof aClinicOf>>;

/** A patient for each caller, since those of one patient wait for each other. */
async function aClinicOf(world: World) {
  const companyId = await world.aCompany(['ClinicalManagement', 'Assessments']);
  const idOf = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await world.rows<{ id: number }>(text, values))[0]?.id as number;
  const groupId = await idOf(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Clinic', 'Clinic', now())
     returning care_group_id as id`,
    [companyId],
  );
  const providerId = await world.aPerson('Nurse', { company_id: companyId }, [groupId]);
  const surveyId = await idOf(
    `insert into survey (company_id, name, created_at) values ($1, 'Numbers', now()) returning survey_id as id`,
    [companyId],
  );
  const definitionId = await idOf(
    `insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, is_sent, created_at)
     values ($1, $2, 1, 'Numbers', $3, true, true, now()) returning survey_definition_id as id`,
    [companyId, surveyId, JSON.stringify(graph)],
  );
  const triggerId = await idOf(
    `insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at, removed_at)
     values ($1, $2, $3, 'Time', '1w', '', now(), now()) returning trigger_id as id`,
    [companyId, groupId, surveyId],
  );
  const patients: number[] = [];
  for (let n = 0; n < callers; n += 1) {
    const patientId = await idOf(
      `insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       values ($1, 'Ada', 'Patient', '1950-03-04', 1, $2, 'active', 1, 0, $2, now()) returning patient_id as id`,
      [companyId, `bench${companyId}-${n}@mail.example`],
    );
    await world.rows(
      'insert into patient_care_group (company_id, patient_id, care_group_id, joined_at) values ($1, $2, $3, now())',
      [companyId, patientId, groupId],
    );
    await world.rows(
      `insert into schedule_item (company_id, patient_id, survey_id, trigger_id, recurrence, rule, starts_at, made_at, next_at, ended_at)
       values ($1, $2, $3, $4, '1w', '', now(), now(), now(), now())`,
      [companyId, patientId, surveyId, triggerId],
    );
    patients.push(patientId);
  }
  return { companyId, groupId, providerId, surveyId, definitionId, patients, token: await world.tokenFor(providerId) };
}

let begun = 0;
/** Events of all patients, those of each by number. */
async function openEvents(world: World, clinic: Clinic, count: number): Promise<Map<number, number[]>> {
  begun += 1;
  const made = await world.rows<{ patientId: number; id: number }>(
    `insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient)
     select company_id, patient_id, survey_id, $2, schedule_item_id, now() - $4 * interval '1000 days' - n * interval '1 second', now(), false
     from schedule_item, generate_series(1, $3::int) n where company_id = $1
     returning patient_id as "patientId", survey_event_id as id`,
    [clinic.companyId, clinic.definitionId, Math.ceil(count / callers), begun],
  );
  return new Map(
    [...Map.groupBy(made, ({ patientId }) => patientId)].map(([id, rows]) => [id, rows.map((row) => row.id)]),
  );
}

/** So many responses are there already. */
async function answered(world: World, clinic: Clinic, count: number): Promise<void> {
  const ids = [...(await openEvents(world, clinic, count)).values()].flat();
  for (let from = 0; from < ids.length; from += 20_000)
    await world.rows(
      `with stored as (
         insert into survey_response (company_id, survey_event_id, patient_id, survey_id, provider_id, reviewer_id, reviewed_at, completed_at,
           claimed_at, answers, flagged, medications)
         select company_id, survey_event_id, patient_id, survey_id, $2, $2, started_at, started_at, started_at, $3, '{12}', '[]'
         from survey_event where survey_event_id = any($1::int[])
         returning response_id, company_id, patient_id, survey_event_id, completed_at),
       flagged as (
         insert into flagged_answer (company_id, response_id, patient_id, question_num, question, answer, opened_at)
         select company_id, response_id, patient_id, 12, 'Question 12?', 'Yes', completed_at from stored returning response_id)
       update survey_event set answered_at = started_at where survey_event_id in (select survey_event_id from stored)`,
      [ids.slice(from, from + 20_000), clinic.providerId, kept],
    );
}

/** The same rows as plain `pg` would write them. */
async function insertRows(pool: pg.Pool, clinic: Clinic, patientId: number, eventId: number): Promise<void> {
  const { companyId, providerId, surveyId, groupId } = clinic;
  const values = valuesOf({ companyId, trialId: 0, siteId: groupId, number: '1' });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const added = await client.query<{ response_id: number }>({
      name: 'response',
      text: `insert into survey_response (company_id, survey_event_id, patient_id, survey_id, provider_id, reviewer_id, reviewed_at, completed_at,
               claimed_at, answers, flagged, medications) values ($1, $2, $3, $4, $5, $5, now(), now(), now(), $6, '{12}', '[]') returning response_id`,
      values: [companyId, eventId, patientId, surveyId, providerId, kept],
    });
    const id = added.rows[0]?.response_id ?? 0;
    await client.query({
      name: 'flag',
      text: 'insert into flagged_answer (company_id, response_id, patient_id, question_num, question, answer, opened_at) values ($1, $2, $3, 12, $4, $5, now())',
      values: [companyId, id, patientId, 'Question 12?', 'Yes'],
    });
    await client.query({
      name: 'answered',
      text: 'update survey_event set answered_at = now() where survey_event_id = $1',
      values: [eventId],
    });
    await client.query({ name: 'audit', text: auditText, values: values.audit(id) });
    await client.query({ name: 'event', text: eventText, values: values.event(id) });
    await client.query('commit');
  } finally {
    client.release();
  }
}
