/** The draft of a confirmed shipment: what stands in for what, and what is packed where. Values in, answer out. */
import { productName } from '@portal/contract/products/product-name.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import { earlyText, expiresEarly } from '@portal/contract/lots/rules.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { OrderLine, shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { type Package, packedOf, shortOf, type Wanted } from '@portal/contract/shipments/rules.ts';
import { amount } from '#kit/amount.ts';
import { plusDays } from '#kit/plus-days.ts';
import { asDay } from '#kit/today.ts';
import {
  directionsSent,
  type DraftLine,
  emptyLine,
  lineOf,
  problemsOfLine,
  quantityIn,
} from '../request/request-draft.ts';
import { wholeOf } from '../request/whole-number.ts';

/** An item names the line it is packed for; which product that is follows from the replacements. */
export interface DraftItem {
  key: number;
  lineId: number;
  /** As typed. */
  quantity: string;
  lotNumber: string;
  expirationDate: string | null;
  /** Nobody has said that the day is right. It gives way to the one that is on record for the lot. */
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
  /** The need-by date of the request. */
  neededOn: string;
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
  /** Since when it is recalled. */
  recalledAt?: Date | null | undefined;
}
export interface ShippedLot extends LotOnRecord {
  /** How much of it went out in earlier shipments, in each unit. */
  shipped: readonly { quantity: number; quantityUnit: string }[];
}

let lastKey = 0;
const newKey = () => ++lastKey;

/** PKG-05, CON-15: what nobody has entered of a product yet. It expires tomorrow until somebody says when. */
export const noLot = (today: string) => ({ lotNumber: '', ...suggestedDay(today) });
export const newItem = (lineId: number, quantity: number | null, today: string): DraftItem => ({
  key: newKey(),
  lineId,
  quantity: quantity === null ? '' : String(quantity),
  ...noLot(today),
});
export const suggestedDay = (today: string) => ({ expirationDate: plusDays(today, 1), isDaySuggested: true });
export const newPackage = ({ courier = '', items = [] }: Partial<DraftPackage> = {}): DraftPackage => ({
  key: newKey(),
  courier,
  trackingNumber: '',
  items,
});

/** Everything that was asked for in one package, which is what most shipments are. */
export const newShipment = ({ lines, today }: Ordered): ShippingDraft => ({
  replacements: new Map(),
  tickedShort: '',
  packages: [newPackage({ items: lines.map((line) => newItem(line.orderItemId, line.quantity, today)) })],
});

/** PKG-12: the same drug name and a different product, which is not part of the shipment already. */
export function standInsFor(line: OrderLine, draft: ShippingDraft, { lines, products }: Ordered): Product[] {
  const others = [...draft.replacements].flatMap(([lineId, replacement]) =>
    lineId === line.orderItemId ? [] : [replacement.productId],
  );
  const taken = new Set([...lines.map((one) => one.productId), ...others]);
  // The line keeps what its product was called when it was asked for. What it is called now a server of the release before does not tell.
  const known = products.find(({ productId }) => productId === line.productId);
  const drugName = known?.drugName ?? line.drugNameNow ?? line.drugName;
  return products.filter((product) => product.drugName === drugName && !taken.has(product.productId));
}

/**
 * A replacement starts with as much, for as many days, as was ordered of what it stands in for (PKG-11): the usual quantity of
 * another product may be less, and nobody would notice. In another unit as much is something else, so it is asked for. How it is
 * taken is its own.
 */
export function replacementBy(product: Product, { quantity, quantityUnit, daysOfSupply }: OrderLine): DraftLine {
  const line = lineOf(product, false);
  return {
    ...emptyLine(),
    ...line,
    quantity: product.quantityUnit === quantityUnit ? String(quantity) : '',
    daysOfSupply: String(daysOfSupply),
    // As many days as were ordered count, whatever is usual.
    filled: { ...line.filled, daysOfSupply: null },
  };
}

/**
 * Another replacement changes how much may be packed: items of that line follow when they held the whole of it. Lot and day were
 * entered for the product that it was, so with another product, or another name of it, they go.
 */
export function withReplacement(
  draft: ShippingDraft,
  line: OrderLine,
  replacement: DraftLine | null,
  today: string,
): ShippingDraft {
  const replacements = new Map(draft.replacements);
  const before = packedWhole(draft, line);
  const last = replacements.get(line.orderItemId);
  const isOther = replacement?.productId !== last?.productId || replacement?.name !== last?.name;
  if (replacement) replacements.set(line.orderItemId, replacement);
  else replacements.delete(line.orderItemId);
  const now = replacement ? replacement.quantity : String(line.quantity);
  const packages = draft.packages.map((one) => ({
    ...one,
    items: one.items.map((item) =>
      item.lineId === line.orderItemId
        ? { ...item, quantity: item.quantity === before ? now : item.quantity, ...(isOther ? noLot(today) : {}) }
        : item,
    ),
  }));
  return { ...draft, replacements, packages };
}
const packedWhole = (draft: ShippingDraft, line: OrderLine) =>
  String((draft.replacements.get(line.orderItemId) ?? line).quantity);

/** The product that was chosen to stand in, as long as it is the same one: called otherwise it has to be chosen again. */
export const chosenFrom = (products: readonly Product[], replacement: DraftLine): Product | undefined =>
  products.find((one) => one.productId === replacement.productId && productName(one) === replacement.name);

export const replacementsAreValid = (draft: ShippingDraft, order: Ordered): boolean =>
  order.lines.every((line) => {
    const replacement = draft.replacements.get(line.orderItemId);
    if (!replacement) return true;
    const product = chosenFrom(standInsFor(line, draft, order), replacement);
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
  daysOfSupply: number;
  isReplacement: boolean;
}
function packedFor(line: OrderLine, draft: ShippingDraft, { products }: Ordered): Packed {
  const replacement = draft.replacements.get(line.orderItemId);
  const product = replacement && chosenFrom(products, replacement);
  if (!replacement || !product) return { ...line, line, isReplacement: false };
  const quantity = wholeOf(quantityIn(replacement, product)) ?? 0;
  return { ...product, line, quantity, daysOfSupply: wholeOf(replacement.daysOfSupply) ?? 0, isReplacement: true };
}
export const packedLines = (draft: ShippingDraft, order: Ordered): Packed[] =>
  order.lines.map((line) => packedFor(line, draft, order));

/** How much of each product may be packed (PKG-07). */
export const wantedOf = (draft: ShippingDraft, order: Ordered): Wanted =>
  new Map(packedLines(draft, order).map((one) => [one.productId, one.quantity]));

/** The lots that are typed, each of its product. */
export function typedLots(draft: ShippingDraft, order: Ordered): { productId: number; lotNumber: string }[] {
  const productOf = new Map(packedLines(draft, order).map((one) => [one.line.orderItemId, one.productId]));
  return draft.packages
    .flatMap((one) => one.items)
    .map(({ lineId, lotNumber }) => ({ productId: productOf.get(lineId) ?? 0, lotNumber: lotNumber.trim() }));
}

/** The packages as the rules of the contract know them. */
export function packagesOf(draft: ShippingDraft, order: Order): Package[] {
  const byLine = new Map(packedLines(draft, order).map((one) => [one.line.orderItemId, one]));
  return draft.packages.map(({ courier, trackingNumber, items }) => ({
    courier: courier.trim(),
    trackingNumber: trackingNumber.trim(),
    items: items.map((item) => {
      const { lineId, quantity, lotNumber } = item;
      const packed = byLine.get(lineId);
      return {
        // A replacement has no line of its own yet: it names the one that it stands in for.
        orderItemId: lineId,
        productId: packed?.productId ?? 0,
        quantity: wholeOf(quantity),
        // As it is on record, however it was typed.
        lotNumber: lotOf(item, packed, order)?.lotNumber ?? lotNumber.trim(),
        expirationDate: dayOf(item, packed, order),
      };
    }),
  }));
}

/** What is on record of the lot that is typed for an item. */
export const lotOf = (item: DraftItem, line: Packed | undefined, { lots }: Order): LotOnRecord | null =>
  lots.onRecord(line?.productId ?? 0, item.lotNumber.trim());
export const dayOf = (item: DraftItem, line: Packed | undefined, order: Order): string | null =>
  (item.isDaySuggested && lotOf(item, line, order)?.expirationDate) || item.expirationDate;
/** A day that would become the one on record for a lot, and that nobody has said is right. */
export const isUnchecked = (item: DraftItem, line: Packed | undefined, order: Order): boolean =>
  item.isDaySuggested && !lotOf(item, line, order);

export const isSameLot = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** What is not yet packed of a line. */
export const leftOf = (packed: Packed, packages: readonly Package[]): number =>
  Math.max(0, packed.quantity - packedOf(packages, packed.productId));

/** What goes out short, as the box says it that has to be ticked; empty when nothing does. */
export function shortWords(draft: ShippingDraft, order: Order): string {
  const lines = packedLines(draft, order);
  return shortOf(packagesOf(draft, order), wantedOf(draft, order))
    .flatMap(({ productId, missing }) => {
      const line = lines.find((one) => one.productId === productId);
      return line ? [`${amount({ ...line, quantity: missing })} of ${productName(line)}`] : [];
    })
    .join(', ');
}
/** What is said where such an item is not seen itself. */
export const checkExpiry = 'Check the expiry';
/** The items whose day nobody has said is right and no record vouches for. */
export function uncheckedItems(draft: ShippingDraft, order: Order): DraftItem[] {
  const lines = packedLines(draft, order);
  const lineOf = ({ lineId }: DraftItem) => lines.find((packed) => packed.line.orderItemId === lineId);
  return draft.packages.flatMap((one) => one.items).filter((item) => isUnchecked(item, lineOf(item), order));
}
/** Somebody has looked at the labels: these days are right. */
export function withDaysChecked(draft: ShippingDraft, order: Order): ShippingDraft {
  const unchecked = uncheckedItems(draft, order);
  const checked = (item: DraftItem) => (unchecked.includes(item) ? { ...item, isDaySuggested: false } : item);
  return { ...draft, packages: draft.packages.map((one) => ({ ...one, items: one.items.map(checked) })) };
}

/** The lots that are not good for as long as they are needed, each once. */
export function earlyLots(draft: ShippingDraft, order: Order) {
  const lines = packedLines(draft, order);
  const early = packagesOf(draft, order)
    .flatMap((one) => one.items)
    .flatMap(({ productId, lotNumber, expirationDate: expiresOn }) => {
      const line = lines.find((one) => one.productId === productId);
      return line && expiresOn && expiresEarly({ expiresOn }, line.daysOfSupply, order)
        ? [{ drugName: productName(line), lotNumber, expiresOn }]
        : [];
    });
  return [...new Map(early.map((lot) => [JSON.stringify(lot), lot])).values()];
}

/** What is asked before it is sent, a sentence each: about lots that expire too early, and days that nobody has looked at. */
export function askedBeforeSending(draft: ShippingDraft, order: Order): string[] {
  const unchecked = uncheckedItems(draft, order).map(
    ({ lotNumber, expirationDate }) =>
      `Nobody has checked the suggested expiry of lot ${lotNumber.trim()}, ${asDay(expirationDate)}.`,
  );
  // A lot can lie in several packages.
  return [...earlyLots(draft, order).map((lot) => earlyText([lot], order)), ...new Set(unchecked)];
}

/** What the server alone knows, and asks about: something goes out twice, to an outdated address, or for somebody who left. Whether that was answered. */
export interface Answered {
  isDouble: boolean;
  isAddressOutdated: boolean;
  /** Left out, where the server has not said whether there is anybody: an earlier release knows no such field. */
  isForInactive?: boolean;
}
/** SHF-07. What is asked before it is sent has been answered by then. */
export function shippingBody(
  srId: number,
  version: number,
  draft: ShippingDraft,
  order: Order,
  answered: Answered,
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
          ...(chosenFrom(order.products, replacement)?.takesName && { productName: replacement.name }),
          quantity: wholeOf(replacement.quantity) ?? 0,
          quantityUnit: replacement.quantityUnit,
          daysOfSupply: wholeOf(replacement.daysOfSupply) ?? 0,
          directions: directionsSent(replacement.directions),
        },
      ];
    }),
    expiresEarly: earlyLots(draft, order).length > 0,
    isShort: short !== '' && draft.tickedShort === short,
    ...answered,
    version,
  };
}
