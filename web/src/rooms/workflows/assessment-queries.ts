import { readSurveys } from '@portal/contract/assessments/endpoints.ts';
import { isOfferedToGroups } from '@portal/contract/assessments/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { readCalendar } from '@portal/contract/schedules/endpoints.ts';
import * as api from '@portal/contract/workflows/assessment-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

export type WorkflowAssessment = Ours<typeof api.listWorkflowAssessments.reply>[number];

/** The assessments of a group's workflow (CGW-18), kept up to date. */
export function useWorkflowAssessments(gId: number) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['survey.changed', 'care_group.changed'], () => {
    void client.invalidateQueries({ queryKey: [api.listWorkflowAssessments.path] });
  });
  return useQuery(read(api.listWorkflowAssessments, { query: { companyId, gId } }, []));
}

/** CGW-11: what a workflow can take. */
export function useOfferedAssessments() {
  const { companyId } = useViewer();
  return useQuery({
    ...read(readSurveys, { query: { companyId } }),
    select: (reply) => ('surveys' in reply ? reply.surveys.filter(isOfferedToGroups) : []),
  });
}

// What comes follows from what is asked.
const own = { refresh: [api.listWorkflowAssessments, readCalendar], quiet: true, ofOneForm: true };
export const useAddAssessment = () => useCall(api.addWorkflowAssessment, own);
export const useChangeAssessment = () => useCall(api.changeWorkflowAssessment, own);
export const useRemoveAssessment = () => useCall(api.removeWorkflowAssessment, own);
