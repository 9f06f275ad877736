/** A clinic whose groups ask their patients for assessments, and a clock that stands where the test wants it. */
import type { ModuleName } from '@portal/contract/access.ts';
import * as patients from '@portal/contract/patients/endpoints.ts';
import { makeDueEvents } from '#rooms/schedules/door.ts';
import { aClinic } from './patients.ts';
import { type Caller, openPortal, type Portal } from './portal.ts';

const atNine = '2031-01-10T09:00:00.000Z';
const dayMs = 86_400_000;
const modules = ['ClinicalManagement', 'Assessments', 'FollowUp'] as const satisfies ModuleName[];

/** Two questions; the second option of the first one is flagged. */
export const aGraph = {
  nodes: [
    { id: 'a', questionNum: 1, value: 'MC', question: 'Do you feel well?' },
    { id: 'b', questionNum: 2, value: 'TextInput', question: 'Anything else?' },
  ].map(({ value, ...node }) => ({
    ...node,
    position: { x: 0, y: 0 },
    questionType: { label: value, value },
    additionalInfo: '',
  })),
  edges: [
    { id: 'ab', source: 'a', target: 'b', data: { label: 'Yes,No', flagged: 'false,true' } },
    { id: 'bf', source: 'b', target: 'Finished', data: { label: '', flagged: '' } },
  ],
};

export async function openSchedules(...given: Parameters<typeof openPortal>) {
  const portal = await openPortal(...given);
  portal.app.clock.set(new Date(atNine));
  return { ...portal, ...(await schedulesOf(portal)) };
}
export type Schedules = Awaited<ReturnType<typeof openSchedules>>;

async function schedulesOf(portal: Portal) {
  const clinic = await aClinic(portal, modules);
  const { clock } = portal.app;
  const { companyId } = clinic;
  for (const person of Object.values(clinic.people)) signsInAnew(portal, person);
  const setClock = (at: string | Date) => clock.set(new Date(at));
  return {
    ...clinic,
    setClock,
    forward: (days: number) => setClock(new Date(clock.now().getTime() + days * dayMs)),
    makeDue: () => makeDueEvents(portal.app),
    aSurvey: (name = 'Weekly check', isUsable = true, ofCompany = companyId) =>
      aSurvey(portal, ofCompany, name, isUsable),
    /** As saving under another name what was sent: the next definition. */
    renames: async (surveyId: number, name: string) => {
      await portal.rows('update survey set name = $2, definition = definition + 1 where survey_id = $1', [
        surveyId,
        name,
      ]);
      await portal.rows(
        `insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, created_at)
         select company_id, survey_id, number + 1, $2, graph, is_usable, now() from survey_definition where survey_id = $1
         order by number desc limit 1`,
        [surveyId, name],
      );
    },
    asks: (careGroupId: number, surveyId: number, every: string, type = 'Time') =>
      idOf(
        portal,
        `insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at)
         select company_id, care_group_id, $2, $4, $3, '', $5 from care_group where care_group_id = $1 returning trigger_id as id`,
        [careGroupId, surveyId, every, type, clock.now()],
      ),
    changes: (triggerId: number, every: string, type = 'Time') =>
      portal.rows(
        'update workflow_survey set trigger_value = $2, trigger_type = $3, changed_at = $4, version = version + 1 where trigger_id = $1',
        [triggerId, every, type, clock.now()],
      ),
    asksNoMore: (triggerId: number) =>
      portal.rows('update workflow_survey set removed_at = $2 where trigger_id = $1', [triggerId, clock.now()]),
    items: (patientId: number) =>
      portal.rows<{ id: number; survey: number; every: string; starts: Date; next: Date; ended: Date | null }>(
        `select schedule_item_id as id, survey_id as survey, recurrence as every, starts_at as starts, next_at as next, ended_at as ended
         from schedule_item where patient_id = $1 order by schedule_item_id`,
        [patientId],
      ),
    events: (patientId: number) =>
      portal.rows<{ id: number; started: Date; due: Date; tells: boolean; ended: Date | null; answered: Date | null }>(
        `select survey_event_id as id, started_at as started, due_at as due, tells_patient as tells, ended_at as ended, answered_at as answered
         from survey_event where patient_id = $1 order by started_at, survey_event_id`,
        [patientId],
      ),
    answer: (eventId: number, given: { flagged?: number[]; reviewed?: boolean; at?: Date } = {}) =>
      answered(portal, eventId, given.at ?? clock.now(), given),
    deactivate: (u_id: number) =>
      clinic.people.root.call(patients.removePatient, { query: { u_id, removal_type: 'deactivate' } }),
  };
}

/** The clock is moved by days and months, which no session outlives. */
function signsInAnew(portal: Pick<Portal, 'signedIn' | 'app'>, person: Caller): void {
  let [session, since] = [{ call: person.call }, portal.app.clock.now().getTime()];
  person.call = async (...asked) => {
    const now = portal.app.clock.now().getTime();
    if (Math.abs(now - since) > 5 * 60_000) [session, since] = [await portal.signedIn(person.providerId), now];
    return session.call(...asked);
  };
}

const idOf = async (portal: Pick<Portal, 'rows'>, text: string, values: unknown[]): Promise<number> =>
  (await portal.rows<{ id: number }>(text, values))[0]?.id as number;

/** Active patients, all in one group from now on. */
export async function addPatients(s: Schedules, n: number, careGroupId: number): Promise<void> {
  await s.rows(
    `with added as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       select $1, 'Ada', 'Many' || n, '1950-01-01', 1, 'many' || n || '@mail.example', 'active', 1, -1, 'many' || n, now() from generate_series(1, $2) n
       returning patient_id),
     joined as (insert into patient_care_group (patient_id, care_group_id, company_id, joined_at) select patient_id, $3, $1, $4 from added)
     insert into patient_step (company_id, patient_id, kind, what, at) select $1, patient_id, 'group', 'Added to a care group', $4 from added`,
    [s.companyId, n, careGroupId, s.app.clock.now()],
  );
}

export async function aSurvey(portal: Pick<Portal, 'rows' | 'app'>, companyId: number, name: string, isUsable = true) {
  const surveyId = await idOf(
    portal,
    'insert into survey (company_id, name, created_at) values ($1, $2, $3) returning survey_id as id',
    [companyId, name, portal.app.clock.now()],
  );
  await portal.rows(
    `insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, created_at) values ($1, $2, 1, $3, $4, $5, $6)`,
    [companyId, surveyId, name, isUsable ? JSON.stringify(aGraph) : null, isUsable, portal.app.clock.now()],
  );
  return surveyId;
}

/** As somebody's answers leave the rows. */
async function answered(
  portal: Pick<Portal, 'rows'>,
  eventId: number,
  at: Date,
  { flagged = [], reviewed = false }: { flagged?: number[]; reviewed?: boolean },
): Promise<number> {
  await portal.rows('update survey_event set answered_at = $2 where survey_event_id = $1', [eventId, at]);
  return idOf(
    portal,
    `insert into survey_response (company_id, survey_event_id, patient_id, survey_id, completed_at, claimed_at, answers, flagged, medications, reviewed_at)
     select company_id, survey_event_id, patient_id, survey_id, $2, $2, '[]', $3, '[]', $4 from survey_event where survey_event_id = $1
     returning response_id as id`,
    [eventId, at, flagged, reviewed ? at : null],
  );
}
