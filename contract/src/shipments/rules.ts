/** Statuses, limits and decisions of shipment requests that both sides need. Pure: values in, answer out. */
import { z } from 'zod';
import { isPartner, siteSide, type UserType } from '../access.ts';
import { daysBetween } from '../days-between.ts';
import { fitsMask } from '../participants/rules.ts';
import { partnerKinds } from '../partners/kinds.ts';
import { implausibleDayProblem } from '../plausible-day.ts';
import { productName } from '../products/product-name.ts';
import { mostOfAnything } from '../products/rules.ts';

/** SST-01: exactly these. */
export const shipmentStatus = z.enum([
  'preprocessing',
  'processing',
  'shipped',
  'received',
  'missing',
  'damaged',
  'other',
  'cancelled',
]);
export type ShipmentStatus = z.infer<typeof shipmentStatus>;

export const shipmentType = z.enum(partnerKinds);

/** SHP-04 to SHP-06: which section of the screen lists which statuses. */
export const sections = {
  pending: ['preprocessing', 'processing'],
  completed: ['shipped'],
  history: ['received', 'missing', 'damaged', 'other', 'cancelled'],
} as const satisfies Record<string, readonly ShipmentStatus[]>;

/** A request in one of these still binds its products and subjects (OPS-73). */
export const activeStatuses = ['preprocessing', 'processing', 'shipped'] as const satisfies readonly ShipmentStatus[];

/** So many that have ended a list answers with at once, and so many that have not (OPS-23). */
export const mostRequests = 5_000;
export const mostActiveRequests = 20_000;

/** So many subject numbers are given for one request. */
export const mostSubjects = 100;

/** So many lots are offered while a number is typed. */
export const mostKnownLots = 5;

/** How a delivery can end (SST-06, SST-07). */
export const deliveryOutcomes = [
  'received',
  'damaged',
  'missing',
  'other',
] as const satisfies readonly ShipmentStatus[];

/** How an item of a delivery arrived; how the delivery ended is said apart. */
export const itemConditions = ['received', 'damaged', 'missing'] as const;
export type ItemCondition = (typeof itemConditions)[number];
/** What goes with a report of a delivery at most. */
export const mostReceiptFiles = 5;
export const longestComment = 2000;
/** How many characters the texts of an order and of its packages can have. */
export const longest = {
  subjectNumber: 30,
  directions: 500,
  courier: 100,
  trackingNumber: 100,
  lotNumber: 60,
} as const;
export const noReceiptFile = 'Only PNG, JPEG and WebP photos and PDF files can be added.';
/**
 * How a delivery ended and how its items arrived must both be true: it is received where something of it arrived in good order,
 * damaged or missing where something of it is. Nothing need be said of the items.
 */
export function receiptProblem(outcome: ShipmentStatus, conditions: readonly ItemCondition[]): string | null {
  if (conditions.length === 0) return null;
  if (outcome === 'received' && !conditions.includes('received'))
    return 'Nothing arrived in good order. Report the delivery instead.';
  if ((outcome === 'damaged' || outcome === 'missing') && !conditions.includes(outcome))
    return `No item is set to ${outcome}. Choose which one is, or choose another outcome.`;
  return null;
}

export type Side = 'site' | 'partner';
export const sideOf = (person: { type: UserType }): Side => (isPartner(person.type) ? 'partner' : 'site');

/** What the machine needs to know of a request. */
interface Movable {
  status: ShipmentStatus;
  toParticipant: boolean;
}

/** Where a status may go next, and from whose side (SST-02 to SST-07, OPS-81, OPS-82). */
const moves: Partial<Record<ShipmentStatus, Record<Side, readonly ShipmentStatus[]>>> = {
  preprocessing: { partner: ['processing', 'shipped', 'cancelled'], site: ['cancelled'] },
  processing: { partner: ['shipped', 'cancelled'], site: [] },
  shipped: { partner: deliveryOutcomes, site: deliveryOutcomes },
};

/**
 * Whether this side may take the request to that status. A delivery is confirmed or reported by the partner when it went
 * to a participant, and by the site when it went to the site (SST-10).
 */
export function canMove(request: Movable, to: ShipmentStatus, side: Side): boolean {
  if (!moves[request.status]?.[side].includes(to)) return false;
  return request.status !== 'shipped' || request.toParticipant === (side === 'partner');
}

/** SST-09, OPS-85: after damaged or missing the site is offered to ask again. */
export const offersReorder = (to: ShipmentStatus, side: Side): boolean =>
  side === 'site' && (to === 'damaged' || to === 'missing');

export const messages = {
  needBy: 'Date must be in the future.',
  quantity: (max: number) => `Quantity must be between 1 and ${max}.`,
  daysOfSupply: 'Days of supply must be greater than 0.',
  tooManyDays: `Days of supply must be ${mostOfAnything} or less.`,
  directions: 'Directions must not be empty.',
  prescriber: 'Please select a prescriber',
  courier: 'Courier is required',
  trackingNumber: 'Tracking number is required',
  lotNumber: 'Lot number is required',
  expirationDate: 'Expiration date is required',
  inTheFuture: 'Selected date is in the future',
  beforeShipment: 'Selected date is before the shipment date',
  limitReached: 'Quantity limit reached',
  limitExceeded: 'Quantity limit exceeded',
} as const;

