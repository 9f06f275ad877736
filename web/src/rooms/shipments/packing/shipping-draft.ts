/** The draft of a confirmed shipment: what stands in for what, and what is packed where. Values in, answer out. */
import type { Asked } from '@portal/contract/endpoint.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { OrderLine, shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { implausibleDayProblem } from '@portal/contract/plausible-day.ts';
import { otherExpiryText, twoDaysText } from '@portal/contract/lots/rules.ts';
import {
  afterTodayProblem,
  messages,
  type Package,
  packedOf,
  shortOf,
  type Wanted,
} from '@portal/contract/shipments/rules.ts';
import { amount } from '#kit/amount.ts';
import { plusDays } from '#kit/today.ts';
import { type DraftLine, emptyLine, lineOf, problemsOfLine } from '../request/request-draft.ts';
import { productName } from '../sentences.ts';
import { isNoWhole, wholeOf } from '../request/whole-number.ts';

/** An item names the line it is packed for; which product that is follows from the replacements. */
export interface DraftItem {
  key: number;
  lineId: number;
  /** As typed. */
  quantity: string;
  lotNumber: string;
  expirationDate: string | null;
  /** The day is still the one that the form began with; nobody has looked at the label. */
  isDaySuggested: boolean;
}
export interface DraftPackage {
  key: number;
  courier: string;
  trackingNumber: string;
  items: DraftItem[];
}
export interface ShippingDraft {
  /** By the line that is replaced. */
  replacements: ReadonlyMap<number, DraftLine>;
  packages: DraftPackage[];
  /** What was ticked to go out short, in the words of the box: another shortage has to be ticked anew. */
  tickedShort: string;
}
/** What the draft is about: the lines that were asked for, and the trial's products. */
export interface Ordered {
  lines: readonly OrderLine[];
  products: readonly Product[];
  today: string;
}
/** With what the server has told of the lots that are typed. */
export interface Order extends Ordered {
  lots: KnownLots;
}
export interface KnownLots {
  /** The lot of this very number. */
  onRecord: (productId: number, lotNumber: string) => LotOnRecord | null;
  /** Those to offer for what was typed so far. */
  offered: (productId: number, typed: string) => readonly ShippedLot[];
}
export interface LotOnRecord {
  lotNumber: string;
  expirationDate: string;
}
export interface ShippedLot extends LotOnRecord {
  /** How much of it went out in earlier shipments. */
  quantity: number;
}

let lastKey = 0;
const newKey = () => ++lastKey;

/** PKG-05, CON-15: a new item expires tomorrow until somebody says when. */
export const newItem = (lineId: number, quantity: number | null, today: string): DraftItem => ({
  key: newKey(),
  lineId,
  quantity: quantity === null ? '' : String(quantity),
  lotNumber: '',
  expirationDate: plusDays(today, 1),
  isDaySuggested: true,
});
export const newPackage = (items: DraftItem[] = []): DraftPackage => ({
  key: newKey(),
  courier: '',
  trackingNumber: '',
  items,
});

/** Everything that was asked for in one package, which is what most shipments are. */
export const newShipment = ({ lines, today }: Ordered): ShippingDraft => ({
  replacements: new Map(),
  tickedShort: '',
  packages: [newPackage(lines.map((line) => newItem(line.orderItemId, line.quantity, today)))],
});

/** PKG-12: the same drug name and a different product, which is not part of the shipment already. */
export function standInsFor(line: OrderLine, draft: ShippingDraft, { lines, products }: Ordered): Product[] {
  const others = [...draft.replacements].flatMap(([lineId, replacement]) =>
    lineId === line.orderItemId ? [] : [replacement.productId],
  );
  const taken = new Set([...lines.map((one) => one.productId), ...others]);
  return products.filter((product) => product.drugName === line.drugName && !taken.has(product.productId));
}

/**
 * A replacement starts with as much, for as many days, as was ordered of what it stands in for (PKG-11): the usual quantity of
 * another product may be less, and nobody would notice. In another unit as much is something else, so it is asked for. How it is
 * taken is its own.
 */
export const replacementBy = (product: Product, { quantity, quantityUnit, daysOfSupply }: OrderLine): DraftLine => ({
  ...emptyLine(),
  ...lineOf(product, false),
  quantity: product.quantityUnit === quantityUnit ? String(quantity) : '',
  daysOfSupply: String(daysOfSupply),
});

