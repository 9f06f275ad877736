/** What keeps a draft from being sent: what is missing, and what is there and cannot be right. Values in, answer out. */
import { productName } from '@portal/contract/products/product-name.ts';
import { expiresEarly, otherExpiryText, recalledText, twoDaysText } from '@portal/contract/lots/rules.ts';
import { implausibleDayProblem } from '@portal/contract/plausible-day.ts';
import {
  afterTodayProblem,
  labelOf,
  longest,
  messages,
  type Package,
  type PackageLabel,
  packedOf,
  type Wanted,
} from '@portal/contract/shipments/rules.ts';
import { tooLong } from '#kit/too-long.ts';
import { isNoWhole, wholeOf } from '../request/whole-number.ts';
import {
  dayOf,
  type DraftItem,
  type DraftPackage,
  isSameLot,
  isUnchecked,
  lotOf,
  type Order,
  type Ordered,
  type Packed,
  packagesOf,
  packedLines,
  replacementsAreValid,
  type ShippingDraft,
  shortWords,
  wantedOf,
} from './shipping-draft.ts';

/** What is wrong with a field of an item, and how the end of the form says so where something is there and cannot be right. */
interface Problem {
  text: string;
  wrong?: string;
}

/** What an item shows beside its fields (PKG-04 to PKG-07, OPS-86). */
export function problemsOfItem(
  item: DraftItem,
  line: Packed | undefined,
  packages: readonly Package[],
  wanted: Wanted,
  order: Order,
) {
  const productId = line?.productId ?? 0;
  const name = line ? productName(line) : 'an item';
  const lot = lotOf(item, line, order);
  const day = dayOf(item, line, order);
  const packed = packedOf(packages, productId);
  const limit = wanted.get(productId) ?? 0;
  const lotWrong = lotProblem();
  const dayWrong = dayProblem();
  const quantityWrong = quantityProblem();
  return {
    day,
    lotNumber: lotWrong?.text ?? null,
    expirationDate: dayWrong?.text ?? null,
    isRecalled: Boolean(lot?.recalledAt),
    /** The lot whose day stands in the field because nobody has touched it. */
    dayOfLot: item.isDaySuggested ? lot : null,
    isDayUnchecked: isUnchecked(item, line, order),
    /** The day that its lot has on record, where another one stands in the field. */
    otherDay: lot && lot.expirationDate !== day ? lot.expirationDate : null,
    isEarly: day !== null && !dayWrong && expiresEarly({ expiresOn: day }, line?.daysOfSupply ?? 0, order),
    quantity: quantityWrong?.text ?? null,
    quantityHint: hint(),
    missing: [
      lotWrong && !lotWrong.wrong && 'lot number',
      dayWrong && !dayWrong.wrong && 'expiration date',
      quantityWrong && !quantityWrong.wrong && 'quantity',
    ].filter((one) => typeof one === 'string'),
    wrong: [lotWrong?.wrong, dayWrong?.wrong, quantityWrong?.wrong].filter((one) => one !== undefined),
  };

  function lotProblem(): Problem | null {
    if (!item.lotNumber.trim()) return { text: messages.lotNumber };
    if (lot?.recalledAt)
      return {
        text: recalledText({ drugName: line?.drugName ?? '', lotNumber: lot.lotNumber, recalledAt: lot.recalledAt }),
        wrong: `lot ${lot.lotNumber} was recalled`,
      };
    const text = tooLong(item.lotNumber, longest.lotNumber);
    return text ? { text, wrong: `the lot number of ${name} is too long` } : null;
  }

  function dayProblem(): Problem | null {
    if (day === null) return { text: messages.expirationDate };
    if (lot && lot.expirationDate !== day)
      return {
        text: otherExpiryText({
          drugName: line?.drugName ?? '',
          lotNumber: lot.lotNumber,
          expiresOn: lot.expirationDate,
        }),
        wrong: `the expiration date differs from the one recorded for lot ${lot.lotNumber}`,
      };
    if (afterTodayProblem(day, order.today))
      return { text: messages.needBy, wrong: `the expiration date of ${name} must be in the future` };
    const implausible = implausibleDayProblem(day);
    if (implausible)
      return {
        text: `Expiration date ${implausible}.`,
        wrong: `the expiration date of ${name} ${implausible}`,
      };
    return elsewhereProblem(day);
  }

  /** A lot that is not on record yet has one day in the whole shipment too. */
  function elsewhereProblem(expiresOn: string): Problem | null {
    const { lotNumber } = item;
    const first = packages
      .flatMap((one) => one.items)
      .find((one) => one.productId === productId && isSameLot(one.lotNumber, lotNumber));
    if (!lotNumber.trim() || !first?.expirationDate || first.expirationDate === expiresOn) return null;
    return {
      text: twoDaysText({
        drugName: line?.drugName ?? '',
        lotNumber: first.lotNumber,
        expiresOn: first.expirationDate,
      }),
      wrong: `lot ${first.lotNumber} has another expiration date elsewhere in this shipment`,
    };
  }

  function hint(): string {
    if (packed === limit) return messages.limitReached;
    return packed > limit ? `${packed - limit} too many` : `${Math.max(0, packed)} of ${limit} packed`;
  }

  function quantityProblem(): Problem | null {
    if (isNoWhole(item.quantity))
      return { text: 'Quantity must be a whole number.', wrong: `the quantity of ${name} must be a whole number` };
    if (!((wholeOf(item.quantity) ?? 0) > 0)) {
      const text = 'Quantity must be greater than 0.';
      return item.quantity.trim() ? { text, wrong: `the quantity of ${name} must be greater than 0` } : { text };
    }
    return packed > limit
      ? { text: messages.limitExceeded, wrong: `more of ${name} is packed than was asked for` }
      : null;
  }
}

