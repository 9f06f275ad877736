import { meets, type UserType } from '@portal/contract/access.ts';
import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listPhysicians } from '@portal/contract/delegates/endpoints.ts';
import { listSponsors } from '@portal/contract/care-groups/sponsor-endpoints.ts';
import * as api from '@portal/contract/providers/user-endpoints.ts';
import { wantsConfiguredGroups } from '@portal/contract/providers/user-rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

/** Whether the viewer may do more than look (OPN-75). */
export const useIsAdministrator = (): boolean => meets(api.inviteUser.access, useViewer());

/** Those who are invited and those who were revoked are the administrators' affair (OPC-89). */
export function useUsers() {
  const { companyId } = useViewer();
  const client = useQueryClient();
  const status = useIsAdministrator() ? 'all' : 'active';
  useLive(['provider.changed'], () => {
    for (const { path } of refresh) void client.invalidateQueries({ queryKey: [path] });
  });
  return useQuery({
    ...read(api.listUsers, { query: { companyId, status } }),
    select: (reply) => reply.careProviders,
  });
}

export const usePerson = (cpId: number) =>
  useQuery({ ...read(api.readUser, { query: { cp_id: cpId } }), select: (reply) => reply.person });

/** The groups in sight; CGP-29: null means none. */
export const useGroups = () =>
  useQuery({ ...read(listCareGroups, {}, { groups: null }), select: (reply) => reply.groups ?? [] });

/** The groups that somebody of this role may be given (CLN-13, USR-19, OPC-87). */
export function useGroupsFor(type: UserType | null) {
  const { modules } = useViewer();
  const isNarrowed = type !== null && wantsConfiguredGroups(type, modules);
  const all = useGroups();
  const configured = useQuery({
    ...read(listTrials, { query: { status: 'fully_configured' } }, { groups: [] }),
    select: (reply) => reply.groups,
    enabled: isNarrowed,
  });
  return isNarrowed ? configured : all;
}

/** The name of the sponsor whose trials a Sponsor sees; of others it is not asked. */
export const useSponsorOf = ({ cpID, type }: Pick<api.User, 'cpID' | 'type'>) =>
  useQuery({
    ...read(api.readUser, { query: { cp_id: cpID } }),
    select: (reply) => reply.person.sponsor,
    enabled: type === 'Sponsor',
  });

/** Always read when it is opened; what changes meanwhile is read anew, and told by the dialog. */
export function useGroupsOfUser(cpId: number) {
  const { companyId } = useViewer();
  return useQuery({
    ...read(api.listGroupsOfUser, { query: { company_id: companyId, cp_id: cpId } }),
    select: (reply) => reply.providerGroups,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
  });
}

export function useSponsors(isWanted: boolean) {
  const { companyId } = useViewer();
  return useQuery({
    ...read(listSponsors, { query: { company_id: companyId } }, { sponsors: [] }),
    select: (reply) => reply.sponsors,
    enabled: isWanted,
  });
}

/** Delegates have a list of their own. */
const refresh = [api.listUsers, api.readUser, api.listGroupsOfUser, listPhysicians];
/** The dialogs say themselves what went wrong. */
const own = { refresh, quiet: true };
export const useInvite = () => useCall(api.inviteUser, { ...own, ofOneForm: true });
/** 200 mails and their rows take a while. */
const many = { ...own, waitMs: 60_000 };
/** Invites nobody. */
export const useCheckMany = () => useCall(api.inviteUsers, many);
export const useInviteMany = () => useCall(api.inviteUsers, { ...many, ofOneForm: true });
const places = (cpId: number, gIds: readonly number[]) => gIds.map((gId) => `${cpId} in ${gId}`);
export const useAddGroups = () =>
  useCall(api.addGroupsOfUser, {
    ...own,
    records: ({ body: { cp_id, groupsToAdd } }) =>
      places(
        cp_id,
        groupsToAdd.map(({ gId }) => gId),
      ),
  });
export const useShowInGroups = () => useCall(api.showInGroupsOfUser, own);
export const useRemoveGroups = () =>
  useCall(api.removeGroupsOfUser, {
    ...own,
    takesBack: api.addGroupsOfUser,
    records: ({ query: { cp_id, g_id } }) => places(cp_id, [g_id].flat()),
  });
export const useChangeUser = () => useCall(api.changeUser, own);
export const useRemoveUser = () => useCall(api.removeUser, own);
export const useReactivate = () => useCall(api.reactivateUser, own);
export const useReinvite = () => useCall(api.reinviteUser, own);
export const useEndSessions = () => useCall(api.endSessionsOfUser, own);
