/** The draft of a confirmed shipment: what stands in for what, and what is packed where. Values in, answer out. */
import type { Asked } from '@portal/contract/endpoint.ts';
import type { Product } from '@portal/contract/products/endpoints.ts';
import type { OrderLine, shipByPharmacy } from '@portal/contract/shipments/endpoints.ts';
import { implausibleDayProblem } from '@portal/contract/plausible-day.ts';
import { afterTodayProblem, messages, type Package, packedOf, type Wanted } from '@portal/contract/shipments/rules.ts';
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
}
/** What the draft is about: the lines that were asked for, and the trial's products. */
export interface Order {
  lines: readonly OrderLine[];
  products: readonly Product[];
  today: string;
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
});
export const newPackage = (items: DraftItem[] = []): DraftPackage => ({
  key: newKey(),
  courier: '',
  trackingNumber: '',
  items,
});

/** Everything that was asked for in one package, which is what most shipments are. */
export const newShipment = ({ lines, today }: Order): ShippingDraft => ({
  replacements: new Map(),
  packages: [newPackage(lines.map((line) => newItem(line.orderItemId, line.quantity, today)))],
});

/** PKG-12: the same drug name and a different product, which is not part of the shipment already. */
export function standInsFor(line: OrderLine, draft: ShippingDraft, { lines, products }: Order): Product[] {
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
  return { replacements, packages };
}
const packedWhole = (draft: ShippingDraft, line: OrderLine) =>
  String((draft.replacements.get(line.orderItemId) ?? line).quantity);

const replacementsAreValid = (draft: ShippingDraft, { products }: Order): boolean =>
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
function packedFor(line: OrderLine, draft: ShippingDraft, { products }: Order): Packed {
  const replacement = draft.replacements.get(line.orderItemId);
  const product = replacement && products.find((one) => one.productId === replacement.productId);
  if (!replacement || !product) return { ...line, line, isReplacement: false };
  return { ...product, line, quantity: wholeOf(replacement.quantity) ?? 0, isReplacement: true };
}
export const packedLines = (draft: ShippingDraft, order: Order): Packed[] =>
  order.lines.map((line) => packedFor(line, draft, order));

/** How much of each product may be packed (PKG-07). */
export const wantedOf = (draft: ShippingDraft, order: Order): Wanted =>
  new Map(packedLines(draft, order).map((one) => [one.productId, one.quantity]));

/** The packages as the rules of the contract know them. */
export function packagesOf(draft: ShippingDraft, order: Order): Package[] {
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
  productId: number,
  packages: readonly Package[],
  wanted: Wanted,
  today: string,
) {
  const packed = packedOf(packages, productId);
  const limit = wanted.get(productId) ?? 0;
  const isAboveZero = (wholeOf(item.quantity) ?? 0) > 0;
  return {
    lotNumber: item.lotNumber.trim() ? null : messages.lotNumber,
    expirationDate:
      item.expirationDate === null
        ? messages.expirationDate
        : (afterTodayProblem(item.expirationDate, today) ?? implausibleDayProblem(item.expirationDate)),
    quantity: quantityProblem(),
    quantityHint: hint(),
  };

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
      const problems = problemsOfItem(item, line?.productId ?? 0, packages, wanted, order.today);
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

/** Which replacements are not complete (PKG-13). */
export const missingOfReplacements = (draft: ShippingDraft, order: Order): string[] =>
  replacementsAreValid(draft, order) ? [] : ['Correct the replacement'];

/** SHF-07. */
export function shippingBody(
  srId: number,
  version: number,
  draft: ShippingDraft,
  order: Order,
): Asked<typeof shipByPharmacy>['body'] {
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
    version,
  };
}
