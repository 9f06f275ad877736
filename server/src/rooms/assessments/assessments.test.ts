import * as api from '@portal/contract/assessments/endpoints.ts';
import { expect, test } from 'vitest';
import { aClinic } from '#test/patients.ts';
import { type Caller, onItsOwn, openPortal } from '#test/portal.ts';
import { definitionsForEvents } from './door.ts';

const nodeOf = (questionNum: number | null, value = 'TextInput', over: object = {}) => ({
  id: `q${questionNum}`,
  position: { x: 10, y: 20 },
  questionNum,
  questionType: { label: value === 'MC' ? 'Multiple Choice' : 'Text Input', value },
  question: `Question number ${questionNum}?`,
  additionalInfo: '',
  ...over,
});
const edgeOf = (source: string, target: string, label = '', flagged = '') => ({
  id: `${source}-${target}`,
  source,
  target,
  data: { label, flagged },
});
const sound = {
  nodes: [nodeOf(1, 'MC'), nodeOf(2)],
  edges: [edgeOf('q1', 'q2', 'Yes,No', 'false,true'), edgeOf('q2', 'Finished')],
};

async function openBuilder() {
  const portal = await openPortal();
  const clinic = await aClinic(portal, ['ClinicalManagement', 'Assessments']);
  const { companyId, groups } = clinic;
  const people = {
    admin: clinic.people.root,
    ofWard: await portal.signedIn(
      await portal.aPerson('Nurse', { company_id: companyId, admin_rights: true }, [groups.heart]),
    ),
    nurse: clinic.people.nurse,
    abroad: (await aClinic(portal, ['ClinicalManagement'])).people.root,
  } satisfies Record<string, Caller>;
  const create = (surveyName = 'Weekly check', graph: object = { nodes: [], edges: [] }, by = people.admin) =>
    by.call(api.createSurvey, { body: { surveyName, ...graph, companyId } });
  const save = (surveyId: number, graph: object, over: object = {}, by = people.admin) =>
    by.call(api.saveSurvey, { body: { surveyName: 'Weekly check', ...graph, surveyId, companyId, ...over } });
  const read = async (surveyId: number, over: object = {}, by = people.admin) => {
    const answer = await by.call(api.readSurveys, { query: { companyId, surveyId, ...over } });
    return 'surveyDetails' in (answer.reply ?? {})
      ? (answer.reply as unknown as { surveyDetails: api.SurveyDetail[] }).surveyDetails[0]
      : answer;
  };
  return { ...portal, companyId, people, create, save, read };
}

test('APA-01 APA-02 APA-03 ASB-05 ASB-24 ASB-26 an assessment is created empty, saved with its graph, and reads as it was saved', async () => {
  const s = await openBuilder();
  const created = await s.create();
  const { surveyId } = created.reply;
  expect(created.body).toEqual({ message: 'Assessment created.', surveyId });
  const list = () => s.people.admin.call(api.readSurveys, { query: { companyId: s.companyId } });
  expect((await list()).body).toMatchObject({
    surveys: [
      { surveyId, surveyName: 'Weekly check', hasQuestionGraph: 'true', defaultRecurrence: 0, isUsable: false },
    ],
  });
  const saved = await s.save(surveyId, sound, { version: 1 });
  expect(saved.body).toEqual({ message: 'Assessment saved.', version: 2, definition: 1 });
  const detail = (await s.read(surveyId)) as api.SurveyDetail;
  expect(JSON.parse(detail.questionsGraph)).toEqual(sound);
  expect([detail.hasQuestionGraph, detail.isUsable, detail.definitions]).toMatchObject([
    'true',
    true,
    [{ definition: 1, isSent: false, isUsable: true }],
  ]);
  // The same once more is no change.
  expect((await s.save(surveyId, sound)).body).toEqual({ message: 'Assessment saved.', version: 2, definition: 1 });
  const trail = await s.rows<{ action: string }>(
    `select action from audit_entry where record_kind = 'survey' order by seq`,
  );
  expect(trail.map(({ action }) => action)).toEqual(['survey.created', 'survey.saved']);
});

