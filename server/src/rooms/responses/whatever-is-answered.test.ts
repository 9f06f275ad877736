/** Whatever definition is asked and however it is answered, and whenever the database loses hold: all of it is stored, or nothing. */
import {
  type Answer,
  type Graph,
  hasOptions,
  questionsOf,
  questionTypes,
  walk,
} from '@portal/contract/assessments/flow.ts';
import { problemsOf } from '@portal/contract/assessments/graph-problems.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPortal } from '#test/portal.ts';
import { aDefinition, anAskingClinic, bodyOf, edge, node, ways } from '#test/responses.ts';

/** Branches lead to higher numbers alone, the first one to the very next: all are reached, and every way ends. */
const graphs = fc
  .array(
    fc.record({
      type: fc.constantFrom(...questionTypes),
      options: fc.integer({ min: 1, max: 4 }),
      jumps: fc.array(fc.nat(5), { minLength: 4, maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 9 },
  )
  .map((made): Graph => {
    const edges = made.flatMap(({ type, options, jumps }, i) =>
      Array.from({ length: hasOptions(type) ? options : 1 }, (_, k) => {
        const target = k === 0 ? i + 2 : i + 2 + (jumps[k] ?? 0);
        const label = type === 'Numeric' ? `${k * 10}-${k * 10 + 9}` : hasOptions(type) ? `O${k}` : '';
        return edge(i + 1, target > made.length ? 'Finished' : target, label, label && String((i + k) % 3 === 0));
      }),
    );
    return {
      nodes: made.map(({ type }, i) => node(i + 1, type)),
      edges: edges.map((one, i) => ({ ...one, id: `e${i}` })),
    };
  });

/** Right and wrong ones, of questions on the way, off it and nowhere, some of them twice. */
const anyAnswer = fc.record({
  questionNum: fc.integer({ min: 1, max: 10 }),
  answer: fc.constantFrom(
    'O0',
    'O1',
    'O1|O0',
    'O1|O1',
    '',
    '5',
    '15',
    '99',
    '-1',
    'well',
    'Aurelix,50 mg,30',
    'A|B',
    'A,1,0',
  ),
});

/** The way to the end that takes an option of each question by turns. */
function finishedWay(graph: Graph, turn: number): Answer[] {
  const asked = questionsOf(graph);
  const given: Answer[] = [];
  for (let walked = walk(asked, given); walked.missing.length > 0; walked = walk(asked, given)) {
    const question = asked.find(({ questionNum }) => questionNum === walked.missing[0]);
    const option = question?.options[(turn + given.length) % Math.max(question.options.length, 1)];
    const number = option?.split('-')[0];
    const answer =
      question?.questionType === 'Numeric'
        ? number
        : (option ?? { MedInfo: 'Aurelix,50 mg,30' }[question?.questionType as 'MedInfo'] ?? 'Aurelix');
    given.push({ questionNum: question?.questionNum ?? 0, answer: answer ?? '' });
  }
  return given;
}

test('ANS-03 ANS-04 OPC-28 OPC-30 of 40 generated definitions the server takes exactly what their walk finishes, with the flags of that walk', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const s = await anAskingClinic(portal);
  const patientId = await s.anActivePatient();
  const { surveyId } = s.survey;
  const { nurse } = s.people;
  let [taken, refused] = [0, 0];
  for (const [turn, graph] of fc.sample(graphs, { numRuns: 40, seed: 4_711 }).entries()) {
    expect(problemsOf(graph)).toEqual([]);
    const asked = questionsOf(graph);
    const definitionId = await aDefinition(portal, { companyId: s.companyId, surveyId, name: 'Generated' }, graph);
    const eventId = await s.event(patientId, { surveyId, definitionId });
    const sound = finishedWay(graph, turn);
    const tried = [
      ...fc.sample(fc.array(anyAnswer, { maxLength: 6 }), { numRuns: 4, seed: turn }),
      sound.slice(0, -1),
      [...sound, { questionNum: 77, answer: 'x' }],
      [...sound, ...sound.slice(-1)],
      sound,
    ];
    for (const answers of tried) {
      const walked = walk(asked, answers);
      const isOnce = new Set(answers.map(({ questionNum }) => questionNum)).size === answers.length;
      const isSound = isOnce && walked.isFinished && walked.wrong.length === 0 && walked.off.length === 0;
      const body = {
        ...bodyOf({ by: nurse, patientId, eventId, surveyId, given: {} }),
        answers,
        numQuestions: walked.shown.length,
      };
      const { status, reply } = await nurse.call(api.submitResponse, { body });
      expect([status, JSON.stringify(answers)]).toEqual([isSound ? 200 : 400, JSON.stringify(answers)]);
      if (!isSound) {
        refused += 1;
        continue;
      }
      taken += 1;
      expect(await s.rows('select flagged from survey_response where response_id = $1', [reply.responseId])).toEqual([
        { flagged: walked.flagged },
      ]);
      break;
    }
  }
  expect(taken).toBe(40);
  expect(refused).toBeGreaterThan(100);
});

const medication = {
  operation: 'add',
  medicationName: 'Lasix',
  dosage: '20 mg',
  description: 'Mornings',
  notes: 'Weigh',
};
const held = {
  medicationChanges: [medication, medication],
  allergyChanges: [medication],
  goalChanges: [{ operation: 'add', goalName: 'Walk', goalDescription: 'Daily', notes: 'Dog' }],
};

test('REL-02 of 60 submits whose connections are killed at random moments none is stored in part, and repeating the action succeeds', {
  timeout: 300_000,
}, async () => {
  const portal = await openPortal();
  const s = await anAskingClinic(portal);
  const patients: { patientId: number; eventId: number }[] = [];
  for (let n = 0; n < 60; n += 1) {
    const patientId = await s.anActivePatient();
    patients.push({ patientId, eventId: await s.event(patientId) });
  }
  const submit = async ({ patientId, eventId }: { patientId: number; eventId: number }) =>
    s.submits(s.people.nurse, patientId, eventId, ways.flagged, held);
  let isOver = false;
  const killing = (async () => {
    for (; !isOver; )
      await s.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'portal'
           and state <> 'idle' and pid <> pg_backend_pid() and random() < 0.3`,
      );
  })();
  const statuses: number[] = [];
  for (let at = 0; at < patients.length; at += 6)
    statuses.push(...(await Promise.all(patients.slice(at, at + 6).map(submit))).map(({ status }) => status));
  isOver = true;
  await killing;
  expect(statuses.filter((status) => status !== 200).length).toBeGreaterThan(0);
  const stored = () =>
    s.rows<{ found: string }>(
      `select concat_ws(' ', (select count(*) from survey_response r where r.patient_id = p.patient_id),
         (select count(*) from survey_event e where e.patient_id = p.patient_id and e.answered_at is not null),
         (select count(*) from flagged_answer f where f.patient_id = p.patient_id),
         (select count(*) from patient_medication m where m.patient_id = p.patient_id),
         (select count(*) from patient_allergy a where a.patient_id = p.patient_id),
         (select count(*) from patient_goal g where g.patient_id = p.patient_id),
         (select count(*) from audit_entry x join survey_response r on x.record_kind = 'survey_response' and x.record_id = r.response_id::text
            where r.patient_id = p.patient_id)) as found
       from patient p where p.patient_id = any($1) order by p.patient_id`,
      [patients.map(({ patientId }) => patientId)],
    );
  const whole = '1 1 3 2 1 1 1';
  const kinds = new Set((await stored()).map(({ found }) => found));
  expect([...kinds].filter((found) => found !== whole)).toEqual(['0 0 0 0 0 0 0']);
  for (const one of patients) expect([200, 409]).toContain((await submit(one)).status);
  expect(new Set((await stored()).map(({ found }) => found))).toEqual(new Set([whole]));
});
