import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as site from '@portal/contract/partners/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { sitesByName } from '#shared/site-names.ts';
import { useViewer } from '#api/viewer.ts';
import { calls } from './calls.ts';
import type { Partner } from './kinds.ts';

/** The partners of the company of one kind, kept up to date. */
export function usePartners(kind: PartnerKind) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['partner.changed'], () => {
    for (const { path } of lists) void client.invalidateQueries({ queryKey: [path] });
  });
  const { useList } = calls[kind];
  return useList(companyId);
}

/** The partner as the server has it at this moment. */
export async function readNow(kind: PartnerKind, companyId: number, partnerId: number): Promise<Partner | undefined> {
  return (await calls[kind].listNow(companyId)).find((one) => one.partnerId === partnerId);
}

/** Every trial site in sight, configured or not: partners are connected before there is anything to ship. */
export const useSites = () =>
  useQuery({
    ...read(listTrials, { query: {} }),
    select: (reply) => sitesByName(reply.groups),
  });

/** The numbers of the partners that are connected to a site. */
export function useConnected(kind: PartnerKind, gId: number | null) {
  const { useConnected: useIds } = calls[kind];
  return useIds(gId);
}

/** Who works for a partner. */
export function useUsers(kind: PartnerKind, partnerId: number) {
  const { endpoint, asked } = calls[kind].users;
  return useQuery(read(endpoint, asked(partnerId), { users: [] }));
}

const lists = [api.listPharmacies, api.listWholesalers, site.listSitePharmacies, site.listSiteWholesalers];

type Fields = Omit<Partner, 'partnerId' | 'shownName' | 'version' | 'address'> & {
  address: NonNullable<Partner['address']>;
};

/** Adds a partner, or changes one, and tells its number. The dialog says itself what went wrong. */
export function useSave(kind: PartnerKind) {
  const { add, change } = calls[kind];
  const way = { refresh: lists, quiet: true, ofOneForm: true };
  const adding = useCall(add.endpoint, way);
  const changing = useCall(change.endpoint, way);
  return {
    isPending: adding.isPending || changing.isPending,
    save: async (fields: Fields, before?: Pick<Partner, 'partnerId' | 'version'>): Promise<number> => {
      const { partnerId, version } = before ?? {};
      if (partnerId !== undefined) {
        await changing.mutateAsync(change.asked(asGiven(fields), partnerId, version));
        return partnerId;
      }
      const added = await adding.mutateAsync(add.asked(asGiven(fields)));
      return 'ppId' in added ? added.ppId : added.wpId;
    },
  };
}

/** What a partner is sent with is never missing: the form has asked for it. */
const asGiven = (fields: Fields) => ({
  ...fields,
  phoneNumber: fields.phoneNumber ?? '',
  email: fields.email ?? '',
});

export function useInvite(kind: PartnerKind) {
  const { companyId } = useViewer();
  const { endpoint, asked } = calls[kind].invite;
  const inviting = useCall(endpoint, {
    refresh: [api.listPharmacyUsers, api.listWholesalerUsers],
    quiet: true,
    ofOneForm: true,
  });
  return {
    isPending: inviting.isPending,
    /** PPW-08. */
    send: async (partnerId: number, email: string): Promise<void> => {
      await inviting.mutateAsync(asked(partnerId, { companyId, email, adminRights: false, defaultListing: false }));
    },
  };
}

/** Connects a partner to a site, and disconnects it. */
export function useConnections(kind: PartnerKind) {
  const { connect, disconnect } = calls[kind];
  const connecting = useCall(connect.endpoint, { refresh: lists, records: ({ body }) => [JSON.stringify(body)] });
  const disconnecting = useCall(disconnect.endpoint, {
    refresh: lists,
    quiet: true,
    takesBack: connect.endpoint,
    records: ({ query }) => [JSON.stringify(query)],
  });
  return {
    isPending: connecting.isPending || disconnecting.isPending,
    connect: (gId: number, partnerId: number) => connecting.mutateAsync(connect.asked(gId, partnerId)),
    disconnect: (gId: number, partnerId: number) => disconnecting.mutateAsync(disconnect.asked(gId, partnerId)),
  };
}
