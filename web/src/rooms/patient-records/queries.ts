import * as parts from '@portal/contract/patient-records/endpoints.ts';
import * as history from '@portal/contract/patient-records/history-endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { readTimeline, type TimelineKind } from '@portal/contract/patients/timeline-endpoints.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask, call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { inTime, read, useCall } from '#api/queries.ts';
import { useReadAnew } from '#shared/told.ts';

/** Everything that the page reads of a patient. */
const profileReads = [api.readPatient, api.readPatientUser, api.listPatientGroups];
const recordReads = [
  parts.listAddresses,
  parts.listContacts,
  parts.listInsurances,
  parts.listMedications,
  parts.listAllergies,
  parts.listGoals,
  history.listPrescriptions,
  history.listRefillOutreach,
  history.listOrderStatuses,
  history.listConsents,
  history.listPatientDocuments,
];

export const usePatientUser = (uId: number) =>
  useQuery({ ...read(api.readPatientUser, { query: { u_id: uId } }), select: ({ user }) => user });
export const usePatientGroups = (uId: number, enabled = true) =>
  useQuery({ ...read(api.listPatientGroups, { query: { u_id: uId } }), select: ({ groups }) => groups, enabled });

/** What somebody else changes of this patient is read anew. */
export function useLivePatient(uId: number): void {
  const client = useQueryClient();
  useLive(['patient.changed', 'patient_record.changed'], (change) => {
    if (change.id !== uId) return;
    const profile = change.type === 'patient.changed' ? profileReads : [];
    for (const { path } of [...profile, ...recordReads, readTimeline])
      void client.invalidateQueries({ queryKey: [path] });
  });
}

/** Older ones come portion by portion. It keeps up with what rooms tell by numbers of their own; what they tell of the patient, the page hears. */
export function useTimeline(uId: number, kind: TimelineKind | null) {
  useLive(
    ['follow_up.changed', 'survey_event.changed', 'response.changed', 'outreach.changed', 'inbox.changed'],
    useReadAnew([readTimeline]),
  );
  return useInfiniteQuery({
    queryKey: [readTimeline.path, uId, kind],
    queryFn: ({ pageParam, ...context }) =>
      ask(
        readTimeline,
        { query: { u_id: uId, ...(kind && { kind }), ...(pageParam && { before: pageParam }) } },
        inTime(context),
      ),
    initialPageParam: undefined as Date | undefined,
    getNextPageParam: ({ reply, more }) => (more === null ? undefined : reply.entries.at(-1)?.at),
    select: ({ pages }) => pages.flatMap(({ reply }) => reply.entries),
  });
}

/** Its form says itself what went wrong, and the patient is read anew also then (PRF-14). */
export function useChangePatient() {
  const client = useQueryClient();
  const settled = () => {
    for (const { path } of [...profileReads, readTimeline]) void client.invalidateQueries({ queryKey: [path] });
  };
  return useCall(api.changePatient, { quiet: true, ofOneForm: true, settled });
}

/** As the server has it at this moment. */
export const patientNow = async (uId: number) => (await call(api.readPatient, { query: { u_id: uId } })).patient;
export const usernameNow = async (uId: number) =>
  (await call(api.readPatientUser, { query: { u_id: uId } })).user.username;
