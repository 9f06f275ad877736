/** What is wrong with packages and replacements, by the field of the wire. Pure. */
import { expiresEarly } from '@portal/contract/lots/rules.ts';
import {
  afterTodayProblem,
  lineProblems,
  messages,
  nameProblem,
  type shortOf,
  unitProblem,
} from '@portal/contract/shipments/rules.ts';

export interface PackedItem {
  orderItemId?: number | null | undefined;
  productId: number;
  quantity: number;
  lotNumber: string;
  expirationDate: string;
}
export interface PackedBox {
  courier: string;
  trackingNumber: string;
  items: readonly PackedItem[];
}
export interface Replacement {
  oldProductId: number;
  newProductId: number;
  productName?: string | undefined;
  quantity: number;
  quantityUnit?: string | undefined;
  daysOfSupply: number;
  directions?: string | null | undefined;
}
/** What a product is called, and what its quantity counts. */
interface Called {
  drugName: string;
  dosageForm: string;
  quantityUnit: string;
}
/** A line as it was asked for, and what its product is called by now. */
export interface AskedLine extends Called {
  lineId: number;
  productId: number;
  drugNameNow: string;
  quantity: number;
  daysOfSupply: number;
}
/** A product that could stand in. */
export interface StandIn extends Called {
  productId: number;
  maxShipmentQuantity: number;
}

type Problems = Record<string, string>;

/** PKG-11 to PKG-13: same drug, another product that is called as it was when it was chosen, and the limits of a product line. */
export function replacementProblems(
  replacements: readonly Replacement[],
  lines: readonly AskedLine[],
  standIns: readonly StandIn[],
): Problems {
  const problems: Problems = {};
  replacements.forEach((given, i) => {
    const at = `replacements.${i}`;
    const line = lines.find(({ productId }) => productId === given.oldProductId);
    const product = standIns.find(({ productId }) => productId === given.newProductId);
    const twice = (field: 'oldProductId' | 'newProductId') =>
      replacements.findIndex((one) => one[field] === given[field]) !== i;
    if (!line) problems[`${at}.oldProductId`] = 'is not a product of this request';
    else if (twice('oldProductId')) problems[`${at}.oldProductId`] = 'is replaced already';
    if (!product || (line && product.drugName !== line.drugNameNow))
      problems[`${at}.newProductId`] = 'is not a replacement for this product';
    else if (twice('newProductId') || lines.some(({ productId }) => productId === given.newProductId))
      problems[`${at}.newProductId`] = 'is in the request already';
    if (!product) return;
    for (const [field, problem] of Object.entries(lineProblems(given, product.maxShipmentQuantity)))
      problems[`${at}.${field}`] = problem;
    const unit = unitProblem(given, product);
    if (unit) problems[`${at}.quantityUnit`] = unit;
    const name = nameProblem(given, product);
    if (name) problems[`${at}.productName`] = name;
  });
  return problems;
}

/** How much of each product is to be packed, for how many days, and the lines an item of it may name. */
export function wantedOf(
  lines: readonly AskedLine[],
  replacements: readonly Replacement[],
): Map<number, { quantity: number; daysOfSupply: number; lineId: number }> {
  return new Map(
    lines.map((line) => {
      const replacement = replacements.find(({ oldProductId }) => oldProductId === line.productId);
      const { quantity, daysOfSupply } = replacement ?? line;
      return [replacement?.newProductId ?? line.productId, { quantity, daysOfSupply, lineId: line.lineId }];
    }),
  );
}

/** Products by their number: those of lines are called as they were asked for, what could stand in as it is called now. */
export const calledIn = (lines: readonly AskedLine[], standIns: readonly StandIn[]): Map<number, Called> =>
  new Map(
    [...standIns, ...lines].map(({ productId, drugName, dosageForm, quantityUnit }) => [
      productId,
      { drugName, dosageForm, quantityUnit },
    ]),
  );

/** Whether every item is of a product that is wanted and names no other line. A stand-in may name the line it stands in for. */
export const everyItemIsWanted = (packages: readonly PackedBox[], wanted: ReturnType<typeof wantedOf>): boolean =>
  packages.every(({ items }) =>
    items.every(({ productId, orderItemId }) => {
      const line = wanted.get(productId);
      return line !== undefined && (!orderItemId || orderItemId === line.lineId);
    }),
  );

/** PKG-05 to PKG-08. */
export function packingProblems(
  packages: readonly PackedBox[],
  wanted: ReturnType<typeof wantedOf>,
  today: string,
): Problems {
  const problems: Problems = {};
  const packed = new Map<number, number>();
  packages.forEach(({ items }, i) => {
    items.forEach((item, j) => {
      const at = `packages.${i}.items.${j}`;
      const sum = (packed.get(item.productId) ?? 0) + item.quantity;
      packed.set(item.productId, sum);
      if (item.quantity < 1) problems[`${at}.quantity`] = 'Quantity must be above 0.';
      else if (sum > (wanted.get(item.productId)?.quantity ?? 0)) problems[`${at}.quantity`] = messages.limitExceeded;
      const expiry = afterTodayProblem(item.expirationDate, today);
      if (expiry) problems[`${at}.expirationDate`] = expiry;
    });
  });
  if ([...wanted.keys()].some((productId) => !packed.has(productId)))
    problems.packages = 'Every requested product must be in at least one package.';
  return problems;
}

/** What goes out short, in words: "Aurelix 50 mg is 1 short." */
export const shortText = (short: ReturnType<typeof shortOf>, called: ReadonlyMap<number, Called>): string =>
  short.map(({ productId, missing }) => `${called.get(productId)?.drugName} is ${missing} short.`).join(' ');

/** The lots that are not good for as long as they are needed, each once. */
export const earlyLots = (
  packages: readonly PackedBox[],
  called: ReadonlyMap<number, Called>,
  wanted: ReturnType<typeof wantedOf>,
  need: { neededOn: string; today: string },
): { drugName: string; lotNumber: string; expiresOn: string }[] => {
  const early = packages
    .flatMap(({ items }) => items)
    .filter(({ productId, expirationDate }) =>
      expiresEarly({ expiresOn: expirationDate }, wanted.get(productId)?.daysOfSupply ?? 0, need),
    )
    .map(({ productId, lotNumber, expirationDate }) => ({
      drugName: called.get(productId)?.drugName ?? '',
      lotNumber,
      expiresOn: expirationDate,
    }));
  return [...new Map(early.map((lot) => [JSON.stringify(lot), lot])).values()];
};
