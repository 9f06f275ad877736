/** The draft of a shipment request: how it starts, what is wrong with it, what is sent. Values in, answer out. */
import { productName } from '@portal/contract/products/product-name.ts';
import { type Address, addressProblems } from '@portal/contract/addresses/rules.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import type { ListedProduct, Product } from '@portal/contract/products/endpoints.ts';
import type { createRequest, ShipmentRequest, SiteRequest } from '@portal/contract/shipments/endpoints.ts';
import {
  lineProblems,
  longest,
  messages,
  needByProblem,
  nextOrderProblem,
  subjectProblems,
} from '@portal/contract/shipments/rules.ts';
import { problemsOf, sameAddress } from '#shared/address-form.ts';
import { firstFew } from '#kit/first-few.ts';
import { plusDays } from '#kit/plus-days.ts';
import { tooLong } from '#kit/too-long.ts';
import { namesOfProducts } from '#shared/product-name.ts';
import { fullName } from '../sentences.ts';
import type { Row } from '../sides.ts';
import { isNoWhole, wholeOf } from './whole-number.ts';

export type Mode = 'create' | 'reorder' | 'batch';

/** The fields that the catalogue has usual values for, which may become others while nobody looks. */
type UsualField = 'directions' | 'daysOfSupply';

export interface DraftLine {
  key: number;
  productId: number | null;
  /** What the product was called, and counted in, when it was chosen or ordered before: it can be changed or deleted since. */
  name: string;
  unit: string;
  /** As typed: what is no whole number stays to be corrected, never read as another. It counts for its unit alone (`quantityIn`). */
  quantity: string;
  quantityUnit: string;
  daysOfSupply: string;
  directions: string;
  /** Somebody has typed directions; until then empty ones go out as "N/A" (OPS-78). */
  directionsTyped: boolean;
  /** What was filled in before anybody typed; of null nothing is said when the catalogue changes. */
  filled: Record<UsualField, string | null>;
  /** It was filled in from an earlier request, not from the catalogue. */
  isOrderedAgain: boolean;
}

export interface Draft {
  shipTo: 'site' | 'participant' | null;
  noParticipants: boolean;
  subjectNumbers: string[];
  /** Where to ship to, when it is not the participant's own address. */
  otherAddress: Address | null;
  dateRequired: string | null;
  nextOrderDate: string | null;
  prescriberId: number | null;
  lines: DraftLine[];
}

export interface Prescriber {
  cpId: number;
  fName: string;
  lName: string;
}

/** What the form knows of the place it orders for (SHP-23). */
export interface Surroundings {
  mode: Mode;
  isBatch: boolean;
  site: CareGroup;
  siteAddress: Address | null;
  participants: readonly Participant[];
  products: readonly ListedProduct[];
  productsFailed: boolean;
  reloadProducts: () => void;
  prescribers: readonly Prescriber[];
  /** What the site has asked for and not got yet. */
  active: readonly Row[];
  /** What the rules go by. */
  today: string;
  /** What the form begins with (`useFirstDay`). */
  firstDay: string;
  /** What is ordered again. */
  earlier: SiteRequest | null;
}

let lastKey = 0;
export const emptyLine = (): DraftLine => ({
  key: ++lastKey,
  productId: null,
  name: '',
  unit: '',
  quantity: '',
  quantityUnit: '',
  daysOfSupply: '',
  directions: '',
  directionsTyped: false,
  filled: { directions: null, daysOfSupply: null },
  isOrderedAgain: false,
});

/** As they are sent (OPS-78). */
export const directionsSent = (directions: string): string => directions.trim() || 'N/A';

const usualOf = ({ directions, daysOfSupplyDefault }: Product): Record<UsualField, string> => ({
  directions: directionsSent(directions),
  daysOfSupply: String(daysOfSupplyDefault),
});

/** SHC-11, BAT-03: what the catalogue says of a product. */
export const lineOf = (product: Product, isBatch: boolean): Omit<DraftLine, 'key'> => ({
  productId: product.productId,
  name: productName(product),
  unit: product.quantityUnit,
  quantity: String(isBatch ? product.batchQuantityDefault : product.quantityDefault),
  quantityUnit: product.quantityUnit,
  daysOfSupply: String(product.daysOfSupplyDefault),
  directions: product.directions,
  directionsTyped: false,
  filled: usualOf(product),
  isOrderedAgain: false,
});

type Start = Pick<Surroundings, 'firstDay' | 'products' | 'isBatch'>;

