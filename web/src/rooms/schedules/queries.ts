import * as responses from '@portal/contract/responses/endpoints.ts';
import * as api from '@portal/contract/schedules/endpoints.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { ownZone } from '#kit/own-zone.ts';
import { useNow } from '#shared/now.ts';

/** What is shown of assessments keeps up with what happens to them. */
export function useLiveAssessments(): void {
  const client = useQueryClient();
  // Whoever is deactivated or leaves a group is asked no more, which is told of the patient alone.
  useLive(
    ['schedule.changed', 'survey_event.changed', 'response.changed', 'care_group.changed', 'patient.changed'],
    () => {
      for (const { path } of [api.listSchedule, api.readCalendar, responses.readResponses, responses.readTrends])
        void client.invalidateQueries({ queryKey: [path] });
    },
  );
}

/** SCH-01. */
export function useSchedule(uId: number) {
  useLiveAssessments();
  return useQuery({
    ...read(api.listSchedule, { query: { u_id: uId } }),
    select: ({ assessmentSchedule }) => assessmentSchedule,
  });
}

/** Since when assessments of a patient have been overdue, the longest first. */
export function useOverdue(uId: number): { since: Date[]; isUnread: boolean } {
  const { data, isError } = useSchedule(uId);
  const now = useNow();
  const since = (data ?? [])
    .flatMap(({ oldestOpen }) => (oldestOpen && oldestOpen.due < now ? [oldestOpen.due] : []))
    .toSorted((one, other) => one.getTime() - other.getTime());
  return { since, isUnread: isError && !data };
}

/** Its dialog says itself what went wrong. */
export const useChangeSchedule = () =>
  useCall(api.changeSchedule, {
    refresh: [api.listSchedule, api.readCalendar],
    quiet: true,
    ofOneForm: true,
  });

/** Of a patient, or of a group and those below it. */
export type Asked = { uId: number } | { gId: number };

/** What will come from one day to another, where the person sits. */
export const useCalendar = (of: Asked, sDate: string, eDate: string) =>
  useQuery({
    ...read(api.readCalendar, {
      query: { ...('uId' in of ? { u_id: of.uId } : { g_id: of.gId }), sDate, eDate, zone: ownZone() },
    }),
    select: ({ days }) => days,
    placeholderData: keepPreviousData,
  });

/** SCH-13. */
export function useHistory(uId: number) {
  useLiveAssessments();
  return useQuery({
    ...read(responses.readResponses, { query: { u_id: uId } }),
    select: (reply) => reply.responses,
  });
}

export const useTrends = (uId: number) =>
  useQuery({ ...read(responses.readTrends, { query: { u_id: uId } }), select: ({ trends }) => trends });
