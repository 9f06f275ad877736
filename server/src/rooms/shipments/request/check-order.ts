/** The checks of a new request in the order of OPS-75: validation, fulfilment, zero, same. */
import {
  lineProblems,
  messages,
  nameProblem,
  needByProblem,
  nextOrderProblem,
  subjectProblems,
  unitProblem,
} from '@portal/contract/shipments/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, Failed, failFields } from '#platform/core/fail.ts';
import { holdNumbers } from '#rooms/participants/door.ts';
import {
  activeWithoutParticipants,
  addressOfParticipant,
  addressOfSite,
  goesTo,
  type HeldSite,
  numbersElsewhere,
  participantsAtSite,
  prescribesAtSite,
  productsAtSite,
  type UnderWay,
  underWayFor,
} from './ordering.ts';
import type { Order } from './order.ts';
import { isSameAddress } from '../address-on-record.ts';

export interface Subject {
  participantId: number | null;
  subjectNumber: string;
  firstName: string;
  lastName: string;
}
export interface Supplier {
  partnerId: number;
  kind: 'pharmacy' | 'wholesaler';
}

/** Refuses what cannot be ordered; else says who it is for and who supplies each product. Fields are named as on the wire. */
export async function checkOrder(tx: Tx, today: string, site: HeldSite, order: Order) {
  const productIds = order.products.map(({ productId }) => productId);
  const products = new Map((await productsAtSite(tx, site, productIds)).map((product) => [product.productId, product]));
  const known = await knownSubjects(tx, site, order);
  const elsewhere = await numbersElsewhere(
    tx,
    site,
    order.participants.map(({ subjectNumber }) => subjectNumber),
  );

  const problems = {
    ...dayProblems(order, today),
    ...productProblems(order, products),
    ...participantProblems(order, site, known, elsewhere),
    ...(await addressProblem(tx, site, order)),
    ...(await prescriberProblem(
      tx,
      site,
      order,
      [...products.values()].some((product) => product.pharmacySupplied),
    )),
  };
  if (Object.keys(problems).length > 0) throw failFields(problems);

  const suppliers = new Map<number, Supplier>();
  for (const { productId, partnerId, partnerKind } of products.values()) {
    if (partnerId && partnerKind) suppliers.set(productId, { partnerId, kind: partnerKind as Supplier['kind'] });
  }
  const unsupplied = productIds.filter((id) => !suppliers.has(id));
  if (unsupplied.length > 0) throw fail('shipment.cannot_be_fulfilled', { productIds: unsupplied });

  const subjects = order.participants.map((given): Subject => subjectOf(given, known));
  if (subjects.length === 0) {
    if (await activeWithoutParticipants(tx, site).executeTakeFirst()) throw fail('shipment.zero_participant');
  } else refuseSame(site, subjects, await underWayFor(tx, site, productIds, subjects).execute());
  return { subjects, suppliers, products };
}

type Problems = Record<string, string>;
type Known = Awaited<ReturnType<typeof participantsAtSite>>;

function dayProblems({ requiredOn, nextOrderOn }: Order, today: string): Problems {
  const problems: Problems = {};
  const needBy = needByProblem(requiredOn, today);
  const nextOrder = nextOrderProblem(nextOrderOn, today);
  if (needBy) problems.dateRequired = needBy;
  if (nextOrder) problems.nextOrderDate = nextOrder;
  return problems;
}

function productProblems(
  { products }: Order,
  ofTrial: ReadonlyMap<
    number,
    { maxShipmentQuantity: number; drugName: string; dosageForm: string; quantityUnit: string }
  >,
): Problems {
  const problems: Problems = {};
  products.forEach((line, i) => {
    const product = ofTrial.get(line.productId);
    if (!product) problems[`products.${i}.productId`] = 'is not a product of this trial';
    else if (products.findIndex(({ productId }) => productId === line.productId) !== i)
      problems[`products.${i}.productId`] = 'is in the request already';
    if (!product) return;
    for (const [field, problem] of Object.entries(lineProblems(line, product.maxShipmentQuantity)))
      problems[`products.${i}.${field}`] = problem;
    const unit = unitProblem(line, product);
    if (unit) problems[`products.${i}.quantityUnit`] = unit;
    const name = nameProblem(line, product);
    if (name) problems[`products.${i}.productName`] = name;
  });
  return problems;
}

