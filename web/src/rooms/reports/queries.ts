import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/reports/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Change, useLive } from '#api/live.ts';
import { read } from '#api/queries.ts';

export const useTrials = () => useQuery(read(listTrials, { query: {} }));

/** Nothing is asked before a trial is chosen. */
const asked = (gId: number | null) => ({ query: { g_id: gId ?? 0 } });

export const useParticipantCounts = (gId: number | null) =>
  useQuery({ ...read(api.countParticipants, asked(gId)), enabled: gId !== null });
export const useEnrollments = (gId: number | null) =>
  useQuery({ ...read(api.countEnrollments, asked(gId)), enabled: gId !== null });
export const useCardsSent = (gId: number | null) =>
  useQuery({ ...read(api.countCardsSent, asked(gId)), enabled: gId !== null });
export const useSiteCount = (gId: number | null) =>
  useQuery({ ...read(api.countSites, asked(gId)), enabled: gId !== null });

type Heard = Change['type'];
const touched: Partial<Record<Heard, readonly { path: string }[]>> = {
  // The cards of a participant are taken back, or go to another site with them.
  'participant.changed': [api.countParticipants, api.countEnrollments, api.countCardsSent],
  'card.sent': [api.countCardsSent],
  'care_group.changed': [api.countSites, listTrials],
};

/** The numbers keep up with what happens; of participants a sponsor hears nothing but that cards were sent. */
export function useFreshNumbers(): void {
  const client = useQueryClient();
  useLive(Object.keys(touched) as Heard[], ({ type }) => {
    for (const { path } of touched[type] ?? []) void client.invalidateQueries({ queryKey: [path] });
  });
}
