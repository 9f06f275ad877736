/** The two kinds of partners speak the same calls under two names (OPS-82); here both are asked in the words of the room. */
import { listPharmacySupply, listWholesalerSupply } from '@portal/contract/partners/endpoints.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { nameApart } from '@portal/contract/partners/names.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as supply from '@portal/contract/partners/supply-endpoints.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import type { Currency } from '@portal/contract/pricing/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { asks, read } from '#api/queries.ts';

/** Where a product is supplied: a trial, or one of its sites. */
export interface Place {
  gId: number;
  productId: number;
}
const keysOf = ({ gId, productId }: Place) => ({ g_id: gId, productId });

/** A partner of the pick, and whether it supplies the product there (PSU-02). */
export interface Partner {
  partnerId: number;
  /** With what tells it from others that are called so. */
  name: string;
  isSupplier: boolean;
}

export const supplyCalls = {
  pharmacy: {
    list: listPharmacySupply,
    usePartners: (at: Place) =>
      useQuery({
        ...read(listPharmacySupply, { query: keysOf(at) }, []),
        select: (rows): Partner[] =>
          rows.map(({ ppId, pharmacyName, tellsApart, isSupplier }) => ({
            partnerId: ppId,
            name: nameApart(pharmacyName, tellsApart),
            isSupplier,
          })),
      }),
    add: asks(supply.addPharmacySupplier, (at: Place, ppId: number) => ({ body: { ...keysOf(at), ppId } })),
    remove: asks(supply.removePharmacySupplier, (at: Place, ppId: number) => ({ query: { ...keysOf(at), ppId } })),
  },
  wholesaler: {
    list: listWholesalerSupply,
    usePartners: (at: Place) =>
      useQuery({
        ...read(listWholesalerSupply, { query: keysOf(at) }, []),
        select: (rows): Partner[] =>
          rows.map(({ wpId, wholesalerName, tellsApart, isSupplier }) => ({
            partnerId: wpId,
            name: nameApart(wholesalerName, tellsApart),
            isSupplier,
          })),
      }),
    add: asks(supply.addWholesalerSupplier, (at: Place, wpId: number) => ({ body: { ...keysOf(at), wpId } })),
    remove: asks(supply.removeWholesalerSupplier, (at: Place, wpId: number) => ({ query: { ...keysOf(at), wpId } })),
  },
};

/** Whose price of what: the partner's own, or what a sponsor pays it (PRC-04). */
export interface Parties {
  kind: PartnerKind;
  partnerId: number;
  productId: number;
  sponsorId: number | null;
}
/** Of one unit; empty where the server says none, which holds for all that it says then. */
export type Price = api.Price & { quantityUnit: string };
/** It was right until this day, which was its last. */
export type EndedPrice = Price & { endedOn: string };
export interface Prices {
  /** Those that are agreed. */
  prices: readonly Price[];
  ended: readonly EndedPrice[];
  drugPrice: string | null;
  currency: Currency | null;
  /** The unit that the product has now. */
  quantityUnit: string;
  /** The units, that of now or former ones, in which something was asked for of the partner that has no price yet, and since when. */
  unpriced: readonly { quantityUnit: string; since: string }[];
}
export interface NewPrice {
  drugPrice: string;
  currency: Currency;
  /** The unit that it was entered for. */
  quantityUnit: string;
  shippingFee: string;
  dispenseFee: string;
  effectiveDate: string;
}

const pharmacyKeys = ({ partnerId, productId }: Parties) => ({ pharmacyId: partnerId, productId });
const wholesalerKeys = ({ partnerId, productId }: Parties) => ({ wholesalerId: partnerId, productId });
const sponsorKeys = ({ kind, partnerId, productId, sponsorId }: Parties) => ({
  sponsorId: sponsorId ?? 0,
  productId,
  partnerType: kind,
  partnerId,
  // PRC-15, OPS-43
  ...(kind === 'pharmacy' ? { pharmacyId: partnerId } : {}),
});

/** What is invalidated is left out here as well (OPS-42). A server of the release before says nothing of units, nor of what has ended. */
const asPrices = (
  prices: readonly api.Price[],
  {
    quantityUnit: unit = '',
    ended = [],
    since,
    formerUnits = [],
    ...current
  }: Omit<Ours<typeof api.pharmacyPriceHistory.reply>, 'pharmacyPrices'>,
): Prices => ({
  ...current,
  quantityUnit: unit,
  unpriced: since === undefined ? formerUnits : [{ quantityUnit: unit, since }, ...formerUnits],
  prices: validOf(prices, unit),
  ended: validOf(ended, unit),
});

const validOf = <P extends api.Price>(prices: readonly P[], unit: string): (P & { quantityUnit: string })[] =>
  prices
    .filter(({ invalid }) => invalid === 0)
    .map((price) => ({ ...price, quantityUnit: price.quantityUnit ?? unit }));

/** Such a server does not take a unit either. */
const asBody = ({ quantityUnit, ...price }: NewPrice) => ({ ...price, ...(quantityUnit !== '' && { quantityUnit }) });

/** Nor does it know of prices that end. */
const asEnd = (ends: boolean) => (ends ? { ends } : {});

export const priceCalls = {
  pharmacy: {
    history: api.pharmacyPriceHistory,
    usePrices: (parties: Parties) =>
      useQuery({
        ...read(api.pharmacyPriceHistory, { query: pharmacyKeys(parties) }),
        select: ({ pharmacyPrices, ...current }) => asPrices(pharmacyPrices, current),
      }),
    set: asks(api.setPharmacyPrice, (parties: Parties, price: NewPrice) => ({
      body: { ...asBody(price), ...pharmacyKeys(parties) },
    })),
    invalidate: asks(api.invalidatePharmacyPrice, (parties: Parties, eventId: number, ends: boolean) => ({
      body: { eventId, ...asEnd(ends), ...pharmacyKeys(parties) },
    })),
  },
  wholesaler: {
    history: api.wholesalerPriceHistory,
    usePrices: (parties: Parties) =>
      useQuery({
        ...read(api.wholesalerPriceHistory, { query: wholesalerKeys(parties) }),
        select: ({ wholesalerPrices, ...current }) => asPrices(wholesalerPrices, current),
      }),
    set: asks(api.setWholesalerPrice, (parties: Parties, price: NewPrice) => ({
      body: { ...asBody(price), ...wholesalerKeys(parties) },
    })),
    invalidate: asks(api.invalidateWholesalerPrice, (parties: Parties, eventId: number, ends: boolean) => ({
      body: { eventId, ...asEnd(ends), ...wholesalerKeys(parties) },
    })),
  },
  sponsor: {
    history: api.sponsorPriceHistory,
    usePrices: (parties: Parties) =>
      useQuery({
        ...read(api.sponsorPriceHistory, { query: sponsorKeys(parties) }),
        select: ({ sponsorPrices, ...current }) => asPrices(sponsorPrices, current),
      }),
    set: asks(api.setSponsorPrice, (parties: Parties, price: NewPrice) => ({
      body: { ...asBody(price), ...sponsorKeys(parties) },
    })),
    invalidate: asks(api.invalidateSponsorPrice, (parties: Parties, eventId: number, ends: boolean) => ({
      body: { eventId, ...asEnd(ends), ...sponsorKeys(parties) },
    })),
  },
};
