import { createSurvey } from '@portal/contract/assessments/endpoints.ts';
import * as api from '@portal/contract/workflows/assessment-endpoints.ts';
import { expect, test } from 'vitest';
import { aClinic } from '#test/patients.ts';
import { openPortal } from '#test/portal.ts';

async function openWorkflow() {
  const portal = await openPortal();
  const clinic = await aClinic(portal, ['ClinicalManagement', 'Assessments']);
  const { companyId, groups, people } = clinic;
  const aSurvey = async (surveyName = 'Weekly check') =>
    (await people.root.call(createSurvey, { body: { surveyName, nodes: [], edges: [], companyId } })).reply.surveyId;
  const stepOf = (surveyId: number, over: object = {}, gId = groups.heart) => ({
    body: {
      gId,
      companyId,
      surveyActivity: {
        surveyId,
        triggerType: 'Time',
        triggerValue: '2w',
        triggerDescription: 'Every other week',
        ...over,
      },
    },
  });
  const listed = async (gId = groups.heart) =>
    (await people.root.call(api.listWorkflowAssessments, { query: { companyId, gId } })).body;
  return { ...portal, ...clinic, aSurvey, stepOf, listed };
}

test('CON-19 APG-25 OPS-20 APG-26 APG-27 APG-28 CGW-15 CGW-18 CGW-19 CGW-20 OPS-91 an assessment becomes part of a workflow, is triggered otherwise, and leaves it', async () => {
  const s = await openWorkflow();
  const { root, other } = s.people;
  const surveyId = await s.aSurvey();
  const { surveyActivity, ...rest } = s.stepOf(surveyId).body;
  const added = await root.call(api.addWorkflowAssessment, { body: { ...rest, surveyActivity: [surveyActivity] } });
  const { triggerId } = added.reply;
  expect(added.body).toEqual({ message: 'Assessment added.', triggerId });
  expect(await s.listed()).toEqual([
    {
      surveyId,
      surveyName: 'Weekly check',
      triggerId,
      triggerType: 'Time',
      triggerValue: '2w',
      triggerDescription: 'Every other week',
      triggerIdentifier: `survey|${surveyId}|${s.groups.heart}`,
      version: 1,
    },
  ]);
  const changed = await root.call(api.changeWorkflowAssessment, s.stepOf(surveyId, { triggerValue: '1M' }));
  expect(changed.body).toEqual({ message: 'Assessment updated.', version: 2 });
  const stale = await root.call(api.changeWorkflowAssessment, {
    body: { ...s.stepOf(surveyId, { triggerValue: '3d' }).body, version: 1 },
  });
  expect([stale.status, stale.code]).toEqual([409, 'stale']);
  const again = await root.call(api.addWorkflowAssessment, s.stepOf(surveyId));
  expect([again.status, again.message]).toEqual([409, 'The assessment is already part of this workflow.']);
  expect((await other.call(api.addWorkflowAssessment, s.stepOf(surveyId))).status).toBe(403);
  const query = { companyId: s.companyId, gId: s.groups.heart, surveyId };
  expect((await root.call(api.removeWorkflowAssessment, { query })).body).toEqual({ message: 'Assessment removed.' });
  expect([await s.listed(), (await root.call(api.removeWorkflowAssessment, { query })).status]).toEqual([[], 404]);
  const trail = await s.rows<{ action: string; changes: object[] }>(
    `select action, changes from audit_entry where action like 'workflow.%' order by seq`,
  );
  expect(trail.map(({ action }) => action)).toEqual([
    'workflow.survey_added',
    'workflow.survey_changed',
    'workflow.survey_removed',
  ]);
  expect(trail.at(-1)?.changes).toEqual([
    { field: 'survey_id', old: surveyId },
    { field: 'trigger_type', old: 'Time' },
    { field: 'trigger_value', old: '1M' },
    { field: 'description', old: 'Every other week' },
  ]);
});

test('CGW-11 CGW-13 CGW-15 CGW-16 OPS-88 OPS-92 the value of a trigger is one of its type, and what is not meant for groups is given to none', async () => {
  const s = await openWorkflow();
  const surveyId = await s.aSurvey();
  const add = async (over: object) => {
    const answer = await s.people.root.call(api.addWorkflowAssessment, s.stepOf(surveyId, over));
    return [answer.status, answer.message];
  };
  const notTime = 'surveyActivity.triggerValue must be a whole number from 1 and d, w or M, such as 3d';
  for (const triggerValue of ['0d', '01d', '10000d', '3m', '1.5w', '1,2,3'])
    expect(await add({ triggerValue })).toEqual([400, notTime]);
  const pattern = { triggerType: 'Fill-Count (Pattern)' };
  expect(await add({ ...pattern, triggerValue: '1,-2,3' })).toEqual([
    400,
    'surveyActivity.triggerValue must be start, every and end, whole numbers from 0 by commas',
  ]);
  expect((await add({ triggerType: 'Rx Status Change', triggerValue: 'Shipped' }))[0]).toBe(400);
  await s.rows('update survey set default_recurrence = -1');
  expect(await add({})).toEqual([400, 'This assessment cannot be given to care groups.']);
  expect(await s.listed()).toEqual([]);
  await s.rows('update survey set default_recurrence = 0');
  expect((await add({ ...pattern, triggerValue: '1,2,30' }))[0]).toBe(200);
  // What stands there from an import is read.
  await s.rows(`update workflow_survey set trigger_type = 'Rx Status Change', trigger_value = 'Shipped'`);
  expect(await s.listed()).toMatchObject([{ triggerType: 'Rx Status Change', triggerValue: 'Shipped' }]);
});