/** Another replacement changes how much may be packed: items of that line follow when they held the whole of it. */
export function withReplacement(draft: ShippingDraft, line: OrderLine, replacement: DraftLine | null): ShippingDraft {
  const replacements = new Map(draft.replacements);
  const before = packedWhole(draft, line);
  if (replacement) replacements.set(line.orderItemId, replacement);
  else replacements.delete(line.orderItemId);
  const now = replacement ? replacement.quantity : String(line.quantity);
  const packages = draft.packages.map((one) => ({
    ...one,
    items: one.items.map((item) =>
      item.lineId === line.orderItemId && item.quantity === before ? { ...item, quantity: now } : item,
    ),
  }));
  return { ...draft, replacements, packages };
}
const packedWhole = (draft: ShippingDraft, line: OrderLine) =>
  String((draft.replacements.get(line.orderItemId) ?? line).quantity);

const replacementsAreValid = (draft: ShippingDraft, { products }: Ordered): boolean =>
  [...draft.replacements.values()].every((replacement) => {
    const product = products.find((one) => one.productId === replacement.productId);
    return product !== undefined && Object.keys(problemsOfLine(replacement, product)).length === 0;
  });

/** What is really packed for a line. */
export interface Packed {
  line: OrderLine;
  productId: number;
  drugName: string;
  dosageForm: string;
  quantityUnit: string;
  quantity: number;
  isReplacement: boolean;
}
function packedFor(line: OrderLine, draft: ShippingDraft, { products }: Ordered): Packed {
  const replacement = draft.replacements.get(line.orderItemId);
  const product = replacement && products.find((one) => one.productId === replacement.productId);
  if (!replacement || !product) return { ...line, line, isReplacement: false };
  return { ...product, line, quantity: wholeOf(replacement.quantity) ?? 0, isReplacement: true };
}
export const packedLines = (draft: ShippingDraft, order: Ordered): Packed[] =>
  order.lines.map((line) => packedFor(line, draft, order));

/** How much of each product may be packed (PKG-07). */
export const wantedOf = (draft: ShippingDraft, order: Ordered): Wanted =>
  new Map(packedLines(draft, order).map((one) => [one.productId, one.quantity]));

/** The packages as the rules of the contract know them. */
export function packagesOf(draft: ShippingDraft, order: Ordered): Package[] {
  const byLine = new Map(packedLines(draft, order).map((one) => [one.line.orderItemId, one]));
  return draft.packages.map(({ courier, trackingNumber, items }) => ({
    courier: courier.trim(),
    trackingNumber: trackingNumber.trim(),
    items: items.map(({ lineId, quantity, lotNumber, expirationDate }) => {
      const packed = byLine.get(lineId);
      return {
        // A replacement has no line of its own yet; the server finds it by its product.
        orderItemId: packed?.isReplacement ? null : lineId,
        productId: packed?.productId ?? 0,
        quantity: wholeOf(quantity),
        lotNumber: lotNumber.trim(),
        expirationDate,
      };
    }),
  }));
}

/** What an item shows beside its fields (PKG-04 to PKG-07, OPS-86). */
export function problemsOfItem(
  item: DraftItem,
  line: Packed | undefined,
  packages: readonly Package[],
  wanted: Wanted,
  { today, lots }: Order,
) {
  const productId = line?.productId ?? 0;
  const lot = lots.onRecord(productId, item.lotNumber.trim());
  const packed = packedOf(packages, productId);
  const limit = wanted.get(productId) ?? 0;
  const isAboveZero = (wholeOf(item.quantity) ?? 0) > 0;
  return {
    lotNumber: item.lotNumber.trim() ? null : messages.lotNumber,
    expirationDate: dayProblem(),
    /** The day that its lot has on record, where another one stands in the field. */
    otherDay: lot && lot.expirationDate !== item.expirationDate ? lot.expirationDate : null,
    quantity: quantityProblem(),
    quantityHint: hint(),
  };

  function dayProblem(): string | null {
    const { expirationDate: day } = item;
    if (day === null) return messages.expirationDate;
    if (lot && lot.expirationDate !== day)
      return otherExpiryText({
        drugName: line?.drugName ?? '',
        lotNumber: lot.lotNumber,
        expiresOn: lot.expirationDate,
      });
    return afterTodayProblem(day, today) ?? implausibleDayProblem(day) ?? elsewhereProblem(day);
  }

  /** A lot that is not on record yet has one day in the whole shipment too. */
  function elsewhereProblem(day: string): string | null {
    const { lotNumber } = item;
    const first = packages
      .flatMap((one) => one.items)
      .find((one) => one.productId === productId && isSameLot(one.lotNumber, lotNumber));
    return lotNumber.trim() && first?.expirationDate && first.expirationDate !== day
      ? twoDaysText({ drugName: line?.drugName ?? '', lotNumber: first.lotNumber, expiresOn: first.expirationDate })
      : null;
  }

  function hint(): string {
    if (packed === limit) return messages.limitReached;
    return packed > limit ? `${packed - limit} too many` : `${Math.max(0, packed)} of ${limit} packed`;
  }

  function quantityProblem(): string | null {
    if (isNoWhole(item.quantity)) return 'Quantity must be a whole number.';
    if (!isAboveZero) return 'Quantity must be greater than 0.';
    return packed > limit ? messages.limitExceeded : null;
  }
}

