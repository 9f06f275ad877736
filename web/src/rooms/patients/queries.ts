import { listCareGroups } from '@portal/contract/care-groups/endpoints.ts';
import { listFollowUps } from '@portal/contract/follow-ups/endpoints.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { listFlaggedAnswers } from '@portal/contract/responses/flag-endpoints.ts';
import { listSchedule } from '@portal/contract/schedules/endpoints.ts';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall, useIntentions } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import type { Look, PatientList } from './look.ts';
import type { likenessOf } from './new-patient.ts';

/** The care groups in sight, by whose names lists are chosen. */
export function useGroups() {
  const client = useQueryClient();
  useLive(['care_group.changed'], () => {
    void client.invalidateQueries({ queryKey: [listCareGroups.path] });
  });
  return useQuery({ ...read(listCareGroups), select: (reply) => reply.groups ?? [] });
}

/** What is shown of patients, kept up to date. */
export function useLivePatients() {
  const client = useQueryClient();
  useLive(['patient.changed'], () => {
    for (const shown of [api.listPatients, api.readPatient, api.listPatientGroups])
      void client.invalidateQueries({ queryKey: [shown.path] });
  });
}

/** One page of a list (PCG-04, PCG-05). The page before stays until it is here; the patients of another list do not. */
export const usePatients = (list: PatientList | null, sought: string, { page, size }: Omit<Look, 'list'>) => {
  const narrowed = { ...list?.query, ...(sought && { filter_all_fields: sought }) };
  const of = JSON.stringify(narrowed);
  return useQuery({
    ...read(
      api.listPatients,
      { query: { ...narrowed, patient_start: (page - 1) * size, patient_limit: size } },
      { patients: [], totalPatients: 0, isMore: false },
    ),
    placeholderData: (before, last) => (before && last && narrowedIn(last.queryKey) === of ? before : undefined),
    enabled: list !== null,
  });
};

/** How many patients each of these lists has for a search: nobody is shown, so nobody is read. */
export const useMatchesIn = (lists: readonly PatientList[], sought: string, isWanted: boolean) =>
  useQueries({
    queries: lists.map(({ query }) => ({
      ...read(api.listPatients, { query: { ...query, filter_all_fields: sought, patient_start: 0, patient_limit: 0 } }),
      enabled: isWanted && sought !== '',
    })),
    combine: (replies) =>
      lists.flatMap((list, i) => {
        const { totalPatients: total = 0, isMore = false } = replies[i]?.data ?? {};
        return total > 0 ? [{ list, count: `${total.toLocaleString('en')}${isMore ? '+' : ''}` }] : [];
      }),
  });

function narrowedIn(key: readonly unknown[]): string {
  const { patient_start: _, patient_limit: __, ...narrowed } = key[1] as Record<string, unknown>;
  return JSON.stringify(narrowed);
}

export const usePatientGroups = (uId: number) =>
  useQuery({ ...read(api.listPatientGroups, { query: { u_id: uId } }), select: (reply) => reply.groups });

/** How many assessments that a care group asks a patient for are open: "nothing" where it asks for none, null where nobody knows. */
export function useAskedBy(gId: number, uId: number): number | 'nothing' | 'loading' | null {
  const { data, isLoadingError } = useQuery(read(listSchedule, { query: { u_id: uId } }));
  if (!data) return isLoadingError ? null : 'loading';
  // An older server does not say which group asks.
  if (data.assessmentSchedule.some((one) => one.gId === undefined)) return null;
  const items = data.assessmentSchedule.filter((one) => one.gId === gId);
  return items.length === 0 ? 'nothing' : items.reduce((sum, { openCount }) => sum + openCount, 0);
}

/** How many flagged answers of a patient are open, and how many follow-ups are not completed. */
export function useWaiting(uId: number): { flags: number; followUps: number; isLoading: boolean; isUnread: boolean } {
  const { companyId } = useViewer();
  const flags = useQuery(read(listFlaggedAnswers, { query: { u_id: uId } }));
  const followUps = useQuery(read(listFollowUps, { query: { companyId, uId } }));
  return {
    flags: (flags.data?.flaggedAnswers ?? []).filter(({ closedAt }) => closedAt === null).length,
    followUps: (followUps.data?.followUp ?? []).filter(({ status }) => status).length,
    isLoading: flags.isLoading || followUps.isLoading,
    isUnread: flags.isLoadingError || followUps.isLoadingError,
  };
}

const refresh = [api.listPatients, api.readPatient, api.listPatientGroups];
const place = ({ u_id, g_id }: { u_id: number; g_id: number }) => [`${u_id} in ${g_id}`];
export const useAddToGroup = () => useCall(api.addToGroup, { refresh, records: ({ body }) => place(body) });
export const useRemoveFromGroup = () =>
  useCall(api.removeFromGroup, { refresh, takesBack: api.addToGroup, records: ({ query }) => place(query) });
/** The dialogs say themselves what went wrong. */
const own = { refresh, quiet: true };
export const useSetStatus = () => useCall(api.setPatientStatus, { ...own, ofOneForm: true });
export const useRemovePatient = () => useCall(api.removePatient, own);

type Likeness = NonNullable<ReturnType<typeof likenessOf>>;
const similarTo = (to: Likeness) => read(api.listSimilarPatients, { query: to });
export const useSimilar = (to: Likeness) => useQuery({ ...similarTo(to), select: (reply) => reply.patients });
/** Whether there are some: as far as it is known now, and once it is answered. A look-up that fails keeps nobody from adding. */
export function useAreSimilar() {
  const client = useQueryClient();
  return {
    now: (to: Likeness): boolean => (client.getQueryData(similarTo(to).queryKey)?.patients.length ?? 0) > 0,
    answered: (to: Likeness): Promise<boolean> =>
      // What the dialog has just been told is not asked again.
      client.fetchQuery({ ...similarTo(to), staleTime: 60_000 }).then(
        ({ patients }) => patients.length > 0,
        () => false,
      ),
  };
}
/** Who is added is similar to the next one of that name. */
const adding = { refresh: [...refresh, api.listSimilarPatients], quiet: true, ofOneForm: true };
/** With contact information and without. */
export function useAddPatient() {
  const intentions = useIntentions();
  const add = useCall(api.addPatient, { ...adding, intentions });
  return [add, useCall(api.addPatientWithoutContact, { ...adding, intentions })] as const;
}
const importing = { quiet: true, waitMs: 120_000 };
/** Brings in nobody. */
export const useCheckImport = () => useCall(importPatients, importing);
export const useImport = () => useCall(importPatients, { ...importing, refresh: [api.listPatients], ofOneForm: true });
