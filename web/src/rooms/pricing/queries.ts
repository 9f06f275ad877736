import { listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { listPharmacySupply, listWholesalerSupply } from '@portal/contract/partners/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { nameApart } from '@portal/contract/partners/names.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { listGridPrices, listUnsupplied, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import { listProducts } from '@portal/contract/products/endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { type NewPrice, type Parties, type Place, priceCalls, supplyCalls } from './calls.ts';

const shown = [
  listProducts,
  listPharmacySupply,
  listWholesalerSupply,
  api.pharmacyPriceHistory,
  api.wholesalerPriceHistory,
  api.sponsorPriceHistory,
  listGridPrices,
  api.listMissingPrices,
];
/** What follows from who supplies what at which price. */
const follows = [listGridPrices, readSetUp, listUnsupplied, api.listMissingPrices];

/** What somebody else changes shows up here. */
export function useFreshness() {
  const client = useQueryClient();
  // Which sponsor pays is a setting of the trial.
  useLive(['product.changed', 'price.changed', 'partner.changed', 'care_group.changed'], () => {
    for (const { path } of shown) void client.invalidateQueries({ queryKey: [path] });
  });
}

/** PRC-01: every trial and site the person may see, also those that are not configured yet. */
export const useGroups = () =>
  useQuery({ ...read(listTrials, { query: {} }, { groups: [] }), select: (reply) => reply.groups });

export const useProducts = (gId: number | null) =>
  useQuery({ ...read(listProducts, { query: { g_id: gId ?? 0 } }, []), enabled: gId !== null });

/** The partners of one kind with their supplier flags; for a trial those of all its sites (OPS-45). */
export function usePartners(kind: PartnerKind, at: Place) {
  const { usePartners: useListed } = supplyCalls[kind];
  return useListed(at);
}

/** Every product of the pick with every connected partner, and what it costs there today. */
export const useGridPrices = (gId: number) =>
  useQuery({ ...read(listGridPrices, { query: { g_id: gId } }), select: ({ prices }) => prices.map(withNameApart) });

/** Named as everywhere a partner is chosen. */
export const withNameApart = <Row extends { partnerName: string; tellsApart?: string | undefined }>(row: Row): Row => ({
  ...row,
  partnerName: nameApart(row.partnerName, row.tellsApart),
});

/** Reads it anew after an answer that was lost, too: what is shown then is what holds. */
function useSettledBy(reads: readonly { path: string }[]): { settled: () => void } {
  const client = useQueryClient();
  return {
    settled: () => {
      for (const { path } of reads) void client.invalidateQueries({ queryKey: [path] });
    },
  };
}

/** Makes a partner the supplier of the product at the pick, or ends that. The panel says how it went (PSU-09, PRC-17). */
export function useSwitchSupply(kind: PartnerKind) {
  const { list, add, remove } = supplyCalls[kind];
  const way = { quiet: true, ...useSettledBy([list, ...follows]) };
  const adding = useCall(add.endpoint, { ...way, records: ({ body }) => [JSON.stringify(body)] });
  const removing = useCall(remove.endpoint, {
    ...way,
    takesBack: add.endpoint,
    records: ({ query }) => [JSON.stringify(query)],
  });
  return (at: Place, partnerId: number, isSupplier: boolean): Promise<{ message: string }> =>
    isSupplier ? adding.mutateAsync(add.asked(at, partnerId)) : removing.mutateAsync(remove.asked(at, partnerId));
}

const callsOf = ({ kind, sponsorId }: Parties) => priceCalls[sponsorId === null ? kind : 'sponsor'];

/** The current price and the history. */
export function usePrices(parties: Parties) {
  const { usePrices: useListed } = callsOf(parties);
  return useListed(parties);
}

/** Sets a price, or invalidates or ends one. The panel says what went wrong. */
export function useChangePrice(parties: Parties) {
  const { history, set, invalidate } = callsOf(parties);
  // A price has no name before it is answered, so whether it is the one that was taken back is not known.
  const way = { quiet: true, ...useSettledBy([history, ...follows]) };
  // Of each unit there is a price of its own.
  const setting = useCall(set.endpoint, { ...way, ofOneForm: ({ body }) => body.quantityUnit });
  const invalidating = useCall(invalidate.endpoint, { ...way, takesBack: set.endpoint });
  return {
    set: (price: NewPrice): Promise<{ message: string }> => setting.mutateAsync(set.asked(parties, price)),
    invalidate: (eventId: number, ends: boolean): Promise<{ message: string }> =>
      invalidating.mutateAsync(invalidate.asked(parties, eventId, ends)),
  };
}
