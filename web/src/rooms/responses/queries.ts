import { scheduleFollowUp } from '@portal/contract/follow-ups/endpoints.ts';
import * as records from '@portal/contract/patient-records/endpoints.ts';
import { listPrescriptions } from '@portal/contract/patient-records/history-endpoints.ts';
import * as api from '@portal/contract/responses/endpoints.ts';
import * as flags from '@portal/contract/responses/flag-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { usePatient } from '#shared/patient.ts';
import { draftOf, type Response, type Work } from './work.ts';

export interface Asked {
  surveyEventId: number;
  uId: number;
}
const ofEvent = ({ surveyEventId, uId }: Asked) => ({ query: { survey_event_id: surveyEventId, u_id: uId } });

/**
 * Read for this screen alone, and anew where the line was cut or somebody was faster. The screen itself holds what its work was made
 * from, and takes over what is another one by then.
 */
const forScreen = { staleTime: Infinity, gcTime: 0 } as const;

/** The patient as the record has them: a phone that a colleague corrects is not the one to be called any more. */
export function useAskedPatient({ uId }: Asked) {
  const patient = usePatient(uId);
  const { refetch } = patient;
  useLive(['patient.changed'], ({ id }) => void (id === uId && refetch()));
  return patient;
}
export function useSurvey(asked: Asked) {
  const survey = useQuery({ ...read(api.readSurvey, ofEvent(asked)), ...forScreen });
  const { data, refetch } = survey;
  // Whoever leaves a group is asked no more, nor are all of it where it does not ask this any more; what was kept ends with that.
  useLive(data?.state === 'open' ? ['patient.changed', 'care_group.changed'] : [], ({ type, id }) => {
    if (type !== 'patient.changed' || id === asked.uId) void refetch();
  });
  return survey;
}
export function useResponse(asked: Asked, enabled: boolean) {
  const one = useQuery({
    ...read(api.readResponses, ofEvent(asked)),
    ...forScreen,
    enabled,
    select: ({ responses }) => responses[0] as Response | undefined,
  });
  const { data: response, refetch } = one;
  // Its flags are read anew by the same word, and belong to its answers.
  useLive(response ? ['response.changed'] : [], ({ id }) => void (id === response?.responseId && refetch()));
  return one;
}
const recordReads = [records.listMedications, records.listAllergies, records.listGoals, listPrescriptions];
/** Reads the patient's record anew, by itself where a colleague changes it: what is entered here is held against it. */
export function useReadRecords({ uId }: Asked): () => void {
  const client = useQueryClient();
  const readAnew = () => {
    for (const { path } of recordReads) void client.invalidateQueries({ queryKey: [path] });
  };
  useLive(['patient_record.changed'], ({ id }) => void (id === uId && readAnew()));
  return readAnew;
}
/** Read once for as long as the screen is there: from then on the keeping knows what stands. */
export const useStoredDraft = (asked: Asked) =>
  useQuery({ ...read(api.readDraft, ofEvent(asked)), staleTime: 'static', gcTime: 0 });

/** The flagged answers of one assessment of a patient, also those that are closed. */
export function useFlags({ surveyEventId, uId }: Asked, enabled: boolean) {
  const list = useQuery({
    ...read(flags.listFlaggedAnswers, { query: { u_id: uId } }),
    enabled,
    select: ({ flaggedAnswers }) => flaggedAnswers.filter((one) => one.surveyEventId === surveyEventId),
    // One becomes overdue, or is nobody's any more, without an event.
    refetchInterval: 60_000,
  });
  useLive(['response.changed'], () => void (enabled && list.refetch()));
  return list;
}
/** Whoever was faster is seen after a refusal, too. */
function useFlagCall<E extends typeof flags.takeFlaggedAnswer | typeof flags.closeFlaggedAnswer>(
  endpoint: E,
  quiet = false,
) {
  const client = useQueryClient();
  return useCall(endpoint, {
    quiet,
    settled: () => void client.invalidateQueries({ queryKey: [flags.listFlaggedAnswers.path] }),
  });
}
/** Its form says itself what went wrong. */
export const useCloseFlag = () => useFlagCall(flags.closeFlaggedAnswer, true);
export const useTakeFlag = () => useFlagCall(flags.takeFlaggedAnswer);

/** The screen says itself what went wrong. */
export const useSubmit = () => useCall(api.submitResponse, { quiet: true });
export const useReview = () => useCall(api.reviewResponse, { quiet: true });
export const useDropDraft = () => useCall(api.dropDraft);
export const useScheduleFollowUp = () => useCall(scheduleFollowUp, { quiet: true, ofOneForm: true });

/** When it was kept. The screen says itself when it was not. */
export async function keepWork({ surveyEventId, uId }: Asked, work: Work, goesOnFrom: Date | null): Promise<Date> {
  const body = { u_id: uId, survey_event_id: surveyEventId, draft: draftOf(work), goesOnFrom };
  return (await call(api.keepDraft, { body })).savedAt;
}