/** The first line. The only product of a trial is chosen by itself: that nothing can be added is true from the start (SHC-15). */
function firstLine({ products: [only, ...others], isBatch }: Start): DraftLine[] {
  if (!only) return [];
  return [others.length === 0 ? { ...emptyLine(), ...lineOf(only, isBatch) } : emptyLine()];
}

/** SHC-05, SHC-06, CON-15: an empty form. */
export const emptyDraft = (around: Start, participant?: Participant): Draft => ({
  shipTo: null,
  noParticipants: false,
  subjectNumbers: [participant?.subjectNumber ?? ''],
  otherAddress: null,
  dateRequired: around.firstDay,
  nextOrderDate: plusDays(around.firstDay, 1),
  prescriberId: null,
  lines: firstLine(around),
});

type Named = ShipmentRequest['participants'][number];

/** Who an earlier request was for, as they are now: numbers change, and may have become somebody else's (OPS-73). */
export const nowOf = ({ participantId }: Named, around: Pick<Surroundings, 'participants'>): Participant | undefined =>
  participantId === null ? undefined : around.participants.find((one) => one.participantId === participantId);

/** The number of somebody on an earlier request; to be typed where nobody can tell whose it was, or it is another one's by now. */
function numberNow(asked: Named, around: Pick<Surroundings, 'participants'>): string {
  const known = nowOf(asked, around);
  if (known) return known.subjectNumber;
  return asked.isUncertain || participantOf(asked.subjectNumber, around) ? '' : asked.subjectNumber;
}

/** The numbers of an earlier request of which nobody can tell whose they are. */
export const uncertainIn = (request: ShipmentRequest, around: Pick<Surroundings, 'participants'>): string[] =>
  request.participants.filter((one) => numberNow(one, around) === '').map(({ subjectNumber }) => subjectNumber);

/**
 * The address of an earlier request, where another one was given for it than the participant had on record. What went to the record
 * goes there again, wherever that is by now.
 */
function otherAddressOf(request: SiteRequest, around: Pick<Surroundings, 'participants'>): Address | null {
  if (!request.toParticipant) return null;
  const [first] = request.participants;
  // Where nobody is named, nobody's address is either.
  if (!first || numberNow(first, around) === '') return null;
  const home = nowOf(first, around)?.address;
  if (!home) return request.address;
  return request.isAddressOnRecord || sameAddress(home, request.address) ? null : request.address;
}

/** What was asked for, without what stood in for it. */
const askedLines = (request: ShipmentRequest) => request.products.filter((line) => line.replacementProduct === null);
const isOffered = ({ productId }: { productId: number }, { products }: Pick<Surroundings, 'products'>) =>
  products.some((product) => product.productId === productId);

/** What an earlier request had and the trial has not any more, by name; of products that could not be read nothing is known. */
export const leftOutOf = (
  request: ShipmentRequest,
  around: Pick<Surroundings, 'products' | 'productsFailed'>,
): string[] =>
  around.productsFailed
    ? []
    : askedLines(request)
        .filter((line) => !isOffered(line, around))
        .map(productName);

/** SHC-02: the same again. Lines that stood in for others are left out, and products that are no longer offered. */
export function draftFrom(request: SiteRequest, around: Start & Pick<Surroundings, 'participants'>): Draft {
  const lines = askedLines(request)
    .filter((line) => isOffered(line, around))
    .map((line) => {
      const filled = { directions: line.directions, daysOfSupply: String(line.daysOfSupply) };
      return {
        key: ++lastKey,
        productId: line.productId,
        name: productName(line),
        unit: line.quantityUnit,
        quantity: String(line.quantity),
        quantityUnit: line.quantityUnit,
        ...filled,
        directionsTyped: false,
        filled,
        isOrderedAgain: true,
      };
    });
  const numbers = request.participants.map((one) => numberNow(one, around));
  return {
    ...emptyDraft(around),
    shipTo: request.toParticipant ? 'participant' : 'site',
    noParticipants: numbers.length === 0,
    subjectNumbers: numbers.length > 0 ? numbers : [''],
    otherAddress: otherAddressOf(request, around),
    prescriberId: request.prescriberId,
    // What was not ordered then is not chosen for somebody now.
    lines: lines.length > 0 || around.products.length === 0 ? lines : [emptyLine()],
  };
}

