import { createSurvey } from '@portal/contract/assessments/endpoints.ts';
import { copyCareGroups } from '@portal/contract/care-groups/change-endpoints.ts';
import { addToLibrary } from '@portal/contract/documents/endpoints.ts';
import * as ofAssessments from '@portal/contract/workflows/assessment-endpoints.ts';
import * as api from '@portal/contract/workflows/endpoints.ts';
import { expect, test } from 'vitest';
import { uploadOf } from '#test/documents.ts';
import { aClinic } from '#test/patients.ts';
import { onItsOwn, openPortal } from '#test/portal.ts';

async function open() {
  const portal = await openPortal();
  const clinic = await aClinic(portal, ['ClinicalManagement', 'Assessments']);
  const { companyId, groups } = clinic;
  const { root } = clinic.people;
  const aSurvey = async (surveyName: string) =>
    (await root.call(createSurvey, { body: { surveyName, nodes: [], edges: [], companyId } })).reply.surveyId;
  const aDocument = async (name: string) =>
    (await root.call(addToLibrary, { body: uploadOf(name, { company_id: companyId, isTemplate: 0 }) })).reply
      .documentId;
  const trigger = { triggerType: 'Time', triggerValue: '1w', triggerDescription: 'Every week' };
  const asks = (surveyId: number, over: object = {}) =>
    root.call(ofAssessments.addWorkflowAssessment, {
      body: { gId: groups.heart, companyId, surveyActivity: { surveyId, ...trigger, ...over } },
    });
  const gives = (docId: number, over: object = {}) =>
    root.call(api.addWorkflowDocument, {
      body: { gId: groups.heart, companyId, docActivity: { docId, ...trigger, ...over } },
    });
  const workflowOf = async (gId: number) => {
    const query = { companyId, gId };
    return {
      documents: (await root.call(api.listWorkflowDocuments, { query })).reply,
      assessments: (await root.call(ofAssessments.listWorkflowAssessments, { query })).reply,
    };
  };
  const copy = (gId: number, parentId: number) =>
    root.call(copyCareGroups, { body: { companyId, gId, parentId, copyAllSubgroups: false } });
  return { ...portal, ...clinic, aSurvey, aDocument, asks, gives, workflowOf, copy };
}

test('OPS-30 CGP-32 P11-09 a copy has the documents and assessments of its source with their triggers, each with its entry', async () => {
  const s = await open();
  const [weekly, count, gone] = [await s.aSurvey('Weekly'), await s.aSurvey('Count'), await s.aSurvey('Gone')];
  const leaflet = await s.aDocument('Leaflet');
  await s.asks(weekly);
  await s.asks(count, { triggerType: 'Fill-Count (Pattern)', triggerValue: '1,2,30', triggerDescription: 'Fills' });
  await s.asks(gone);
  const query = { companyId: s.companyId, gId: s.groups.heart, surveyId: gone };
  await s.people.root.call(ofAssessments.removeWorkflowAssessment, { query });
  await s.gives(leaflet, { triggerValue: '3d', triggerDescription: 'Three days in' });
  const gId = (await s.copy(s.groups.heart, s.groups.diabetes)).reply.gId;
  const { documents, assessments } = await s.workflowOf(gId);
  expect(documents).toMatchObject([
    {
      docId: leaflet,
      triggerValue: '3d',
      triggerDescription: 'Three days in',
      triggerIdentifier: `doc|${leaflet}|${gId}`,
    },
  ]);
  expect(assessments).toMatchObject([
    { surveyId: weekly, triggerType: 'Time', triggerValue: '1w', triggerDescription: 'Every week', version: 1 },
    { surveyId: count, triggerType: 'Fill-Count (Pattern)', triggerValue: '1,2,30', triggerDescription: 'Fills' },
  ]);
  const trail = await s.rows<{ action: string; changes: unknown }>(
    `select action, changes from audit_entry where record_kind = 'care_group' and record_id = $1 and action like 'workflow.%' order by seq`,
    [String(gId)],
  );
  expect(trail.map(({ action }) => action)).toEqual([
    'workflow.document_added',
    'workflow.survey_added',
    'workflow.survey_added',
  ]);
  expect(trail[1]?.changes).toEqual([
    { field: 'survey_id', new: weekly },
    { field: 'trigger_type', new: 'Time' },
    { field: 'trigger_value', new: '1w' },
    { field: 'description', new: 'Every week' },
  ]);
});

test('OPS-30 OPS-88 OPS-92 what could not be added to a group any more is not copied', async () => {
  onItsOwn();
  const s = await open();
  const [offered, withdrawn, ofStatus] = [await s.aSurvey('One'), await s.aSurvey('Two'), await s.aSurvey('Three')];
  const [kept, deleted] = [await s.aDocument('Kept'), await s.aDocument('Deleted')];
  for (const surveyId of [offered, withdrawn, ofStatus]) await s.asks(surveyId);
  for (const docId of [kept, deleted]) await s.gives(docId);
  await s.rows('update survey set default_recurrence = -1 where survey_id = $1', [withdrawn]);
  await s.rows(
    `update workflow_survey set trigger_type = 'Rx Status Change', trigger_value = 'Shipped' where survey_id = $1`,
    [ofStatus],
  );
  await s.rows('update document set removed_at = now() where document_id = $1', [deleted]);
  const { gId } = (await s.copy(s.groups.heart, s.groups.diabetes)).reply;
  expect(await s.workflowOf(gId)).toMatchObject({ documents: [{ docId: kept }], assessments: [{ surveyId: offered }] });
});

test('OPS-30 nobody is asked by a copy before they join it, and from then on they are', async () => {
  const s = await open();
  const weekly = await s.aSurvey('Weekly');
  await s.asks(weekly);
  await s.anActivePatient({}, [s.groups.heart]);
  const { gId } = (await s.copy(s.groups.heart, s.groups.diabetes)).reply;
  const asked = () =>
    s.rows<{ patient: number; recurrence: string }>(
      `select patient_id as patient, recurrence from schedule_item join workflow_survey using (trigger_id) where care_group_id = $1`,
      [gId],
    );
  expect(await asked()).toEqual([]);
  const patient = await s.anActivePatient({}, [gId]);
  expect(await asked()).toEqual([{ patient, recurrence: '1w' }]);
});