const isSameLot = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

/** What is not yet packed of a line. */
export const leftOf = (packed: Packed, packages: readonly Package[]): number =>
  Math.max(0, packed.quantity - packedOf(packages, packed.productId));

/** What each package still lacks, by its name, and what is in none of them (PKG-08, PKG-09). */
export function missingOfPackages(draft: ShippingDraft, order: Order): string[] {
  const packages = packagesOf(draft, order);
  const wanted = wantedOf(draft, order);
  const lines = packedLines(draft, order);
  if (draft.packages.length === 0) return ['a package'];
  const missing = draft.packages.flatMap((one, i) => {
    const lacks: string[] = [];
    if (!one.courier.trim()) lacks.push('courier');
    if (!one.trackingNumber.trim()) lacks.push('tracking number');
    if (one.items.length === 0) lacks.push('an item');
    for (const item of one.items) {
      const line = lines.find((packed) => packed.line.orderItemId === item.lineId);
      const problems = problemsOfItem(item, line, packages, wanted, order);
      const wrong = [
        problems.lotNumber && 'lot number',
        problems.expirationDate && 'expiration date',
        problems.quantity && 'quantity',
      ].filter(Boolean);
      if (wrong.length > 0) lacks.push(`${wrong.join(', ')} of ${line ? productName(line) : 'an item'}`);
    }
    return lacks.length > 0 ? [`Package ${i + 1}: ${lacks.join(', ')}`] : [];
  });
  const named = new Set(draft.packages.flatMap((one) => one.items.map((item) => item.lineId)));
  const unpacked = lines.filter((line) => !named.has(line.line.orderItemId));
  return unpacked.length > 0 ? [...missing, `Not packed yet: ${unpacked.map(productName).join('; ')}`] : missing;
}

/** What goes out short, as the box says it that has to be ticked; empty when nothing does. */
export function shortWords(draft: ShippingDraft, order: Ordered): string {
  const lines = packedLines(draft, order);
  return shortOf(packagesOf(draft, order), wantedOf(draft, order))
    .flatMap(({ productId, missing }) => {
      const line = lines.find((one) => one.productId === productId);
      return line ? [`${amount({ ...line, quantity: missing })} of ${productName(line)}`] : [];
    })
    .join(', ');
}
/** The last question before it is sent: what is short has to be ticked. */
export function missingOfTick(draft: ShippingDraft, order: Ordered): string[] {
  const short = shortWords(draft, order);
  return short && draft.tickedShort !== short ? ['the tick that this shipment is short'] : [];
}

/** Items whose day nobody has touched. */
export const suggestedDays = (draft: ShippingDraft): number =>
  draft.packages.flatMap((one) => one.items).filter((item) => item.isDaySuggested).length;

/** Which replacements are not complete (PKG-13). */
export const missingOfReplacements = (draft: ShippingDraft, order: Ordered): string[] =>
  replacementsAreValid(draft, order) ? [] : ['Correct the replacement'];

/** SHF-07. */
export function shippingBody(
  srId: number,
  version: number,
  draft: ShippingDraft,
  order: Ordered,
): Asked<typeof shipByPharmacy>['body'] {
  const short = shortWords(draft, order);
  return {
    srId,
    packages: packagesOf(draft, order).map((one) => ({
      ...one,
      items: one.items.map((item) => ({
        ...item,
        quantity: item.quantity ?? 0,
        expirationDate: item.expirationDate ?? '',
      })),
    })),
    replacements: order.lines.flatMap((line) => {
      const replacement = draft.replacements.get(line.orderItemId);
      if (!replacement) return [];
      return [
        {
          oldProductId: line.productId,
          newProductId: replacement.productId ?? 0,
          quantity: wholeOf(replacement.quantity) ?? 0,
          daysOfSupply: wholeOf(replacement.daysOfSupply) ?? 0,
          directions: replacement.directions.trim() || 'N/A',
        },
      ];
    }),
    isShort: short !== '' && draft.tickedShort === short,
    version,
  };
}
