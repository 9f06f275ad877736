import * as api from '@portal/contract/outreach/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';

/** What they prefer, and what they take, is of the patient. */
function useLiveOutreach(uId: number): void {
  const client = useQueryClient();
  useLive(['outreach.changed', 'response.changed', 'patient.changed', 'patient_record.changed'], ({ type, id }) => {
    if (type.startsWith('patient') && id !== uId) return;
    void client.invalidateQueries({ queryKey: [api.listOutreach.path] });
  });
}

/** ACT-15: of the last 30 days; ACT-08: with an event all of that one. */
const history = (u_id: number, survey_event_id?: number) =>
  read(api.listOutreach, { query: { u_id, ...(survey_event_id !== undefined && { survey_event_id }) } });

export function useOutreach(uId: number, surveyEventId?: number) {
  useLiveOutreach(uId);
  return useQuery({ ...history(uId, surveyEventId), select: ({ outreachHistory }) => outreachHistory });
}
/** By which ways a patient takes nothing, and by which nothing arrives, as the same answer says it. */
export function useUntoldBy(uId: number, surveyEventId?: number) {
  const { refused = [], undelivered = [] } = useQuery(history(uId, surveyEventId)).data ?? {};
  return { refused, undelivered };
}

/** Its dialog says itself what went wrong. */
export const useRemind = () => useCall(api.remindPatient, { refresh: [api.listOutreach], quiet: true });
