import { listSurveysOfProvider } from '@portal/contract/assessments/endpoints.ts';
import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/clinic/endpoints.ts';
import * as flags from '@portal/contract/responses/flag-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';

const numbers = [api.countFlagged, api.countActivePatients, api.countAssessments, api.countFollowUps];

/** Everything on the dashboard keeps up with what happens to its patients. */
export function useLiveDashboard(): void {
  const client = useQueryClient();
  const refetch = (...shown: readonly { path: string }[]) => {
    for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] });
  };
  useLive(
    ['survey_event.changed', 'response.changed', 'patient.changed', 'follow_up.changed', 'care_group.changed'],
    ({ type }) => {
      if (type === 'follow_up.changed') refetch(api.countFollowUps);
      else if (type === 'care_group.changed') refetch(listCareGroups, api.listInterventions);
      else refetch(...numbers, api.listInterventions, flags.listFlaggedAnswers);
    },
  );
}

/** The four numbers of the cards; none is asked for where samples stand in their place. */
export function useNumbers(companyId: number, isDemo: boolean) {
  const asked = { query: { company_id: companyId } };
  const enabled = !isDemo;
  return {
    flagged: useQuery({ ...read(api.countFlagged, asked), enabled }),
    patients: useQuery({ ...read(api.countActivePatients, asked), enabled }),
    assessments: useQuery({ ...read(api.countAssessments, asked), enabled }),
    followUps: useQuery({ ...read(api.countFollowUps, asked), enabled }),
  };
}

export const useGroups = () => useQuery({ ...read(listCareGroups), select: (reply) => reply.groups ?? [] });

/** TRE-02. */
export const useInterventions = (gId: number | null) =>
  useQuery({
    ...read(api.listInterventions, { query: { g_id: [gId ?? 1] } }),
    select: ({ interventions }) => interventions,
    enabled: gId !== null,
  });

/** Those that are open, or all of a patient. */
export const useFlaggedAnswers = (uId?: number) =>
  useQuery({
    ...read(flags.listFlaggedAnswers, { query: uId === undefined ? {} : { u_id: uId } }),
    select: ({ flaggedAnswers }) => flaggedAnswers,
    // One becomes overdue without an event.
    refetchInterval: 60_000,
  });

/** How many of a patient's flagged answers are open, and how many of them overdue; kept up to date. */
export function useOpenFlags(uId: number): { open: number; overdue: number; isUnread: boolean } {
  const client = useQueryClient();
  useLive(['response.changed'], () => void client.invalidateQueries({ queryKey: [flags.listFlaggedAnswers.path] }));
  const { data, isError } = useFlaggedAnswers(uId);
  const open = (data ?? []).filter(({ closedAt }) => closedAt === null);
  const overdue = open.filter(({ isOverdue }) => isOverdue).length;
  return { open: open.length, overdue, isUnread: isError && !data };
}

/** Whoever was faster is seen after a refusal, too. */
function useFlagCall<E extends typeof flags.takeFlaggedAnswer | typeof flags.closeFlaggedAnswer>(
  endpoint: E,
  quiet = false,
) {
  const client = useQueryClient();
  const settled = () => {
    for (const { path } of [flags.listFlaggedAnswers, api.listInterventions, api.countFlagged])
      void client.invalidateQueries({ queryKey: [path] });
  };
  return useCall(endpoint, { quiet, settled });
}
export const useTakeFlag = () => useFlagCall(flags.takeFlaggedAnswer);
/** Its dialog says itself what went wrong. */
export const useCloseFlag = () => useFlagCall(flags.closeFlaggedAnswer, true);

/** ASL-01. */
export function useAssessments(cpId: number) {
  const client = useQueryClient();
  useLive(['survey.changed'], () => void client.invalidateQueries({ queryKey: [listSurveysOfProvider.path] }));
  return useQuery({ ...read(listSurveysOfProvider, { query: { cpId } }), select: ({ surveys }) => surveys });
}