test('ASB-03 ASB-05 ASB-07 ASB-24 what was created without a question has a graph and is listed, also after its questions were all taken away; what came by import without a graph has none', async () => {
  const s = await openBuilder();
  const { surveyId } = (await s.create('Sleep')).reply;
  const list = async () => {
    const { reply } = await s.people.admin.call(api.readSurveys, { query: { companyId: s.companyId } });
    return (reply as { surveys: object[] }).surveys;
  };
  const [empty, drawn] = [
    { surveyName: 'Sleep', hasQuestionGraph: 'true', hasQuestions: false, isUsable: false },
    { surveyName: 'Sleep', hasQuestionGraph: 'true', hasQuestions: true, isUsable: true },
  ];
  expect(await list()).toMatchObject([empty]);
  expect(JSON.parse(((await s.read(surveyId)) as api.SurveyDetail).questionsGraph)).toEqual({ nodes: [], edges: [] });
  await s.save(surveyId, sound, { surveyName: 'Sleep' });
  expect(await list()).toMatchObject([drawn]);
  await s.save(surveyId, { nodes: [], edges: [] }, { surveyName: 'Sleep' });
  expect(await list()).toMatchObject([empty]);
  await s.rows('update survey_definition set graph = null');
  expect(await list()).toMatchObject([{ ...empty, hasQuestionGraph: 'false' }]);
  expect(((await s.read(surveyId)) as api.SurveyDetail).questionsGraph).toBe('');
});

test('OPS-93 ASB-27 APA-04 what cannot be saved is refused with a sentence that names the problem, and nothing is changed', async () => {
  const s = await openBuilder();
  const { surveyId } = (await s.create('Weekly check', sound)).reply;
  const [one, two] = sound.nodes;
  const refused = async (graph: object, over: object = {}) => {
    const answer = await s.save(surveyId, { ...sound, ...graph }, over);
    return [answer.status, answer.message];
  };
  expect(await refused({}, { surveyName: '  ' })).toEqual([400, 'surveyName is required']);
  expect(await refused({ nodes: [one, { ...two, questionNum: 1 }] })).toEqual([
    400,
    'Two questions have the number 1.',
  ]);
  expect(await refused({ edges: [edgeOf('q1', 'q9', 'Yes', 'false')] })).toEqual([
    400,
    'A branch leads to a question that does not exist.',
  ]);
  expect(await refused({ edges: [edgeOf('q1', 'q2', 'Yes,No', 'false')] })).toEqual([
    400,
    'A branch has a different number of options and flags.',
  ]);
  expect(JSON.parse(((await s.read(surveyId)) as api.SurveyDetail).questionsGraph)).toEqual(sound);
  expect((await s.create('Copy', { ...sound, nodes: [one] })).status).toBe(400);
  // What can be saved and not yet be answered is said to be so.
  await s.save(surveyId, { nodes: [nodeOf(1, 'MC'), nodeOf(null)], edges: [] });
  expect(((await s.read(surveyId)) as api.SurveyDetail).isUsable).toBe(false);
});

test('ASB-25 APA-04 SEC-27 an assessment of 500 questions and 1,000 branches is saved; one more of either is refused by its name, also before it is sent', async () => {
  const s = await openBuilder();
  const { surveyId } = (await s.create()).reply;
  const nodes = Array.from({ length: 501 }, (_, i) => nodeOf(i + 1));
  const edges = Array.from({ length: 1_001 }, (_, i) => ({ ...edgeOf('q1', 'Finished'), id: `e${i}` }));
  const graph = { nodes: nodes.slice(1), edges: edges.slice(1).map((edge) => ({ ...edge, source: 'q2' })) };
  const told = async (over: object) => {
    const body = { surveyName: 'Large', ...graph, ...over, surveyId, companyId: s.companyId };
    const answer = await s.save(surveyId, { ...graph, ...over });
    return [answer.status, answer.fields, api.saveSurvey.body.safeParse(body).error?.issues[0]?.message];
  };
  expect((await told({}))[0]).toBe(200);
  const questions = 'must be 500 questions at most';
  expect(await told({ nodes })).toEqual([400, { nodes: questions }, questions]);
  expect(await told({ edges })).toEqual([
    400,
    { edges: 'has too many items (maximum is 1000)' },
    'must be 1000 branches at most',
  ]);
});

