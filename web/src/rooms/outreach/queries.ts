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
const history = (u_id: number, survey_event_id?: number) =>
  read(api.listOutreach, { query: { u_id, ...(survey_event_id !== undefined && { survey_event_id }) } });

export function useOutreach(uId: number, surveyEventId?: number) {
  useLiveOutreach();
  return useQuery({ ...history(uId, surveyEventId), select: ({ outreachHistory }) => outreachHistory });
}
/** By which ways nothing arrives, as the same answer says it. */
export const useUndelivered = (uId: number, surveyEventId?: number): readonly string[] =>
  useQuery({ ...history(uId, surveyEventId), select: ({ undelivered }) => undelivered }).data ?? [];

/** Its dialog says itself what went wrong. */
export const useRemind = () => useCall(api.remindPatient, { refresh: [api.listOutreach], quiet: true });
