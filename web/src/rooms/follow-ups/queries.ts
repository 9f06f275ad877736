import * as api from '@portal/contract/follow-ups/endpoints.ts';
import { listUsers } from '@portal/contract/providers/user-endpoints.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { ownZone } from '#kit/own-zone.ts';

type Wanted = Omit<Asked<typeof api.listFollowUps>['query'], 'companyId'>;

/** FUP-05, FUP-06; kept up to date. */
export function useFollowUps(wanted: Wanted, isWanted = true) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(isWanted ? ['follow_up.changed', 'patient.changed'] : [], () => {
    void client.invalidateQueries({ queryKey: [api.listFollowUps.path] });
  });
  return useQuery({
    ...read(api.listFollowUps, { query: { companyId, ...wanted } }),
    select: ({ followUp }) => followUp,
    placeholderData: keepPreviousData,
    // A follow-up becomes overdue without an event.
    refetchInterval: wanted.state === 'overdue' && 60_000,
    enabled: isWanted,
  });
}

/** How many follow-ups of a patient are overdue, whosever they are; where there are no follow-ups nobody asks (OPC-09). */
export function useOverdueFollowUps(uId: number): { count: number; isUnread: boolean } {
  const { modules } = useViewer();
  const { data, isError } = useFollowUps({ uId, state: 'overdue' }, modules.includes('FollowUp'));
  return { count: data?.length ?? 0, isUnread: isError && !data };
}

/**
 * How many a list leaves out, how many of those wait of somebody who is no longer active or no longer sees the patient, and how many are
 * overdue. The days are those of this clock, as the list shows them; what is overdue is of any day.
 */
export function useOthers({ cpId, ...wanted }: Wanted, isWanted: boolean) {
  const { companyId, cpId: own } = useViewer();
  const client = useQueryClient();
  const zone = wanted.state === 'overdue' ? undefined : ownZone();
  useLive(isWanted ? ['follow_up.changed', 'patient.changed'] : [], () => {
    void client.invalidateQueries({ queryKey: [api.countOtherFollowUps.path] });
  });
  const { data } = useQuery({
    ...read(api.countOtherFollowUps, { query: { companyId, cpId: cpId ?? own, ...wanted, zone } }),
    enabled: isWanted,
  });
  return isWanted ? data : undefined;
}

/** FUP-04: the active ones, by name. */
export function useProviders() {
  const { companyId } = useViewer();
  return useQuery({
    ...read(listUsers, { query: { companyId, status: 'active' } }),
    select: ({ careProviders }) => careProviders.map(({ cpID, name, email }) => ({ cpId: cpID, name: name || email })),
  });
}

/** The dialogs say themselves what went wrong. */
const own = { refresh: [api.listFollowUps, api.countOtherFollowUps], quiet: true, ofOneForm: true };
export const useScheduleFollowUp = () => useCall(api.scheduleFollowUp, own);
export const useMoveFollowUp = () => useCall(api.moveFollowUp, own);
/** A row has no place of its own for what went wrong; after a refusal too the list shows what there is now. */
export function useTakeFollowUp() {
  const client = useQueryClient();
  return useCall(api.moveFollowUp, {
    settled: () => {
      for (const { path } of own.refresh) void client.invalidateQueries({ queryKey: [path] });
    },
  });
}
export const useCompleteFollowUp = () => useCall(api.completeFollowUp, own);
