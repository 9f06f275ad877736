import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/reports/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
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

/** The numbers keep up with what happens; a sponsor hears of cards alone. */
export function useFreshNumbers(): void {
  const client = useQueryClient();
  useLive(['participant.changed', 'card.sent'], ({ type }) => {
    const touched = type === 'card.sent' ? [api.countCardsSent] : [api.countParticipants, api.countEnrollments];
    for (const { path } of touched) void client.invalidateQueries({ queryKey: [path] });
  });
}
