import * as ofAssessments from '@portal/contract/workflows/assessment-endpoints.ts';
import * as api from '@portal/contract/workflows/endpoints.ts';
import { assessmentIdentifier, documentIdentifier, triggerProblem } from '@portal/contract/workflows/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import type { Room } from '#platform/http/calls.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { groupIsInSight, whenGroupsAreAdded } from '#rooms/care-groups/door.ts';
import { copyWorkflows } from './copy-workflows.ts';
import { assessmentsOfGroup, ofGroup } from './queries.ts';
import {
  addWorkflowAssessment,
  type AssessmentTrigger,
  changeWorkflowAssessment,
  removeWorkflowAssessment,
} from './workflow-assessments.ts';
import {
  addWorkflowDocument,
  changeWorkflowDocument,
  removeWorkflowDocument,
  type Trigger,
} from './workflow-documents.ts';

export const workflows: Room = ({ route }) => {
  whenGroupsAreAdded(copyWorkflows);

  route(api.listWorkflowDocuments, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    if (!(await groupIsInSight(tx, viewer, query.gId))) throw fail('not_found');
    const rows = await list(ofGroup(tx, query.gId));
    return rows.map((row) => ({ ...row, triggerIdentifier: documentIdentifier(row.docId, query.gId) }));
  });

  route(api.addWorkflowDocument, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const { triggerId } = await addWorkflowDocument(act, triggerOf(body));
    return { message: 'Document added.', triggerId };
  });

  route(api.changeWorkflowDocument, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const version = await changeWorkflowDocument(act, { ...triggerOf(body), version: body.version });
    return { message: 'Document updated.', version };
  });

  route(api.removeWorkflowDocument, async ({ act, viewer, query }) => {
    refuseOtherCompany(viewer, query.companyId);
    await removeWorkflowDocument(act, { careGroupId: query.gId, documentId: query.docId });
    return { message: 'Document removed.' };
  });

  route(ofAssessments.listWorkflowAssessments, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.companyId);
    if (!(await groupIsInSight(tx, viewer, query.gId))) throw fail('not_found');
    const rows = await list(assessmentsOfGroup(tx, query.gId));
    return rows.map((row) => ({ ...row, triggerIdentifier: assessmentIdentifier(row.surveyId, query.gId) }));
  });

  route(ofAssessments.addWorkflowAssessment, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const { triggerId } = await addWorkflowAssessment(act, assessmentOf(body));
    return { message: 'Assessment added.', triggerId };
  });

  route(ofAssessments.changeWorkflowAssessment, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.companyId);
    const version = await changeWorkflowAssessment(act, { ...assessmentOf(body), version: body.version });
    return { message: 'Assessment updated.', version };
  });

  route(ofAssessments.removeWorkflowAssessment, async ({ act, viewer, query }) => {
    refuseOtherCompany(viewer, query.companyId);
    await removeWorkflowAssessment(act, { careGroupId: query.gId, surveyId: query.surveyId });
    return { message: 'Assessment removed.' };
  });
};

/** OPS-91: one activity, or a list of one, with a value of its type. */
function assessmentOf({
  gId,
  surveyActivity,
}: Pick<Ours<typeof ofAssessments.addWorkflowAssessment.body>, 'gId' | 'surveyActivity'>): AssessmentTrigger {
  const [{ surveyId, triggerType: type, triggerValue: value, triggerDescription: description }] = [
    surveyActivity,
  ].flat() as [Extract<typeof surveyActivity, { surveyId: number }>];
  const problem = triggerProblem(type, value);
  if (problem) throw failFields({ 'surveyActivity.triggerValue': problem });
  return { careGroupId: gId, surveyId, type, value, description };
}

/** OPS-91: one activity, or a list of one. */
function triggerOf({
  gId,
  docActivity,
}: Pick<Ours<typeof api.addWorkflowDocument.body>, 'gId' | 'docActivity'>): Trigger {
  const [{ docId, triggerType: type, triggerValue: value, triggerDescription: description }] = [docActivity].flat() as [
    Extract<typeof docActivity, { docId: number }>,
  ];
  return { careGroupId: gId, documentId: docId, type, value, description };
}
