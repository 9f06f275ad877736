import * as changes from '@portal/contract/care-groups/change-endpoints.ts';
import * as configuration from '@portal/contract/care-groups/configuration-endpoints.ts';
import * as api from '@portal/contract/care-groups/endpoints.ts';
import * as sponsors from '@portal/contract/care-groups/sponsor-endpoints.ts';
import { listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import { listSitePharmacies } from '@portal/contract/partners/endpoints.ts';
import { listPharmacies } from '@portal/contract/partners/manage-endpoints.ts';
import { nameApart, tellApart } from '@portal/contract/partners/names.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';

/** The groups in sight, kept up to date; whether a trial ships hangs on its products too. CGP-29: null means none. */
export function useGroups() {
  const client = useQueryClient();
  useLive(['care_group.changed', 'product.changed'], () => {
    void client.invalidateQueries({ queryKey: [api.listCareGroups.path] });
  });
  return useQuery({ ...read(api.listCareGroups, {}, { groups: null }), select: (reply) => reply.groups ?? [] });
}

/** The group as the server has it at this moment. */
export async function readGroupNow(gId: number): Promise<api.CareGroup | undefined> {
  return (await call(api.listCareGroups, {})).groups?.find((group) => group.gId === gId);
}

/** What the removal of a group would do, at the moment it is asked about. */
export const useRemoval = (gId: number) =>
  useQuery({ ...read(changes.readRemoval, { query: { g_id: gId } }), staleTime: 0, gcTime: 0 });

/** What an open dialog started from is not taken over from under it. */
const once = { staleTime: Infinity, gcTime: 0, refetchOnMount: 'always' } as const;
export const useTrialInfo = (gId: number) =>
  useQuery({ ...read(api.readTrial, { query: { g_id: gId } }), ...once, select: (reply) => reply.trialInfo });
export const useSiteInfo = (gId: number) =>
  useQuery({ queryKey: [api.readSite.path, 'with its pharmacies', gId], queryFn: () => readSiteNow(gId), ...once });

/** A site's configuration as the server has it, with the pharmacies that are connected: they may be before it is configured (PSU-03). */
export async function readSiteNow(gId: number) {
  const of = { query: { g_id: gId } };
  // In this order: who connects one in between is told apart by the version.
  const site = await call(api.readSite, of);
  const connected = site.siteInfo
    ? site.siteInfo.pharmacyPartners
    : (await call(listSitePharmacies, of)).pharmacyPartners.map(({ ppId }) => ppId);
  return { ...site, connected };
}

export function useSponsors() {
  const { companyId } = useViewer();
  return useQuery({
    ...read(sponsors.listSponsors, { query: { company_id: companyId } }),
    select: (reply) => reply.sponsors,
  });
}
export function usePharmacies() {
  const { companyId } = useViewer();
  return useQuery({
    ...read(listPharmacies, { query: { companyId } }),
    select: ({ pharmacyPartners }) => {
      const apart = tellApart(
        pharmacyPartners.map(({ ppId, pharmacyName, address }) => ({
          partnerId: ppId,
          name: pharmacyName,
          city: address?.city,
          street: address?.street,
        })),
      );
      return pharmacyPartners.map(({ ppId, pharmacyName }) => ({
        ppId,
        shownName: nameApart(pharmacyName, apart.get(ppId)),
      }));
    },
  });
}
export function useBrands() {
  const { companyId } = useViewer();
  return useQuery({
    ...read(listBrands, { query: { company_id: companyId } }, { brand: [] }),
    select: (reply) => reply.brand,
  });
}

const refresh = [api.listCareGroups, api.listTrials];
/** The screens say themselves what went wrong. */
const own = { refresh, quiet: true, ofOneForm: true };
export const useAddGroup = () => useCall(changes.addCareGroup, own);
export const useChangeGroup = () => useCall(changes.changeCareGroup, own);
export const useRemoveGroup = () => useCall(changes.removeCareGroup, own);
/** One after another may be copied to here. */
export const useCopyGroup = () =>
  useCall(changes.copyCareGroups, { ...own, ofOneForm: ({ body }) => `${body.gId} to ${body.parentId}` });
export const useAssignBrand = () => useCall(changes.assignBrand, { refresh });

const ofTrial = { refresh: [...refresh, api.readTrial], quiet: true, ofOneForm: true };
const ofSite = { refresh: [...refresh, api.readSite, listSitePharmacies], quiet: true, ofOneForm: true };
/** TRC-10, STC-03: the first configuration is posted, later ones are put. */
export function useConfigureTrial(isFirst: boolean) {
  const [first, again] = [
    useCall(configuration.configureTrial, ofTrial),
    useCall(configuration.reconfigureTrial, ofTrial),
  ];
  return isFirst ? first : again;
}
export function useConfigureSite(isFirst: boolean) {
  const [first, again] = [useCall(configuration.configureSite, ofSite), useCall(configuration.reconfigureSite, ofSite)];
  return isFirst ? first : again;
}

const ofSponsors = { refresh: [sponsors.listSponsors, api.listCareGroups], quiet: true, ofOneForm: true };
export const useAddSponsor = () => useCall(sponsors.addSponsor, ofSponsors);
export const useChangeSponsor = () => useCall(sponsors.changeSponsor, ofSponsors);
export const useRemoveSponsor = () => useCall(sponsors.removeSponsor, ofSponsors);
