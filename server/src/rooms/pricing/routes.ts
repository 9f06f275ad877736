import type { Ours } from '@portal/contract/endpoint.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import { sql } from 'kysely';
import { groupsOf } from '#platform/audit/places.ts';
import type { Act } from '#platform/act/act.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Listing, Room } from '#platform/http/calls.ts';
import { toldApart } from '#rooms/partners/door.ts';
import { unpricedUnits } from './asked.ts';
import { endPrice } from './end-price.ts';
import { invalidatePrice } from './invalidate-price.ts';
import { historyOf, type Parties, partiesOf, priceOn, type PriceRow, unitNow } from './queries.ts';
import { seeParties } from './see-parties.ts';
import { setUpRoutes } from './set-up-routes.ts';
import { type NewPrice, setPrice } from './set-price.ts';
import { allMissingPrices } from './missing-prices.ts';

type Asked = Parties & { kind: PartnerKind; pharmacyId?: number | null | undefined };

export const pricing: Room = (house) => {
  const { route, clock } = house;
  house.lies({
    product_price: (viewer) =>
      sql`select price_id from product_price join product using (product_id) where trial_id = ${groupsOf(viewer)}`,
  });
  setUpRoutes(house);
  route(api.listMissingPrices, async ({ viewer, tx, list }) => {
    const rows = await list(
      allMissingPrices(tx, viewer, clock.today())
        .orderBy('trialName')
        .orderBy('trialId')
        .orderBy('productId')
        .orderBy('partnerName')
        .orderBy('partnerId'),
    );
    const apart = await toldApart(tx, viewer);
    return {
      missing: rows.map(({ trialId, partnerKind, ...row }) => ({
        ...row,
        tellsApart: apart.get(row.partnerId),
        gId: trialId,
        partnerType: partnerKind as PartnerKind,
      })),
    };
  });

  route(api.readPharmacyPrice, ({ act, query }) => answer.current(act, ofPharmacy(query)));
  route(api.readWholesalerPrice, ({ act, query }) => answer.current(act, ofWholesaler(query)));
  route(api.readSponsorPrice, ({ act, query }) => answer.current(act, ofSponsor(query)));

  route(api.pharmacyPriceHistory, async (call) => {
    const { prices, ...others } = await answer.history(call, ofPharmacy(call.query));
    return { pharmacyPrices: prices, ...others };
  });
  route(api.wholesalerPriceHistory, async (call) => {
    const { prices, ...others } = await answer.history(call, ofWholesaler(call.query));
    return { wholesalerPrices: prices, ...others };
  });
  route(api.sponsorPriceHistory, async (call) => {
    const { prices, ...others } = await answer.history(call, ofSponsor(call.query));
    return { sponsorPrices: prices, ...others };
  });

  route(api.setPharmacyPrice, ({ act, body }) => answer.set(act, ofPharmacy(body), body));
  route(api.setWholesalerPrice, ({ act, body }) => answer.set(act, ofWholesaler(body), body));
  route(api.setSponsorPrice, ({ act, body }) => answer.set(act, ofSponsor(body), body));

  route(api.invalidatePharmacyPrice, ({ act, body }) => answer.takeBack(act, body, ofPharmacy(body)));
  route(api.invalidateWholesalerPrice, ({ act, body }) => answer.takeBack(act, body, ofWholesaler(body)));
  // OPS-43: the number of the price alone says which.
  route(api.invalidateSponsorPrice, async ({ act, body }) => {
    const parties = await partiesOf(act.tx, body.eventId);
    if (!parties) throw fail('not_found');
    const kind = body.partnerType ?? undefined;
    return answer.takeBack(act, body, {
      productId: body.productId ?? parties.productId,
      partnerId: body.partnerId ?? parties.partnerId,
      // A partner's own price is no sponsor's.
      sponsorId: body.sponsorId ?? parties.sponsorId ?? 0,
      ...(kind ? { kind } : {}),
      pharmacyId: body.pharmacyId,
    });
  });
};