/** What keeps a step from going on: what is still missing, and what is there and cannot be right. */
export interface NotReady {
  missing: readonly string[];
  wrong: readonly string[];
}

const details = [
  ['courier', 'courier'],
  ['trackingNumber', 'tracking number'],
] as const;

/** What each package lacks, by its name, and what is in none of them (PKG-08, PKG-09). */
export function notReadyOfPackages(draft: ShippingDraft, order: Order): NotReady {
  const lines = packedLines(draft, order);
  if (draft.packages.length === 0) return { missing: ['a package'], wrong: [] };
  const missing: string[] = [];
  const wrong: string[] = [];
  draft.packages.forEach((one, i) => {
    const lacks: string[] = [];
    for (const [field, name] of details) {
      if (!one[field].trim()) lacks.push(name);
      else if (tooLong(one[field], longest[field])) wrong.push(`Package ${i + 1}: the ${name} is too long`);
    }
    if (one.items.length === 0) lacks.push('an item');
    for (const { line, problems } of problemsOfPackage(one, draft, order)) {
      if (problems.missing.length > 0)
        lacks.push(`${problems.missing.join(', ')} of ${line ? productName(line) : 'an item'}`);
      wrong.push(...problems.wrong.map((text) => `Package ${i + 1}: ${text}`));
    }
    if (lacks.length > 0) missing.push(`Package ${i + 1}: ${lacks.join(', ')}`);
  });
  const named = new Set(draft.packages.flatMap((one) => one.items.map((item) => item.lineId)));
  const unpacked = lines.filter((line) => !named.has(line.line.orderItemId));
  if (unpacked.length > 0) missing.push(`Not packed yet: ${unpacked.map(productName).join('; ')}`);
  return { missing, wrong: [...new Set(wrong)] };
}

function problemsOfPackage({ items }: DraftPackage, draft: ShippingDraft, order: Order) {
  const packages = packagesOf(draft, order);
  const wanted = wantedOf(draft, order);
  const lines = packedLines(draft, order);
  return items.map((item) => {
    const line = lines.find((packed) => packed.line.orderItemId === item.lineId);
    return { line, problems: problemsOfItem(item, line, packages, wanted, order) };
  });
}

/** PKG-09. A package is not ready while what is known of its lots refuses one, or a day. */
export function labelOfPackage(one: DraftPackage, draft: ShippingDraft, order: Order): PackageLabel {
  const packages = packagesOf(draft, order);
  const at = draft.packages.indexOf(one);
  const label = labelOf(packages[at] as Package, packages, wantedOf(draft, order), order.today);
  const isRefused = problemsOfPackage(one, draft, order).some(
    ({ problems }) => problems.expirationDate || problems.isRecalled,
  );
  return label === 'Ready to Ship' && isRefused ? 'Incomplete Items' : label;
}

/** The last question before it is sent: what is short is ticked. A day that nobody has looked at is asked about, and can be sent (PKG-05). */
export function notReadyToSend(draft: ShippingDraft, order: Order): NotReady {
  const short = shortWords(draft, order);
  const missing: string[] = [];
  if (short && draft.tickedShort !== short) missing.push('the tick that this shipment is short');
  // A lot can be recalled, or its day corrected, while the packages are looked through once more.
  return { missing, wrong: notReadyOfPackages(draft, order).wrong };
}

/** Which replacements are not complete (PKG-13). */
export const notReadyOfReplacements = (draft: ShippingDraft, order: Ordered): NotReady => ({
  missing: [],
  wrong: replacementsAreValid(draft, order) ? [] : ['Correct the replacement'],
});