export const participantOf = (
  subjectNumber: string,
  around: Pick<Surroundings, 'participants'>,
): Participant | undefined => around.participants.find((one) => one.subjectNumber === subjectNumber.trim());

export const productOf = (line: DraftLine, around: Pick<Surroundings, 'products'>): ListedProduct | undefined =>
  around.products.find((product) => product.productId === line.productId);

/** How much was typed of a product. In another unit as much is something else, so it is asked for again. */
export const quantityIn = (line: DraftLine, { quantityUnit }: Pick<Product, 'quantityUnit'>): string =>
  line.quantityUnit === quantityUnit ? line.quantity : '';

/** What a chosen product is called by now, where that is something else. */
export function renamedText({ name }: DraftLine, product: Product): string | null {
  const nameNow = productName(product);
  return name === nameNow ? null : `${name} is called ${nameNow} now.`;
}
export const otherUnitText = ({ unit }: DraftLine, { quantityUnit }: Product): string | null =>
  unit === quantityUnit
    ? null
    : `Its unit was “${unit}” and is “${quantityUnit}” now, so its quantity has to be entered again.`;
/** Of everything that was chosen: nobody is told that all is well without it. */
export const renamedIn = (draft: Draft, around: Pick<Surroundings, 'products'>): string[] =>
  draft.lines.flatMap((line) => {
    const product = productOf(line, around);
    return (product && renamedText(line, product)) ?? [];
  });

/** What is usual of a product by now: a sentence that says so, and what a press takes over of it. */
export interface UsualNews {
  field: UsualField;
  words: string;
  text: string;
  taken: Partial<Record<UsualField, string>>;
}
/** Where it is neither what the line was filled with nor what the line says, it is told; what the line says is sent. */
export function usualNews(line: DraftLine, product: Product): UsualNews[] {
  const said = { directions: directionsSent(line.directions), daysOfSupply: line.daysOfSupply.trim() };
  const usual = usualOf(product);
  const { directions, daysOfSupply } = usual;
  const all: UsualNews[] = [
    {
      field: 'directions',
      words: 'directions',
      text: `Its usual directions are now “${directions.replace(/\.$/, '')}”.`,
      taken: { directions },
    },
    {
      field: 'daysOfSupply',
      words: 'days of supply',
      text: `Its usual days of supply are now ${daysOfSupply}.`,
      taken: { daysOfSupply },
    },
  ];
  const isNew = (field: UsualField) => ![said[field], line.filled[field] ?? usual[field]].includes(usual[field]);
  return all.filter(({ field }) => isNew(field));
}
export const withUsual = ({ filled }: DraftLine, { taken }: UsualNews): Partial<DraftLine> => ({
  ...taken,
  filled: { ...filled, ...taken },
});
/** Of everything that was chosen, as `renamedIn`. */
export const unusualIn = (draft: Draft, around: Pick<Surroundings, 'products'>): string[] =>
  draft.lines.flatMap((line) => {
    const product = productOf(line, around);
    const news = product ? usualNews(line, product) : [];
    if (!product || news.length === 0) return [];
    return [`The ${news.map(({ words }) => words).join(' and ')} of ${productName(product)} are not the usual ones.`];
  });

/** What stands in the way of a second request for somebody (OPS-73): the active ones with a product of the draft, or with any before one is chosen. */
export function activeFor(
  subjectNumber: string,
  draft: Pick<Draft, 'lines'>,
  around: Pick<Surroundings, 'active' | 'products' | 'participants'>,
): string {
  const nameOf = namesOfProducts(around.products);
  const chosen = draft.lines.flatMap((line) => line.productId ?? []);
  const id = participantOf(subjectNumber, around)?.participantId ?? null;
  return around.active
    .filter((row) =>
      row.participants?.some((one) =>
        id === null || one.participantId === null
          ? one.subjectNumber === subjectNumber.trim()
          : one.participantId === id,
      ),
    )
    .map(({ srId, products }) => ({
      srId,
      products: products.filter(({ productId }) => chosen.length === 0 || chosen.includes(productId)),
    }))
    .filter(({ products }) => products.length > 0)
    .map(({ srId, products }) => `Active request ${srId}: ${products.map(nameOf).join(', ')}`)
    .join('; ');
}

/** SHC-20: waived participants; a shipment to a participant always names that one. */
export const isWaived = (draft: Draft): boolean => draft.noParticipants && draft.shipTo !== 'participant';

