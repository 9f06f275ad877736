import * as api from '@portal/contract/outreach/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';

function useLiveOutreach(): void {
  const client = useQueryClient();
  useLive(['outreach.changed', 'response.changed'], () => {
    void client.invalidateQueries({ queryKey: [api.listOutreach.path] });
  });
}

/** ACT-15: of the last 30 days; ACT-08: with an event all of that one. */
export function useOutreach(uId: number, surveyEventId?: number) {
  useLiveOutreach();
  const query = surveyEventId === undefined ? { u_id: uId } : { u_id: uId, survey_event_id: surveyEventId };
  return useQuery({ ...read(api.listOutreach, { query }), select: ({ outreachHistory }) => outreachHistory });
}

/** Its dialog says itself what went wrong. */
export const useRemind = () => useCall(api.remindPatient, { refresh: [api.listOutreach], quiet: true });