const priceToday = async ({ tx, today }: Act, parties: Parties) => {
  const unit = await unitNow(tx, parties.productId);
  const price = await priceOn(tx, parties, unit, today());
  return {
    drugPrice: price?.drug_price ?? null,
    currency: (price?.currency ?? null) as Price['currency'] | null,
    quantityUnit: unit,
  };
};

/** What the three kinds of prices have in common. */
const answer = {
  current: async (act: Act, asked: Asked) => priceToday(act, await seen(act, asked, 'read')),
  history: async ({ act, list }: Listing, asked: Asked) => {
    const parties = await seen(act, asked, 'read');
    const rows = await list(historyOf(act.tx, parties));
    const unpriced = await unpricedUnits(act.tx, act.viewer, parties, act.today());
    return {
      prices: rows.filter(({ ended_on }) => ended_on === null).map(presentPrice),
      ended: rows.flatMap((row) => (row.ended_on === null ? [] : { ...presentPrice(row), endedOn: row.ended_on })),
      ...(await priceToday(act, parties)),
      since: unpriced.find(({ isOfNow }) => isOfNow)?.since,
      formerUnits: unpriced
        .filter(({ isOfNow }) => !isOfNow)
        .map(({ quantityUnit, since }) => ({ quantityUnit, since })),
    };
  },
  set: async (act: Act, asked: Asked, body: GivenPrice) => {
    const parties = await seen(act, asked, 'change');
    const { effectiveDate, drugPrice, shippingFee, dispenseFee, currency, quantityUnit } = body;
    const amounts = { drugPrice, shippingFee, dispenseFee, currency, quantityUnit, effectiveOn: effectiveDate };
    return { eventId: await setPrice(act, { ...parties, ...amounts }), message: 'Price updated.' };
  },
  takeBack: async (
    act: Act,
    { eventId, ends }: { eventId: number; ends?: boolean | undefined },
    asked: Partial<Asked> & Parties,
  ) => {
    await (ends ? endPrice : invalidatePrice)(act, eventId, await seen(act, asked, 'change'));
    return { message: ends ? 'Price ended.' : 'Price invalidated.' };
  },
};

type Price = api.Price;
type GivenPrice = Omit<NewPrice, keyof Parties | 'effectiveOn'> & { effectiveDate: string };

const presentPrice = (row: PriceRow): Price => ({
  eventId: row.price_id,
  price: row.drug_price,
  currency: row.currency as Price['currency'],
  quantityUnit: row.quantity_unit,
  shippingFee: row.shipping_fee,
  dispenseFee: row.dispense_fee,
  effectiveDate: row.effective_on,
  // OPS-42: the history has none that are invalidated.
  invalid: 0,
});

const ofPharmacy = ({ pharmacyId, productId }: { pharmacyId: number; productId: number }): Asked => ({
  productId,
  partnerId: pharmacyId,
  sponsorId: null,
  kind: 'pharmacy',
});
const ofWholesaler = ({ wholesalerId, productId }: { wholesalerId: number; productId: number }): Asked => ({
  productId,
  partnerId: wholesalerId,
  sponsorId: null,
  kind: 'wholesaler',
});
const ofSponsor = (asked: Ours<typeof api.readSponsorPrice.query>): Asked => ({
  productId: asked.productId,
  partnerId: asked.partnerId,
  sponsorId: asked.sponsorId,
  kind: asked.partnerType,
  pharmacyId: asked.pharmacyId,
});

/** The parties, all of them in sight. */
async function seen(
  { tx, viewer }: Act,
  { kind, pharmacyId, ...parties }: Partial<Asked> & Parties,
  to: 'read' | 'change',
): Promise<Parties> {
  await seeParties(tx, viewer, parties, to, kind);
  // OPS-43: of a pharmacy it is the same number twice; of a wholesaler it says nothing.
  if (kind === 'pharmacy' && pharmacyId != null && pharmacyId !== parties.partnerId)
    throw failFields({ pharmacyId: 'must be the same as partnerId' });
  return parties;
}
