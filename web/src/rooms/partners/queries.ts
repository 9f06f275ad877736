import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import * as site from '@portal/contract/partners/endpoints.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { sitesByName } from '#shared/site-names.ts';
import { useViewer } from '#api/viewer.ts';
import { asPartner, asWholesaler, type Partner, type PartnerKind } from './kinds.ts';

/** The partners of the company of one kind, kept up to date. */
export function usePartners(kind: PartnerKind) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['partner.changed'], () => {
    for (const { path } of listsOfSite) void client.invalidateQueries({ queryKey: [path] });
  });
  const asked = { query: { companyId } };
  const pharmacies = useQuery({
    ...read(api.listPharmacies, asked),
    select: (reply) => reply.pharmacyPartners.map(asPartner),
    enabled: kind === 'pharmacy',
  });
  const wholesalers = useQuery({
    ...read(api.listWholesalers, asked),
    select: (reply) => reply.wholesalerPartners.map(asWholesaler),
    enabled: kind === 'wholesaler',
  });
  return kind === 'pharmacy' ? pharmacies : wholesalers;
}

/** The partner as the server has it at this moment. */
export async function readNow(kind: PartnerKind, companyId: number, partnerId: number): Promise<Partner | undefined> {
  const asked = { query: { companyId } };
  const partners =
    kind === 'pharmacy'
      ? (await call(api.listPharmacies, asked)).pharmacyPartners.map(asPartner)
      : (await call(api.listWholesalers, asked)).wholesalerPartners.map(asWholesaler);
  return partners.find((one) => one.partnerId === partnerId);
}

/** Every trial site in sight, configured or not: partners are connected before there is anything to ship. */
export const useSites = () =>
  useQuery({
    ...read(listTrials, { query: {} }),
    select: (reply) => sitesByName(reply.groups),
  });

/** The numbers of the partners that are connected to a site. */
export function useConnected(kind: PartnerKind, gId: number | null) {
  const asked = { query: { g_id: gId ?? 0 } };
  const pharmacies = useQuery({
    ...read(site.listSitePharmacies, asked),
    select: (reply) => reply.pharmacyPartners.map((one) => one.ppId),
    enabled: kind === 'pharmacy' && gId !== null,
  });
  const wholesalers = useQuery({
    ...read(site.listSiteWholesalers, asked),
    select: (reply) => reply.wholesalerPartners.map((one) => one.wpId),
    enabled: kind === 'wholesaler' && gId !== null,
  });
  return kind === 'pharmacy' ? pharmacies : wholesalers;
}

/** Who works for a partner. */
export function useUsers(kind: PartnerKind, partnerId: number) {
  const pharmacy = useQuery({
    ...read(api.listPharmacyUsers, { query: { ppId: partnerId } }),
    enabled: kind === 'pharmacy',
  });
  const wholesaler = useQuery({
    ...read(api.listWholesalerUsers, { query: { wpId: partnerId } }),
    enabled: kind === 'wholesaler',
  });
  return kind === 'pharmacy' ? pharmacy : wholesaler;
}

const lists = [api.listPharmacies, api.listWholesalers];
const listsOfSite = [...lists, site.listSitePharmacies, site.listSiteWholesalers];

type Fields = Omit<Partner, 'partnerId' | 'version' | 'address'> & { address: NonNullable<Partner['address']> };

/** Adds a partner, or changes one. The dialog says itself what went wrong. */
export function useSave(kind: PartnerKind) {
  const way = { refresh: listsOfSite, quiet: true };
  const addPharmacy = useCall(api.addPharmacy, way);
  const addWholesaler = useCall(api.addWholesaler, way);
  const changePharmacy = useCall(api.changePharmacy, way);
  const changeWholesaler = useCall(api.changeWholesaler, way);
  return {
    isPending: [addPharmacy, addWholesaler, changePharmacy, changeWholesaler].some((one) => one.isPending),
    save: async ({ name, ...fields }: Fields, before?: Pick<Partner, 'partnerId' | 'version'>): Promise<void> => {
      const { partnerId, version } = before ?? {};
      if (kind === 'pharmacy') {
        const body = { pharmacyName: name, ...fields };
        if (partnerId === undefined) await addPharmacy.mutateAsync({ body: asGiven(body) });
        else await changePharmacy.mutateAsync({ body: { ...asGiven(body), ppId: partnerId, version } });
      } else {
        const body = { wholesalerName: name, ...fields };
        if (partnerId === undefined) await addWholesaler.mutateAsync({ body: asGiven(body) });
        else await changeWholesaler.mutateAsync({ body: { ...asGiven(body), wpId: partnerId, version } });
      }
    },
  };
}

/** What a partner is sent with is never missing: the form has asked for it. */
const asGiven = <T extends Pick<Fields, 'phoneNumber' | 'email'>>(fields: T) => ({
  ...fields,
  phoneNumber: fields.phoneNumber ?? '',
  email: fields.email ?? '',
});

export function useInvite(kind: PartnerKind) {
  const { companyId } = useViewer();
  const way = { refresh: [api.listPharmacyUsers, api.listWholesalerUsers], quiet: true };
  const pharmacy = useCall(api.invitePharmacyUser, way);
  const wholesaler = useCall(api.inviteWholesalerUser, way);
  return {
    isPending: pharmacy.isPending || wholesaler.isPending,
    /** PPW-08. */
    send: async (partnerId: number, email: string): Promise<void> => {
      const invited = { companyId, email, adminRights: false, defaultListing: false };
      if (kind === 'pharmacy')
        await pharmacy.mutateAsync({ body: { ppId: partnerId, providerType: 'Pharmacy User', ...invited } });
      else await wholesaler.mutateAsync({ body: { wpId: partnerId, providerType: 'Wholesaler User', ...invited } });
    },
  };
}

/** Connects a partner to a site, and disconnects it. */
export function useConnections(kind: PartnerKind) {
  const way = { refresh: listsOfSite };
  const connectPharmacy = useCall(api.connectPharmacy, way);
  const connectWholesaler = useCall(api.connectWholesaler, way);
  const quiet = { ...way, quiet: true };
  const disconnectPharmacy = useCall(api.disconnectPharmacy, quiet);
  const disconnectWholesaler = useCall(api.disconnectWholesaler, quiet);
  const all = [connectPharmacy, connectWholesaler, disconnectPharmacy, disconnectWholesaler];
  return {
    isPending: all.some((one) => one.isPending),
    connect: (g_id: number, partnerId: number) =>
      kind === 'pharmacy'
        ? connectPharmacy.mutateAsync({ body: { g_id, ppId: partnerId } })
        : connectWholesaler.mutateAsync({ body: { g_id, wpId: partnerId } }),
    disconnect: (g_id: number, partnerId: number) =>
      kind === 'pharmacy'
        ? disconnectPharmacy.mutateAsync({ query: { g_id, ppId: partnerId } })
        : disconnectWholesaler.mutateAsync({ query: { g_id, wpId: partnerId } }),
  };
}
