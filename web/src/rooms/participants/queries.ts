import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as api from '@portal/contract/participants/endpoints.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { loadNext, read, readOn, rowsOf, useCall } from '#api/queries.ts';
import { sitesOf } from './sites.ts';

/** PAR-02, OPS-27: the sites that are ready, kept up to date with their trials. */
export function useSites() {
  const client = useQueryClient();
  useLive(['care_group.changed'], () => {
    for (const { path } of [listTrials, api.listParticipants]) void client.invalidateQueries({ queryKey: [path] });
  });
  return useQuery({
    ...read(listTrials, { query: { status: 'fully_configured' } }),
    select: (reply) => sitesOf(reply.groups),
  });
}

/** The participants of a site, kept up to date. A failed load is an empty list without a word (PAR-25). */
export function useParticipants(gId: number | null) {
  const client = useQueryClient();
  useLive(['participant.changed'], (change) => {
    if (change.careGroupId === undefined || change.careGroupId === gId) {
      void client.invalidateQueries({ queryKey: [api.listParticipants.path] });
    }
  });
  const { data, isLoading, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...readOn(api.listParticipants, { onScreen: gId }, (after) => ({ query: { g_id: gId ?? 0, after } })),
    select: inOneList,
    enabled: gId !== null,
  });
  const load = () => loadNext(data?.portions ?? 0, fetchNextPage);
  const others = { more: hasNextPage, isLoading: isFetchingNextPage, load };
  return { participants: data?.participants ?? [], others, loading: isLoading };
}

const inOneList = ({ pages }: { pages: readonly { reply: { participants: api.Participant[] } }[] }) => ({
  participants: rowsOf(
    pages.map(({ reply }) => reply.participants),
    (one) => one.participantId,
  ),
  portions: pages.length,
});

/** The participant as the server has it at this moment. */
export async function readNow(gId: number, participantId: number): Promise<api.Participant | undefined> {
  const { participants } = await call(api.listParticipants, { query: { g_id: gId } });
  return participants.find((one) => one.participantId === participantId);
}

const refresh = [api.listParticipants];
/** The dialog says itself what went wrong (PAR-24). */
export const useAdd = () => useCall(api.addParticipant, { refresh, quiet: true, ofOneForm: true });
export const useChange = () => useCall(api.changeParticipant, { refresh, quiet: true, ofOneForm: true });
/** Also after a refusal the list shows what is there now, so that the next press is about that (REL-07). */
function useListSettled(): { settled: () => void } {
  const client = useQueryClient();
  return { settled: () => void client.invalidateQueries({ queryKey: [api.listParticipants.path] }) };
}
export const useSetStatus = () => useCall(api.setParticipantStatus, useListSettled());
/** The dialog says itself what went wrong. */
export const useRemove = () => useCall(api.removeParticipant, { ...useListSettled(), quiet: true });