/** OPS-76: for a non-batch request of a trial with an order form template that contains a pharmacy-supplied product. */
export const needsPrescriber = (draft: Draft, around: Surroundings): boolean =>
  !around.isBatch &&
  around.site.orderFormTemplate !== null &&
  draft.lines.some((line) => productOf(line, around)?.pharmacySupplied);

/** What is on record of where the one lives whom the draft names first. */
export const homeOf = (draft: Draft, around: Pick<Surroundings, 'participants'>): Address | null =>
  participantOf(draft.subjectNumbers[0] ?? '', around)?.address ?? null;

/** SHC-07: where the draft would go, as far as that is known. */
export function addressOf(draft: Draft, around: Surroundings): Address | null {
  if (draft.shipTo === 'site') return around.siteAddress;
  if (draft.shipTo === null) return null;
  return draft.otherAddress ?? homeOf(draft, around);
}

/** What was typed must name a province that exists; what is stored has been accepted before. */
export function hasGoodAddress(draft: Draft, around: Surroundings): boolean {
  const address = addressOf(draft, around);
  if (!address) return false;
  return Object.keys(address === draft.otherAddress ? problemsOf(address) : addressProblems(address)).length === 0;
}

/** What is wrong with the fields of a line (SHC-08 to SHC-10). */
export function problemsOfLine(
  line: DraftLine,
  product: Product,
): { quantity?: string; daysOfSupply?: string; directions?: string } {
  const quantity = quantityIn(line, product);
  const numbers = {
    quantity: wholeOf(quantity) ?? Number.NaN,
    daysOfSupply: wholeOf(line.daysOfSupply) ?? Number.NaN,
  };
  const cleared = line.directionsTyped && line.directions.trim() === '';
  const directions = cleared ? messages.directions : tooLong(line.directions, longest.directions);
  return {
    ...lineProblems(numbers, product.maxShipmentQuantity),
    ...(isNoWhole(quantity) ? { quantity: 'Quantity must be a whole number.' } : {}),
    ...(isNoWhole(line.daysOfSupply) ? { daysOfSupply: 'Days of supply must be a whole number.' } : {}),
    ...(directions ? { directions } : {}),
  };
}

/** What each subject number shows beside it; an empty one is only missing yet (SHC-17, SHC-18). */
export const problemsOfSubjects = (draft: Draft, around: Surroundings): (string | null)[] =>
  subjectProblems(
    draft.subjectNumbers.map((number) => number.trim()),
    around.site.subjectNumberMask,
  ).map((problem, i) => {
    const number = draft.subjectNumbers[i]?.trim();
    const known = number ? participantOf(number, around) : undefined;
    // Only an active participant may be ordered for; the server says the same.
    if (known && !known.isActive) return `${fullName(known)} is deactivated`;
    return number ? (problem ?? tooLong(number, longest.subjectNumber) ?? null) : null;
  });

/**
 * A number that nobody has here, where anybody has one: it may be sent (OPS-68), but is seldom meant. Participants that could not be read
 * are none (SHP-24), and then nothing is said.
 */
export const isStranger = (subjectNumber: string, around: Pick<Surroundings, 'participants'>): boolean =>
  around.participants.length > 0 && !participantOf(subjectNumber, around);

/** Of everything that was entered: nobody is told that all is well without it. */
export function strangersIn(draft: Draft, around: Pick<Surroundings, 'participants'>): string[] {
  if (isWaived(draft)) return [];
  const strangers = draft.subjectNumbers.map((number) => number.trim()).filter((number) => isStranger(number, around));
  if (strangers.length === 0) return [];
  const [words, belong] = strangers.length === 1 ? ['number', 'belongs'] : ['numbers', 'belong'];
  return [`Subject ${words} ${firstFew(strangers)} ${belong} to no participant on record here.`];
}

/** What the server said of subject numbers that were sent: of those at other sites of the trial it alone knows (OPS-63). */
export const refusedNumbers = (
  sent: Draft,
  failure: { fields: Readonly<Record<string, string>> } | null,
): ReadonlyMap<string, string> =>
  new Map(
    sent.subjectNumbers.flatMap((number, i) => {
      const said = failure?.fields[`participants.${i}.subjectNumber`];
      return said ? [[number.trim(), said]] : [];
    }),
  );

/** What still keeps the draft from being sent, by section of the form, in the form's own order (SHC-16). */
export function missingOf(
  draft: Draft,
  around: Surroundings,
): { recipient: string[]; info: string[]; products: string[] } {
  return {
    recipient: missingRecipient(draft, around),
    info: missingInfo(draft, around),
    products: missingProducts(draft, around),
  };
}