async function knownSubjects(tx: Tx, site: HeldSite, { participants }: Order): Promise<Known> {
  if (participants.length === 0) return [];
  // Nobody is given a number, at whichever site, before what is asked for by it alone can be seen.
  holdNumbers(
    tx,
    site.trialId,
    participants.flatMap(({ participantId, subjectNumber }) => (participantId === null ? subjectNumber : [])),
  );
  return participantsAtSite(
    tx,
    site,
    participants.flatMap(({ participantId }) => participantId ?? []),
    participants.map(({ subjectNumber }) => subjectNumber),
  );
}

/** SHC-24: the sentence of the seeds; which of the numbers it is about stands in the fields. */
function refuseSame(site: HeldSite, subjects: readonly Subject[], underWay: readonly UnderWay[]): void {
  const fields = subjects.flatMap((subject, i) =>
    underWay.some((line) => goesTo(line, site, subject))
      ? [[`participants.${i}.subjectNumber`, sameProduct] as const]
      : [],
  );
  if (fields.length > 0) throw new Failed('shipment.same_product', { fields: Object.fromEntries(fields) });
}
const sameProduct = 'A shipment that is under way has one of these products for this subject number.';

function participantProblems(
  { participants, toParticipant }: Order,
  site: HeldSite,
  known: Known,
  elsewhere: readonly string[],
): Problems {
  const problems: Problems = {};
  if (toParticipant && participants.length !== 1)
    problems.participants = 'must be exactly one when the shipment goes to a participant';
  subjectProblems(
    participants.map(({ subjectNumber }) => subjectNumber),
    site.mask,
  ).forEach((problem, i) => {
    if (problem) problems[`participants.${i}.subjectNumber`] = problem;
  });
  participants.forEach((given, i) => {
    const record = known.find((one) =>
      given.participantId === null
        ? one.subjectNumber === given.subjectNumber
        : one.participantId === given.participantId,
    );
    if (record?.isActive === false || (!record && given.participantId !== null))
      problems[`participants.${i}.participantId`] = 'This participant is not active at this site.';
    else if (record && record.subjectNumber !== given.subjectNumber)
      problems[`participants.${i}.subjectNumber`] ??= 'is not the subject number of this participant';
    // OPS-63: whoever adds a participant with it is told no less.
    else if (!record && elsewhere.includes(given.subjectNumber))
      problems[`participants.${i}.subjectNumber`] ??= ofAnotherSite;
  });
  return problems;
}

const ofAnotherSite = 'Another site of this trial has this subject number.';

/** SHP-22, OPS-15: what goes to the trial site goes to its address, which the screen shows and nobody types. */
async function addressProblem(tx: Tx, site: HeldSite, { toParticipant, address }: Order): Promise<Problems> {
  return toParticipant || isSameAddress(await addressOfSite(tx, site), address) ? {} : { address: notOfSite };
}
const notOfSite = 'A shipment to the trial site goes to the site’s own address. Please check it again.';

/** SHC-02: whether it goes where its participant lives by the record, rather than to another address that was given. */
export async function goesToRecord(tx: Tx, { toParticipant, address }: Order, [subject]: readonly Subject[]) {
  if (!toParticipant || !subject?.participantId) return false;
  return isSameAddress(await addressOfParticipant(tx, subject.participantId), address);
}

/** SHC-03, OPS-76: the order form wants a prescriber; one that is named must prescribe at this site in any case. */
async function prescriberProblem(tx: Tx, site: HeldSite, order: Order, hasPharmacyProduct: boolean): Promise<Problems> {
  if (order.prescriberId)
    return (await prescribesAtSite(tx, site, order.prescriberId))
      ? {}
      : { prescriberId: 'is not a prescriber of this site' };
  return site.templateId !== null && !order.isBatch && hasPharmacyProduct ? { prescriberId: messages.prescriber } : {};
}

/** SHC-19, OPS-68: a known number brings the participant; an unknown one stays on the request alone. */
function subjectOf({ subjectNumber }: { subjectNumber: string }, known: Known): Subject {
  const record = known.find((one) => one.subjectNumber === subjectNumber);
  if (!record) return { participantId: null, subjectNumber, firstName: 'New', lastName: 'Participant' };
  return { participantId: record.participantId, subjectNumber, firstName: record.firstName, lastName: record.lastName };
}
