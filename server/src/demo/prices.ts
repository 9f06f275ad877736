/** What the demo's partners charge: a year of prices as a list of steps in time, with a mistake that is put right. */
import type { Amounts, Currency } from '@portal/contract/pricing/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { invalidatePrice, setPrice } from '#rooms/pricing/door.ts';
import { products } from './meridian.ts';
import type { Step } from './step.ts';

interface PriceList {
  partner: string;
  /** By item number. */
  product: string;
  currency: Currency;
  /** What the trial's sponsor pays instead of the partner's own price. */
  isForSponsor?: boolean;
  fees: Pick<Amounts, 'shippingFee' | 'dispenseFee'>;
  /** From how many days ago which price holds. */
  prices: readonly (readonly [daysAgo: number, drugPrice: string])[];
}

const overland = { shippingFee: '14.00', dispenseFee: '6.50' };
const abroad = { shippingFee: '11.90', dispenseFee: '4.80' };
const cooled = { shippingFee: '38.00', dispenseFee: '0.00' };
const northgate = { partner: 'Northgate Pharmacy', currency: 'USD', fees: overland } as const;
const southgate = { partner: 'Southgate Pharmacy', currency: 'EUR', fees: abroad } as const;
const baltic = { partner: 'Baltic Wholesale', product: 'AUR-PEN', fees: cooled } as const;
/** Each with what it cost before. The wholesaler charges euros, and dollars since the sponsor has an agreement with it. */
const lists: readonly PriceList[] = [
  { ...northgate, product: 'AUR-050-T', prices: manyPrices() },
  { ...northgate, product: 'AUR-100-T', prices: since('189.00', '194.50', '199.25') },
  { ...northgate, product: 'AUR-050-C', prices: since('116.00', '119.40', '122.80') },
  { ...southgate, product: 'AUR-050-T', prices: since('102.00', '104.60', '107.15') },
  { ...southgate, product: 'AUR-100-T', prices: since('163.00', '167.90', '171.35') },
  { ...southgate, product: 'AUR-050-C', prices: since('99.50', '101.80', '104.20') },
  { ...baltic, currency: 'EUR', prices: since('310.00', '316.00', '322.50') },
  { ...baltic, currency: 'USD', isForSponsor: true, prices: since('318.00', '325.00', '331.75').slice(1) },
];
/** The mistake: a point in the wrong place, seen within the hour. */
const mistake = { ...northgate, product: 'AUR-100-T', prices: [[75.1, '1992.50']] } as const;

/** More than the first page of a history shows. */
function manyPrices() {
  const [first, second, third] = since('118.00', '121.50', '124.75');
  return [first, [330, '118.80'], [265, '119.90'], second, [140, '123.10'], third] as const;
}

/** Three prices, the first from before anything was shipped. */
function since(...[first, second, third]: [string, string, string]) {
  return [[398, first] as const, [210, second] as const, [75, third] as const] as const;
}

/** The steps in which an administrator sets all of them. */
export function planPrices(known: {
  act: Act;
  partners: ReadonlyMap<string, number>;
  productIds: readonly number[];
  sponsorId: number;
}): Step[] {
  const { act, partners, productIds, sponsorId } = known;
  const set = (list: PriceList, drugPrice: string) =>
    setPrice(act, {
      productId: productIds[products.findIndex(({ itemNumber }) => itemNumber === list.product)] as number,
      partnerId: partners.get(list.partner) as number,
      sponsorId: list.isForSponsor ? sponsorId : null,
      currency: list.currency,
      drugPrice,
      ...list.fees,
      effectiveOn: act.today(),
    });
  return [
    ...lists.flatMap((list) =>
      list.prices.map(([daysAgo, drugPrice]) => ({ daysAgo, run: async () => void (await set(list, drugPrice)) })),
    ),
    ...mistake.prices.map(([daysAgo, drugPrice]) => ({
      daysAgo,
      run: async () => invalidatePrice(act, await set(mistake, drugPrice)),
    })),
  ];
}
