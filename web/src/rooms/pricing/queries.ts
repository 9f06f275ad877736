import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listPharmacySupply, listWholesalerSupply } from '@portal/contract/partners/endpoints.ts';
import * as supply from '@portal/contract/partners/supply-endpoints.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import type { Currency } from '@portal/contract/pricing/rules.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';

export type PartnerKind = 'pharmacy' | 'wholesaler';

const shown = [
  listProducts,
  listPharmacySupply,
  listWholesalerSupply,
  api.pharmacyPriceHistory,
  api.wholesalerPriceHistory,
  api.sponsorPriceHistory,
];

/** What somebody else changes shows up here. */
export function useFreshness() {
  const client = useQueryClient();
  useLive(['product.changed', 'price.changed', 'partner.changed'], () => {
    for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** PRC-01: every trial and site the person may see, also those that are not configured yet. */
export const useGroups = () => useQuery({ ...read(listTrials, { query: {} }), select: (reply) => reply.groups });

export const useProducts = (gId: number | null) =>
  useQuery({ ...read(listProducts, { query: { g_id: gId ?? 0 } }), enabled: gId !== null });

/** A partner of the pick, and whether it supplies the product there (PSU-02). */
export interface Partner {
  partnerId: number;
  name: string;
  isSupplier: boolean;
}

/** The partners of one kind with their supplier flags; for a trial those of all its sites (OPS-45). */
export function usePartners(kind: PartnerKind, gId: number, productId: number) {
  const query = { g_id: gId, productId };
  const pharmacies = useQuery({
    ...read(listPharmacySupply, { query }),
    enabled: kind === 'pharmacy',
    select: (rows): Partner[] =>
      rows.map(({ ppId, pharmacyName, isSupplier }) => ({ partnerId: ppId, name: pharmacyName, isSupplier })),
  });
  const wholesalers = useQuery({
    ...read(listWholesalerSupply, { query }),
    enabled: kind === 'wholesaler',
    select: (rows): Partner[] =>
      rows.map(({ wpId, wholesalerName, isSupplier }) => ({ partnerId: wpId, name: wholesalerName, isSupplier })),
  });
  return kind === 'pharmacy' ? pharmacies : wholesalers;
}

/** Makes a partner the supplier of the product at the pick, or ends that. The panel says how it went (PSU-09, PRC-17). */
export function useSwitchSupply(kind: PartnerKind) {
  const ways = { quiet: true };
  const ofPharmacy = { ...ways, refresh: [listPharmacySupply] };
  const ofWholesaler = { ...ways, refresh: [listWholesalerSupply] };
  const addPharmacy = useCall(supply.addPharmacySupplier, ofPharmacy);
  const removePharmacy = useCall(supply.removePharmacySupplier, ofPharmacy);
  const addWholesaler = useCall(supply.addWholesalerSupplier, ofWholesaler);
  const removeWholesaler = useCall(supply.removeWholesalerSupplier, ofWholesaler);
  return (
    at: { gId: number; productId: number },
    partnerId: number,
    isSupplier: boolean,
  ): Promise<{ message: string }> => {
    const keys = { g_id: at.gId, productId: at.productId };
    if (kind === 'pharmacy') {
      const named = { ...keys, ppId: partnerId };
      return isSupplier ? addPharmacy.mutateAsync({ body: named }) : removePharmacy.mutateAsync({ query: named });
    }
    const named = { ...keys, wpId: partnerId };
    return isSupplier ? addWholesaler.mutateAsync({ body: named }) : removeWholesaler.mutateAsync({ query: named });
  };
}

/** Whose price of what: the partner's own, or what a sponsor pays it (PRC-04). */
export interface Parties {
  kind: PartnerKind;
  partnerId: number;
  productId: number;
  sponsorId: number | null;
}
export interface Prices {
  prices: readonly api.Price[];
  drugPrice: string | null;
  currency: Currency | null;
}

const sponsorKeys = ({ kind, partnerId, productId, sponsorId }: Parties) => ({
  sponsorId: sponsorId ?? 0,
  productId,
  partnerType: kind,
  partnerId,
  // PRC-15, OPS-43
  ...(kind === 'pharmacy' ? { pharmacyId: partnerId } : {}),
});

/** The current price and the history. What is invalidated is left out here as well (OPS-42). */
export function usePrices(parties: Parties) {
  const { kind, partnerId, productId, sponsorId } = parties;
  const own = sponsorId === null;
  const valid = (prices: readonly api.Price[]) => prices.filter(({ invalid }) => invalid === 0);
  const pharmacy = useQuery({
    ...read(api.pharmacyPriceHistory, { query: { pharmacyId: partnerId, productId } }),
    enabled: own && kind === 'pharmacy',
    select: ({ pharmacyPrices, ...current }): Prices => ({ prices: valid(pharmacyPrices), ...current }),
  });
  const wholesaler = useQuery({
    ...read(api.wholesalerPriceHistory, { query: { wholesalerId: partnerId, productId } }),
    enabled: own && kind === 'wholesaler',
    select: ({ wholesalerPrices, ...current }): Prices => ({ prices: valid(wholesalerPrices), ...current }),
  });
  const sponsor = useQuery({
    ...read(api.sponsorPriceHistory, { query: sponsorKeys(parties) }),
    enabled: !own,
    select: ({ sponsorPrices, ...current }): Prices => ({ prices: valid(sponsorPrices), ...current }),
  });
  if (!own) return sponsor;
  return kind === 'pharmacy' ? pharmacy : wholesaler;
}

export interface NewPrice {
  drugPrice: string;
  currency: Currency;
  shippingFee: string;
  dispenseFee: string;
  effectiveDate: string;
}

/** Sets a price, or invalidates one. The panel says what went wrong. */
export function useChangePrice({ kind, ...rest }: Parties) {
  const parties = { kind, ...rest };
  const { partnerId, productId, sponsorId } = parties;
  const quiet = true;
  const ofPharmacy = { quiet, refresh: [api.pharmacyPriceHistory] };
  const ofWholesaler = { quiet, refresh: [api.wholesalerPriceHistory] };
  const ofSponsor = { quiet, refresh: [api.sponsorPriceHistory] };
  const setPharmacy = useCall(api.setPharmacyPrice, ofPharmacy);
  const setWholesaler = useCall(api.setWholesalerPrice, ofWholesaler);
  const setSponsor = useCall(api.setSponsorPrice, ofSponsor);
  const invalidatePharmacy = useCall(api.invalidatePharmacyPrice, ofPharmacy);
  const invalidateWholesaler = useCall(api.invalidateWholesalerPrice, ofWholesaler);
  const invalidateSponsor = useCall(api.invalidateSponsorPrice, ofSponsor);
  const pharmacy = { pharmacyId: partnerId, productId };
  const wholesaler = { wholesalerId: partnerId, productId };
  return {
    set: (price: NewPrice): Promise<{ message: string }> => {
      if (sponsorId !== null) return setSponsor.mutateAsync({ body: { ...price, ...sponsorKeys(parties) } });
      if (kind === 'pharmacy') return setPharmacy.mutateAsync({ body: { ...price, ...pharmacy } });
      return setWholesaler.mutateAsync({ body: { ...price, ...wholesaler } });
    },
    invalidate: (eventId: number): Promise<{ message: string }> => {
      if (sponsorId !== null) return invalidateSponsor.mutateAsync({ body: { eventId, ...sponsorKeys(parties) } });
      if (kind === 'pharmacy') return invalidatePharmacy.mutateAsync({ body: { eventId, ...pharmacy } });
      return invalidateWholesaler.mutateAsync({ body: { eventId, ...wholesaler } });
    },
  };
}