const gapped = {
  nodes: [nodeOf(1, 'Numeric')],
  edges: [edgeOf('q1', 'Finished', '0-3,5-10', 'false,true')],
};
test('ANS-19 OPC-27 OPC-20 an assessment whose ranges leave a gap can be answered, also one that was kept as unusable for it, once it is saved again', async () => {
  const s = await openBuilder();
  const { surveyId } = (await s.create('Weekly check', gapped)).reply;
  expect(((await s.read(surveyId)) as api.SurveyDetail).isUsable).toBe(true);
  await s.rows('update survey_definition set is_usable = false');
  expect((await s.save(surveyId, gapped)).reply).toMatchObject({ definition: 1, version: 2 });
  expect(((await s.read(surveyId)) as api.SurveyDetail).isUsable).toBe(true);
  const ranges = { ...gapped, edges: [edgeOf('q1', 'Finished', '0-5,5-10', 'false,true')] };
  await s.save(surveyId, ranges);
  expect(((await s.read(surveyId)) as api.SurveyDetail).isUsable).toBe(false);
});

test('what was sent stays as it was: saving makes the next definition, and each one can be read again', async () => {
  const s = await openBuilder();
  const { surveyId } = (await s.create('Weekly check', sound)).reply;
  const put = () => s.app.database.asSystem((tx) => definitionsForEvents(tx, [surveyId]));
  const [first] = await put();
  const longer = { ...sound, nodes: [...sound.nodes, nodeOf(3)], edges: [sound.edges[0], edgeOf('q2', 'q3')] };
  expect((await s.save(surveyId, longer)).reply).toMatchObject({ definition: 2 });
  expect(
    (await s.save(surveyId, { ...longer, edges: [...longer.edges, edgeOf('q3', 'Finished')] })).reply,
  ).toMatchObject({
    definition: 2,
  });
  const old = (await s.read(surveyId, { definition: 1 })) as api.SurveyDetail;
  expect(JSON.parse(old.questionsGraph)).toEqual(sound);
  expect(old.definitions.map(({ definition, isSent }) => [definition, isSent])).toEqual([
    [2, false],
    [1, true],
  ]);
  const [second] = await put();
  expect(second?.id).not.toBe(first?.id);
  expect(((await s.read(surveyId, { definition: 3 })) as { status: number }).status).toBe(404);
  // Half a change later the last one that can be answered is asked, and the list tells so.
  await s.save(surveyId, { nodes: [nodeOf(1, 'MC')], edges: [] });
  expect((await put())[0]?.id).toBe(second?.id);
  expect(await s.read(surveyId)).toMatchObject({ isUsable: true, newestIsUsable: false });
  const { surveys } = (await s.people.admin.call(api.readSurveys, { query: { companyId: s.companyId } })).reply as {
    surveys: object[];
  };
  expect(surveys).toContainEqual(expect.objectContaining({ surveyId, isUsable: true, newestIsUsable: false }));
  await s.save(surveyId, sound);
  expect(await s.read(surveyId)).toMatchObject({ isUsable: true, newestIsUsable: true });
});

test('REL-07 REL-08 of two who save at once one is told to look again, and a definition that is put to use meanwhile is not changed', async () => {
  onItsOwn();
  const s = await openBuilder();
  const { surveyId } = (await s.create('Weekly check', sound)).reply;
  const both = await Promise.all(
    ['One', 'Other'].map((surveyName) => s.save(surveyId, sound, { surveyName, version: 1 })),
  );
  expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  const changed = { ...sound, nodes: [{ ...sound.nodes[0], question: 'Otherwise?' }, sound.nodes[1]] };
  await Promise.all([s.save(surveyId, changed), s.app.database.asSystem((tx) => definitionsForEvents(tx, [surveyId]))]);
  const sent = await s.rows<{ graph: typeof sound; number: number }>(
    'select graph, number from survey_definition where is_sent',
  );
  expect(sent).toHaveLength(1);
  const newest = (await s.read(surveyId)) as api.SurveyDetail;
  // Either it was sent before and a second one was made, or it was saved before and then sent.
  expect([sent[0]?.graph.nodes[0]?.question, newest.definition]).toEqual(
    newest.definition === 2 ? ['Question number 1?', 2] : ['Otherwise?', 1],
  );
});