/** How many days late something is that has to be done by a day: 0 on the day itself, null before it. */
export const daysLate = (by: string, today: string): number | null => (by > today ? null : daysBetween(by, today));
/** The same of a request, which is not late any more once it has ended. */
export const daysLateOf = (request: { status: ShipmentStatus; dateRequired: string }, today: string): number | null =>
  (activeStatuses as readonly string[]).includes(request.status) ? daysLate(request.dateRequired, today) : null;

/** SHC-05, OPS-77: today is fine, earlier is not. Days compare as text. A form names its field (plausible-day.ts). */
export const needByProblem = (day: string, today: string, field?: string): string | null =>
  day < today ? messages.needBy : implausibleDayProblem(day, field);
/** SHC-06, PKG-05: after today. */
export const afterTodayProblem = (day: string, today: string): string | null => (day <= today ? messages.needBy : null);
/** SHC-06: the same for the day on which a site is reminded of ordering again. */
export const nextOrderProblem = (day: string, today: string, field?: string): string | null =>
  afterTodayProblem(day, today) ?? implausibleDayProblem(day, field);
/** SST-14 to SST-16: between the day it was shipped and today, both included. */
export const receivedProblem = (day: string, shippedOn: string, today: string): string | null =>
  day > today ? messages.inTheFuture : day < shippedOn ? messages.beforeShipment : null;

/** OPN-55: a report begins no later than it ends. */
export const periodProblem = (start: string, end: string): string | null =>
  start > end ? 'Start date must be before end date.' : null;

/** One product line, as asked for or as a replacement (SHC-08 to SHC-10, PKG-13). */
export interface Line {
  quantity: number;
  daysOfSupply: number;
  directions: string;
}
/** What is wrong with a line, by field. Directions are checked by the form alone: empty is stored as "N/A" (OPS-78). */
export function lineProblems(line: Pick<Line, 'quantity' | 'daysOfSupply'>, maxShipmentQuantity: number) {
  const problems: { quantity?: string; daysOfSupply?: string } = {};
  if (!(Number.isInteger(line.quantity) && line.quantity >= 1 && line.quantity <= maxShipmentQuantity)) {
    problems.quantity = messages.quantity(maxShipmentQuantity);
  }
  if (!(line.daysOfSupply > 0)) problems.daysOfSupply = messages.daysOfSupply;
  else if (line.daysOfSupply > mostOfAnything) problems.daysOfSupply = messages.tooManyDays;
  return problems;
}

/** As much in another unit is something else: a quantity counts for the unit that it was entered in, where that is said. */
export const unitProblem = (
  line: { quantityUnit?: string | undefined },
  { quantityUnit: now }: { quantityUnit: string },
): string | null =>
  line.quantityUnit === undefined || line.quantityUnit === now
    ? null
    : `The quantity was entered in “${line.quantityUnit}”, and the unit of this product is “${now}” now. Please enter it again.`;

/** Called otherwise a product may be of another strength: it is sent as what it was chosen as, where that is said. */
export const nameProblem = (
  { productName: then }: { productName?: string | undefined },
  product: { drugName: string; dosageForm: string },
): string | null =>
  then === undefined || then === productName(product)
    ? null
    : `This product was chosen as “${then}” and is called “${productName(product)}” now. Please check that it is the right one.`;

/** SHC-17, SHC-18: what is wrong with each subject number of a request, in order; null where nothing is. */
export function subjectProblems(numbers: readonly string[], mask: string | null): (string | null)[] {
  return numbers.map((number, i) => {
    if (!fitsMask(number, mask)) return `Please enter subject number in the format ${mask || 'XXX'}`;
    return numbers.indexOf(number) === i ? null : 'Subject numbers must be unique within the request.';
  });
}

interface AskedNumber {
  subjectNumber: string;
  numberNow?: string | undefined;
  isUncertain?: boolean | undefined;
}
const uncertain = 'may be another participant’s by now';
/** A subject number beside a name: as it was asked for, with the one of now where it was corrected. */
export const numberThenAndNow = ({ subjectNumber, numberNow }: AskedNumber): string =>
  numberNow ? `${subjectNumber}, now ${numberNow}` : subjectNumber;
/** What is to be known of who is asked for, beside number and name; empty where nothing is. */
export const uncertainText = ({ isUncertain }: Pick<AskedNumber, 'isUncertain'>): string =>
  isUncertain ? `(${uncertain})` : '';
/** Where it stands alone, whoever is looked for by it is the one who has it now. */
export const numberAlone = ({ subjectNumber, numberNow, isUncertain }: AskedNumber): string => {
  if (numberNow) return `${numberNow} (asked for as ${subjectNumber})`;
  return isUncertain ? `${subjectNumber} (${uncertain})` : subjectNumber;
};
/** What is said of those who cannot be ordered for at the site of a request any more; a wholesaler is told none of them (PRV-04). */
export function inactiveText(named: readonly AskedNumber[]): string {
  const numbers = named.map(numberAlone);
  const who = numbers.length > 0 ? `Participant${numbers.length > 1 ? 's' : ''} ${numbers.join(', ')}` : '';
  return `${who || 'A participant of this request'} ${numbers.length > 1 ? 'are' : 'is'} no longer active at this trial site.`;
}

