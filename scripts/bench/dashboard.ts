/** The dashboard of a clinic among many events against among few, and the asking of thousands of patients who are due at once. */
import { setTimeout as pause } from 'node:timers/promises';
import * as clinic from '@portal/contract/clinic/endpoints.ts';
import { startPortal } from '../../e2e/portal.ts';
import { Connection, requestBytes } from './http.ts';
import { openPlainWorld } from './plain-defaults.ts';
import { inTurns } from './rounds.ts';
import type { Row } from './row.ts';
import { settle } from './rows.ts';
import type { World } from './world.ts';

const callers = 4;
const [few, many] = [1_000, 100_000];
const dueAtOnce = 10_000;
const rounds = { rounds: 3, ms: 2_000 };

export async function measureDashboard(): Promise<Row[]> {
  const portal = await startPortal();
  const world = await openPlainWorld(portal);
  const connections = await Promise.all(Array.from({ length: callers }, () => Connection.open(portal.url)));
  try {
    const { companyId, groupId } = await aClinicOf(world, 500);
    const token = await world.tokenFor(await world.aPerson('Nurse', { company_id: companyId }, [groupId]));
    const paths = [
      ...[clinic.countFlagged, clinic.countActivePatients, clinic.countAssessments, clinic.countFollowUps].map(
        ({ path }) => path,
      ),
      `${clinic.listInterventions.path}?g_id=${groupId}`,
    ];
    // As a screen asks: all of it, one after the other.
    const screens = connections.map((connection) => async () => {
      for (const path of paths) {
        const asked = requestBytes(portal.url, 'GET', `/api${path}`, { authorization: `Bearer ${token}` });
        const answer = await connection.ask(asked);
        if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${answer.body.toString()}`);
      }
    });
    await addEvents(world, companyId, few, 100);
    await settle(world);
    const small = await inTurns({ screen: screens }, rounds);
    await addEvents(world, companyId, many - few, 0);
    await settle(world);
    const large = await inTurns({ screen: screens }, rounds);
    const seconds = await askMany(world);
    return [
      {
        what: 'The dashboard of a clinic among 100,000 events against among 1,000, p95',
        value: large.screen.p95 / small.screen.p95,
        unit: '',
        target: { atMost: 2 },
        from: { few: small.screen.p95, many: large.screen.p95 },
      },
      {
        what: 'Asking patients who are due at once',
        value: dueAtOnce / seconds,
        unit: '/s',
        target: null,
        from: { patients: dueAtOnce, seconds },
      },
    ];
  } finally {
    for (const connection of connections) connection.close();
    await world.close();
    await portal.stop();
  }
}

/** A group whose patients are asked every week from now on, as the rows of it have settled. */
async function aClinicOf(world: World, patients: number) {
  const companyId = await world.aCompany(['ClinicalManagement', 'Assessments']);
  const idOf = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await world.rows<{ id: number }>(text, values))[0]?.id as number;
  const groupId = await idOf(
    `insert into care_group (company_id, kind, name, display_name, created_at) values ($1, 'group', 'Ward', 'Ward', now())
     returning care_group_id as id`,
    [companyId],
  );
  const surveyId = await idOf(
    `insert into survey (company_id, name, created_at) values ($1, 'Check', now()) returning survey_id as id`,
    [companyId],
  );
  await world.rows(
    `insert into survey_definition (company_id, survey_id, number, name, graph, is_usable, is_sent, created_at)
     values ($1, $2, 1, 'Check', '{"nodes": [], "edges": []}', true, true, now())`,
    [companyId, surveyId],
  );
  await world.rows(
    `with added as (
       insert into patient (company_id, first_name, last_name, born_on, gender, email, status, type, preferred_contact, username, created_at)
       select $1::int, 'Ada', 'Ward' || n, '1950-03-04', 1, 'ward' || $1 || '-' || n || '@mail.example', 'active', 1, -1, 'ward' || $1 || '-' || n, now()
       from generate_series(1, $3::int) n returning patient_id)
     insert into patient_care_group (company_id, patient_id, care_group_id, joined_at) select $1, patient_id, $2, now() from added`,
    [companyId, groupId, patients],
  );
  await world.rows(
    `insert into workflow_survey (company_id, care_group_id, survey_id, trigger_type, trigger_value, description, added_at)
     values ($1, $2, $3, 'Time', '1w', '', now())`,
    [companyId, groupId, surveyId],
  );
  return { companyId, groupId };
}

let begun = 0;
/** Events of two years, all but the last `open` of them answered, every tenth with a flag that was reviewed. */
async function addEvents(world: World, companyId: number, count: number, open: number): Promise<void> {
  begun += 1;
  await world.rows(
    `with items as (select row_number() over (order by schedule_item_id) - 1 as n, count(*) over () as of_all, * from schedule_item where company_id = $1),
     made as (
       insert into survey_event (company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, started_at, due_at, tells_patient, answered_at)
       select item.company_id, patient_id, survey_id, survey_definition_id, schedule_item_id, at, at + interval '1 day', false,
         case when k <= $2::int - $3::int then at + interval '1 hour' end
       from generate_series(1, $2::int) k join items item on item.n = k % item.of_all join survey_definition using (survey_id)
       cross join lateral (select now() - interval '2 hours' - (k % 730) * interval '1 day' - k * interval '1 millisecond' - $4::int * interval '1 second' as at) one
       returning *)
     insert into survey_response (company_id, survey_event_id, patient_id, survey_id, completed_at, claimed_at, answers, flagged, medications, reviewed_at)
     select company_id, survey_event_id, patient_id, survey_id, answered_at, answered_at, '[]',
       case when survey_event_id % 10 = 0 then '{1}'::int[] else '{}' end, '[]', answered_at
     from made where answered_at is not null`,
    [companyId, count, open, begun],
  );
}

/** The seconds until everybody of a large group who is due has been asked. */
async function askMany(world: World): Promise<number> {
  const { companyId } = await aClinicOf(world, dueAtOnce);
  const began = performance.now();
  await world.rows('update schedule_item set next_at = now() where company_id = $1', [companyId]);
  await world.rows(`select pg_notify('portal_job', 'ask-patients')`, []);
  for (;;) {
    const [asked] = await world.rows<{ n: number }>(
      'select count(*)::int as n from survey_event where company_id = $1',
      [companyId],
    );
    const seconds = (performance.now() - began) / 1_000;
    if (asked?.n === dueAtOnce) return seconds;
    if (seconds > 120) throw new Error(`Of ${dueAtOnce} patients ${asked?.n} were asked within two minutes.`);
    await pause(100);
  }
}