test('CAB-13 ASL-01 SEC-23 people list the assessments of their company under their own name; who builds sees the whole company', async () => {
  const s = await openBuilder();
  const { surveyId } = (await s.create('Weekly check', sound)).reply;
  const { nurse, admin, ofWard, abroad } = s.people;
  const own = await nurse.call(api.listSurveysOfProvider, { query: { cpId: nurse.providerId } });
  expect(own.body).toMatchObject({ surveys: [{ sId: surveyId, surveyId, surveyName: 'Weekly check' }] });
  expect((await nurse.call(api.listSurveysOfProvider, { query: { cpId: admin.providerId } })).status).toBe(403);
  expect((await nurse.call(api.readSurveys, { query: { companyId: s.companyId } })).status).toBe(403);
  // An administrator of some groups reads what may be given to them, and changes nothing of the company's.
  expect((await ofWard.call(api.readSurveys, { query: { companyId: s.companyId } })).status).toBe(200);
  expect((await s.create('Own', { nodes: [], edges: [] }, ofWard)).status).toBe(403);
  expect((await s.save(surveyId, sound, {}, ofWard)).status).toBe(403);
  expect((await s.save(surveyId, sound, { companyId: abroad.companyId }, abroad)).status).toBe(404);
});

test('P11-09 the trail says which questions and branches were changed, and from what to what', async () => {
  onItsOwn();
  const s = await openBuilder();
  const { surveyId } = (await s.create('Weekly check', sound)).reply;
  await s.save(surveyId, {
    nodes: [nodeOf(1, 'MC', { position: { x: 99, y: 99 } }), nodeOf(2, 'TextInput', { question: 'What hurts?' })],
    edges: sound.edges.slice(0, 1),
  });
  const [saved] = await s.rows<{ changes: { field: string; old?: unknown; new?: unknown }[] }>(
    `select changes from audit_entry where action = 'survey.saved'`,
  );
  const second = {
    id: 'q2',
    question_num: 2,
    question_type: { label: 'Text Input', value: 'TextInput' },
    additional_info: '',
  };
  expect(saved?.changes.filter(({ field }) => field === 'question' || field === 'branch')).toEqual([
    {
      field: 'question',
      old: [{ ...second, question: 'Question number 2?' }],
      new: [{ ...second, question: 'What hurts?' }],
    },
    { field: 'branch', old: sound.edges.slice(1), new: [] },
  ]);
});

test('P11-09 the trail says with which questions and branches an assessment was created, and of an empty one neither', async () => {
  onItsOwn();
  const s = await openBuilder();
  await s.create('Copy of Weekly check', sound);
  await s.create('Empty');
  const trail = await s.rows<{ changes: { field: string; new: unknown }[] }>(
    `select changes from audit_entry where action = 'survey.created' order by seq`,
  );
  const question = (id: string, questionNum: number, label: string, value: string) => ({
    id,
    question_num: questionNum,
    question_type: { label, value },
    question: `Question number ${questionNum}?`,
    additional_info: '',
  });
  const told = { definition: 1, is_usable: true };
  expect(trail.map(({ changes }) => Object.fromEntries(changes.map((one) => [one.field, one.new])))).toEqual([
    {
      ...told,
      name: 'Copy of Weekly check',
      questions: 2,
      branches: 2,
      question: [question('q1', 1, 'Multiple Choice', 'MC'), question('q2', 2, 'Text Input', 'TextInput')],
      branch: sound.edges,
    },
    { ...told, name: 'Empty', questions: 0, branches: 0, is_usable: false },
  ]);
});

test('REL-06 an assessment that is created twice with one key is one', async () => {
  onItsOwn();
  const s = await openBuilder();
  const asked = {
    body: { surveyName: 'Weekly check', ...sound, companyId: s.companyId },
    headers: { 'idempotency-key': 'the-same-assessment' },
  };
  const answers = await Promise.all([1, 2, 3].map(() => s.people.admin.call(api.createSurvey, asked)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await s.rows('select 1 from survey')).toHaveLength(1);
});