export interface PackageItem {
  orderItemId: number | null;
  productId: number;
  quantity: number | null;
  lotNumber: string;
  expirationDate: string | null;
}
export interface Package {
  courier: string;
  trackingNumber: string;
  items: readonly PackageItem[];
}
/** How much of a product may be packed: the requested quantity, or the replacement's. */
export type Wanted = ReadonlyMap<number, number>;

type Packing = readonly { items: readonly Pick<PackageItem, 'productId' | 'quantity'>[] }[];
export const packedOf = (packages: Packing, productId: number): number =>
  packages
    .flatMap((one) => one.items)
    .reduce((sum, item) => sum + (item.productId === productId ? (item.quantity ?? 0) : 0), 0);

/** What is packed less of than was asked for. Some of each product is in a package anyway (PKG-08). */
export const shortOf = (packages: Packing, wanted: Wanted): { productId: number; missing: number }[] =>
  [...wanted].flatMap(([productId, quantity]) => {
    const missing = quantity - Math.max(0, packedOf(packages, productId));
    return missing > 0 ? [{ productId, missing }] : [];
  });

export type PackageLabel =
  | 'Missing Details'
  | 'Empty Package'
  | 'Incomplete Items'
  | 'Invalid Quantity'
  | 'Ready to Ship';

const isFilledIn = (text: string, most: number): boolean => {
  const { length } = [...text.trim()];
  return length > 0 && length <= most;
};

const itemIsComplete = (item: PackageItem, today: string): boolean =>
  isFilledIn(item.lotNumber, longest.lotNumber) &&
  item.expirationDate !== null &&
  afterTodayProblem(item.expirationDate, today) === null &&
  implausibleDayProblem(item.expirationDate) === null &&
  item.quantity !== null &&
  Number.isInteger(item.quantity) &&
  item.quantity > 0;

/** PKG-09 in the order of OPS-87. `packages` are all of the shipment, since the limit counts across them (PKG-07). */
export function labelOf(one: Package, packages: readonly Package[], wanted: Wanted, today: string): PackageLabel {
  if (!isFilledIn(one.courier, longest.courier) || !isFilledIn(one.trackingNumber, longest.trackingNumber))
    return 'Missing Details';
  if (one.items.length === 0) return 'Empty Package';
  if (!one.items.every((item) => itemIsComplete(item, today))) return 'Incomplete Items';
  if (one.items.some((item) => packedOf(packages, item.productId) > (wanted.get(item.productId) ?? 0)))
    return 'Invalid Quantity';
  return 'Ready to Ship';
}

interface CountsForms {
  status: ShipmentStatus;
  unsignedFormCount: number;
  deletedFormCount?: number | undefined;
}

/**
 * An unsigned form holds nothing up; it is told of for as long as its signers find it in their lists (OPS-50), and one that was deleted so
 * for as long as the request is under way: nobody can sign that any more.
 */
export const formsToTellOf = (request: CountsForms): { unsigned: number; deleted: number } => {
  const { status, unsignedFormCount, deletedFormCount = 0 } = request;
  const isUnderWay = (activeStatuses as readonly string[]).includes(status);
  return {
    unsigned: isUnderWay || status === 'received' ? unsignedFormCount : 0,
    deleted: isUnderWay ? deletedFormCount : 0,
  };
};

/** The same in sentences. */
export const unsignedFormText = (request: CountsForms): string | null => {
  const { unsigned, deleted } = formsToTellOf(request);
  const sentences: string[] = [];
  if (deleted === 1) sentences.push('Order form was deleted before it was signed.');
  if (deleted > 1) sentences.push(`${deleted} order forms were deleted before they were signed.`);
  if (unsigned > 0)
    sentences.push(unsigned === 1 ? 'Order form not signed yet.' : `${unsigned} order forms not signed yet.`);
  return sentences.join(' ') || null;
};

/** SDC-02, OPS-83: what may be uploaded, in the order and wording of the select. */
export const uploadTypes = [
  { category: 0, label: 'Proof Of Delivery' },
  { category: 1, label: 'Temperature Data Document' },
  { category: 3, label: 'Shipping Confirmation' },
  { category: 2, label: 'Other' },
] as const;

/** SDC-01: how a list names a category. */
export const categoryLabel = (category: number | null): string =>
  category === null
    ? 'Order Form'
    : (['Proof of Delivery', 'Temperature Data', 'Other', 'Shipping Confirmation'][category] ?? 'Other');

/** ROL-25: who is offered an upload in the history. A pharmacy uploads when it confirms a delivery (SST-17, OPS-84). */
export const offersUpload = (person: { type: UserType }): boolean =>
  ([...siteSide, 'Wholesaler User'] as readonly UserType[]).includes(person.type);
