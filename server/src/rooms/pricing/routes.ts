import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/pricing/endpoints.ts';
import type { PartnerKind } from '#rooms/partners/door.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { House, Room } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { invalidatePrice } from './invalidate-price.ts';
import { historyOf, type Parties, partiesOf, priceOn } from './queries.ts';
import { seeParties } from './see-parties.ts';
import { type NewPrice, setPrice } from './set-price.ts';

type Asked = Parties & { kind: PartnerKind; pharmacyId?: number | null | undefined };

export const pricing: Room = ({ route, clock }) => {
  const answer = pricingAnswers(clock);

  route(api.readPharmacyPrice, ({ viewer, query, tx }) => answer.current(tx, viewer, ofPharmacy(query)));
  route(api.readWholesalerPrice, ({ viewer, query, tx }) => answer.current(tx, viewer, ofWholesaler(query)));
  route(api.readSponsorPrice, ({ viewer, query, tx }) => answer.current(tx, viewer, ofSponsor(query)));

  route(api.pharmacyPriceHistory, async ({ viewer, query, tx }) => {
    const { prices, ...current } = await answer.history(tx, viewer, ofPharmacy(query));
    return { pharmacyPrices: prices, ...current };
  });
  route(api.wholesalerPriceHistory, async ({ viewer, query, tx }) => {
    const { prices, ...current } = await answer.history(tx, viewer, ofWholesaler(query));
    return { wholesalerPrices: prices, ...current };
  });
  route(api.sponsorPriceHistory, async ({ viewer, query, tx }) => {
    const { prices, ...current } = await answer.history(tx, viewer, ofSponsor(query));
    return { sponsorPrices: prices, ...current };
  });

  route(api.setPharmacyPrice, ({ viewer, body, tx }) => answer.set(tx, viewer, ofPharmacy(body), body));
  route(api.setWholesalerPrice, ({ viewer, body, tx }) => answer.set(tx, viewer, ofWholesaler(body), body));
  route(api.setSponsorPrice, ({ viewer, body, tx }) => answer.set(tx, viewer, ofSponsor(body), body));

  route(api.invalidatePharmacyPrice, ({ viewer, body, tx }) =>
    answer.invalidate(tx, viewer, body.eventId, ofPharmacy(body)),
  );
  route(api.invalidateWholesalerPrice, ({ viewer, body, tx }) =>
    answer.invalidate(tx, viewer, body.eventId, ofWholesaler(body)),
  );
  // OPS-43: the number of the price alone says which.
  route(api.invalidateSponsorPrice, async ({ viewer, body, tx }) => {
    const parties = await partiesOf(tx, body.eventId);
    if (!parties) throw fail('not_found');
    const kind = body.partnerType ?? undefined;
    return answer.invalidate(tx, viewer, body.eventId, {
      productId: body.productId ?? parties.productId,
      partnerId: body.partnerId ?? parties.partnerId,
      // A partner's own price is no sponsor's.
      sponsorId: body.sponsorId ?? parties.sponsorId ?? 0,
      ...(kind ? { kind } : {}),
      pharmacyId: body.pharmacyId,
    });
  });
};

/** What the three kinds of prices have in common. */
function pricingAnswers(clock: House['clock']) {
  const priceToday = async (tx: Tx, parties: Parties) => {
    const price = await priceOn(tx, parties, clock.today());
    return { drugPrice: price?.drug_price ?? null, currency: (price?.currency ?? null) as Price['currency'] | null };
  };
  return {
    async current(tx: Tx, viewer: Viewer, asked: Asked) {
      return priceToday(tx, await seen(tx, viewer, asked, 'read'));
    },
    async history(tx: Tx, viewer: Viewer, asked: Asked) {
      const parties = await seen(tx, viewer, asked, 'read');
      return { prices: (await historyOf(tx, parties)).map(presentPrice), ...(await priceToday(tx, parties)) };
    },
    async set(tx: Tx, viewer: Viewer, asked: Asked, body: GivenPrice) {
      const parties = await seen(tx, viewer, asked, 'change');
      const { drugPrice, shippingFee, dispenseFee, currency, effectiveDate } = body;
      const amounts = { drugPrice, shippingFee, dispenseFee, currency, effectiveOn: effectiveDate };
      return { eventId: await setPrice(tx, clock, viewer, { ...parties, ...amounts }), message: 'Price updated.' };
    },
    async invalidate(tx: Tx, viewer: Viewer, priceId: number, asked: Partial<Asked> & Parties) {
      await invalidatePrice(tx, clock, viewer, priceId, await seen(tx, viewer, asked, 'change'));
      return { message: 'Price invalidated.' };
    },
  };
}

type Price = api.Price;
type GivenPrice = Pick<NewPrice, 'drugPrice' | 'shippingFee' | 'dispenseFee' | 'currency'> & { effectiveDate: string };

const presentPrice = (row: Awaited<ReturnType<typeof historyOf>>[number]): Price => ({
  eventId: row.price_id,
  price: row.drug_price,
  currency: row.currency as Price['currency'],
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
  tx: Tx,
  viewer: Viewer,
  { kind, pharmacyId, ...parties }: Partial<Asked> & Parties,
  to: 'read' | 'change',
): Promise<Parties> {
  await seeParties(tx, viewer, parties, to, kind);
  // OPS-43: of a pharmacy it is the same number twice; of a wholesaler it says nothing.
  if (kind === 'pharmacy' && pharmacyId != null && pharmacyId !== parties.partnerId)
    throw failFields({ pharmacyId: 'must be the same as partnerId' });
  return parties;
}