function missingRecipient(draft: Draft, around: Surroundings): string[] {
  const missing: string[] = [];
  if (draft.shipTo === null) missing.push('Choose where to ship to');
  if (!isWaived(draft)) {
    const numbers = draft.subjectNumbers.map((number) => number.trim());
    const onlyOne = draft.shipTo === 'participant' && numbers.length !== 1;
    if (onlyOne) missing.push('Name exactly one participant to ship to');
    else if (numbers.length === 0 || numbers.includes('')) missing.push('Enter the subject number');
    if (problemsOfSubjects(draft, around).some((problem) => problem !== null))
      missing.push('Correct the subject number');
  }
  if (draft.shipTo !== null && !hasGoodAddress(draft, around)) missing.push('Complete the address');
  return missing;
}

function missingInfo(draft: Draft, around: Surroundings): string[] {
  const missing: string[] = [];
  if (draft.dateRequired === null || needByProblem(draft.dateRequired, around.today)) missing.push('Need By Date');
  if (draft.nextOrderDate === null || nextOrderProblem(draft.nextOrderDate, around.today))
    missing.push('Next Order Date');
  const known = around.prescribers.some((one) => one.cpId === draft.prescriberId);
  if (needsPrescriber(draft, around) && !known) missing.push(messages.prescriber);
  return missing;
}

function missingProducts(draft: Draft, around: Surroundings): string[] {
  if (draft.lines.length === 0) return ['Add a product'];
  const products = draft.lines.map((line) => productOf(line, around));
  if (products.includes(undefined)) return ['Choose a product in each line'];
  const wrong = draft.lines.some((line, i) => Object.keys(problemsOfLine(line, products[i] as Product)).length > 0);
  return wrong ? ['Correct the product lines'] : [];
}

/** What no partner of the site can send, and which kind of partner would have to; null where somebody does (OPS-74). */
export function unsuppliedText({ drugName, dosageForm, ...product }: Surroundings['products'][number]): string | null {
  if (product.isSupplied !== false) return null;
  const kinds = [product.pharmacySupplied && 'pharmacy', product.wholesalerSupplied && 'wholesaler'].filter(Boolean);
  if (kinds.length === 0) return null;
  return `No ${kinds.join(' or ')} of this site supplies ${productName({ drugName, dosageForm })}, so it cannot be sent.`;
}

/** Of everything that was chosen. The server refuses it; until then nobody is told that all is well. */
export const unsuppliedIn = (draft: Draft, around: Surroundings): string[] =>
  draft.lines.flatMap((line) => {
    const product = productOf(line, around);
    if (!product) return [];
    const text = unsuppliedText(product);
    if (text) return [text];
    return product.pharmacySupplied || product.wholesalerSupplied
      ? []
      : [`${productName(product)} does not have a supplier type, so it cannot be sent.`];
  });

/** OPS-67, OPS-68: the body of the call. Only for drafts that miss nothing. */
export function bodyOf(
  draft: Draft,
  around: Surroundings,
  reorderSrId: number | null,
): Asked<typeof createRequest>['body'] {
  const participants = draft.subjectNumbers.map((given) => {
    const known = participantOf(given, around);
    return {
      participantId: known?.participantId ?? null,
      subjectNumber: given.trim(),
      fname: known?.fname ?? 'New',
      lname: known?.lname ?? 'Participant',
    };
  });
  return {
    gId: around.site.gId,
    toParticipant: draft.shipTo === 'participant',
    participants: isWaived(draft) ? [] : participants,
    prescriberId: needsPrescriber(draft, around) ? draft.prescriberId : null,
    dateRequired: draft.dateRequired ?? '',
    nextOrderDate: draft.nextOrderDate ?? '',
    address: addressOf(draft, around) ?? { street: '', city: '', zip: '', country: '' },
    products: draft.lines.map((line) => {
      const product = productOf(line, around);
      return {
        productId: line.productId ?? 0,
        // What the form says by now: a line that is called otherwise than it was says so.
        ...(product?.takesName && { productName: productName(product) }),
        quantity: wholeOf(line.quantity) ?? 0,
        quantityUnit: line.quantityUnit,
        daysOfSupply: wholeOf(line.daysOfSupply) ?? 0,
        directions: directionsSent(line.directions),
      };
    }),
    isBatchShipment: around.isBatch,
    reorderSrId,
  };
}
