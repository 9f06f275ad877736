/** The two kinds of partners speak the same calls under two names (OPS-82); here both are asked in the words of the room. */
import type { Asked } from '@portal/contract/endpoint.ts';
import * as site from '@portal/contract/partners/endpoints.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { asks, read } from '#api/queries.ts';
import { pharmaciesOf, wholesalersOf } from './kinds.ts';

/** What a partner of either kind is saved with. */
export type Saved = Omit<Asked<typeof api.addPharmacy>['body'], 'pharmacyName'> & { name: string };
type Invited = Omit<Asked<typeof api.invitePharmacyUser>['body'], 'ppId' | 'providerType'>;

const ofCompany = (companyId: number) => ({ query: { companyId } });
const ofSite = (gId: number | null) => ({ query: { g_id: gId ?? 0 } });

export const calls = {
  pharmacy: {
    useList: (companyId: number) =>
      useQuery({
        ...read(api.listPharmacies, ofCompany(companyId), { pharmacyPartners: [] }),
        select: pharmaciesOf,
      }),
    listNow: async (companyId: number) => pharmaciesOf(await call(api.listPharmacies, ofCompany(companyId))),
    useConnected: (gId: number | null) =>
      useQuery({
        ...read(site.listSitePharmacies, ofSite(gId), { pharmacyPartners: [] }),
        select: (reply) => reply.pharmacyPartners.map((one) => one.ppId),
        enabled: gId !== null,
      }),
    users: asks(api.listPharmacyUsers, (ppId: number) => ({ query: { ppId } })),
    add: asks(api.addPharmacy, ({ name, ...fields }: Saved) => ({ body: { pharmacyName: name, ...fields } })),
    change: asks(api.changePharmacy, ({ name, ...fields }: Saved, ppId: number, version?: number) => ({
      body: { pharmacyName: name, ...fields, ppId, version },
    })),
    invite: asks(api.invitePharmacyUser, (ppId: number, invited: Invited) => ({
      body: { ppId, providerType: 'Pharmacy User' as const, ...invited },
    })),
    connect: asks(api.connectPharmacy, (g_id: number, ppId: number) => ({ body: { g_id, ppId } })),
    disconnect: asks(api.disconnectPharmacy, (g_id: number, ppId: number) => ({ query: { g_id, ppId } })),
  },
  wholesaler: {
    useList: (companyId: number) =>
      useQuery({
        ...read(api.listWholesalers, ofCompany(companyId), { wholesalerPartners: [] }),
        select: wholesalersOf,
      }),
    listNow: async (companyId: number) => wholesalersOf(await call(api.listWholesalers, ofCompany(companyId))),
    useConnected: (gId: number | null) =>
      useQuery({
        ...read(site.listSiteWholesalers, ofSite(gId), { wholesalerPartners: [] }),
        select: (reply) => reply.wholesalerPartners.map((one) => one.wpId),
        enabled: gId !== null,
      }),
    users: asks(api.listWholesalerUsers, (wpId: number) => ({ query: { wpId } })),
    add: asks(api.addWholesaler, ({ name, ...fields }: Saved) => ({ body: { wholesalerName: name, ...fields } })),
    change: asks(api.changeWholesaler, ({ name, ...fields }: Saved, wpId: number, version?: number) => ({
      body: { wholesalerName: name, ...fields, wpId, version },
    })),
    invite: asks(api.inviteWholesalerUser, (wpId: number, invited: Invited) => ({
      body: { wpId, providerType: 'Wholesaler User' as const, ...invited },
    })),
    connect: asks(api.connectWholesaler, (g_id: number, wpId: number) => ({ body: { g_id, wpId } })),
    disconnect: asks(api.disconnectWholesaler, (g_id: number, wpId: number) => ({ query: { g_id, wpId } })),
  },
};
