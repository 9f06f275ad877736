import { earlyText } from '@portal/contract/lots/rules.ts';
import { inactiveText, shortOf } from '@portal/contract/shipments/rules.ts';
import type { Act } from '#platform/act/act.ts';
import type { Tx } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { type KnownLot, knowLots } from '#rooms/lots/door.ts';
import { asRecorded, doubled, doubleText, holdSiteOf } from './doubled.ts';
import { directionsOf } from '../request/order.ts';
import {
  calledIn,
  earlyLots,
  everyItemIsWanted,
  type PackedBox,
  packingProblems,
  type Replacement,
  replacementProblems,
  shortText,
  wantedOf,
} from './packing.ts';
import { isAddressOutdated } from '../address-on-record.ts';
import { subjectsOf } from '../present.ts';
import { type HeldRequest, knowsParticipants, type Person, readAddresses, readParticipants } from '../queries.ts';
import { listStandIns } from './stand-ins.ts';
import { holdForStep, takeStep } from '../take-step.ts';
import { wordsOfLine } from '../words-of-line.ts';

export interface Shipment {
  packages: readonly PackedBox[];
  replacements?: readonly Replacement[] | undefined;
  /** Whether the packer says that it is short; left out by callers who know of no such question. */
  isShort?: boolean | undefined;
  /** The same of lots that expire early. */
  expiresEarly?: boolean | undefined;
  /** The same of what stands in and another shipment under way has for the same participant. */
  isDouble?: boolean | undefined;
  /** The same of an address that is not the one on record any more. */
  isAddressOutdated?: boolean | undefined;
  /** The same of somebody who cannot be ordered for at the site of the request any more. */
  isForInactive?: boolean | undefined;
  version?: number | undefined;
}

/** Ships a request in packages, with what stands in for what: all of it or nothing (SHF-08, OPS-82, REL-02). */
export async function shipRequest(act: Act<Person>, id: number, shipment: Shipment) {
  const { tx, viewer, today } = act;
  const replacements = shipment.replacements ?? [];
  if (replacements.length > 0) await holdSiteOf(tx, viewer, id);
  const request = await holdForStep(tx, viewer, id, { to: 'shipped', version: shipment.version });
  const lines = await askedLines(tx, id);
  const standIns = replacements.length > 0 ? await listStandIns(tx, request, 'held').execute() : [];
  const wanted = wantedOf(lines, replacements);
  const called = calledIn(lines, standIns);
  const notAProduct = replacementProblems(replacements, lines, standIns);
  if (Object.keys(notAProduct).length > 0) throw failFields(notAProduct);
  if (!everyItemIsWanted(shipment.packages, wanted)) throw fail('shipment.wrong_line');
  const problems = packingProblems(shipment.packages, wanted, today());
  if (Object.keys(problems).length > 0) throw failFields(problems);
  const short = shortOf(
    shipment.packages,
    new Map([...wanted].map(([productId, { quantity }]) => [productId, quantity])),
  );
  if (short.length > 0 && shipment.isShort === false)
    throw failFields({
      isShort: `${shortText(short, called)} Pack what is missing, or confirm that the shipment is short.`,
    });
  const need = { neededOn: request.required_on, today: today() };
  const early = earlyLots(shipment.packages, called, wanted, need);
  if (early.length > 0 && shipment.expiresEarly === false)
    throw failFields({
      expiresEarly: `${earlyText(early, need)} Pack another lot, or confirm that it is sent.`,
    });
  const double = replacements.length > 0 ? await doubled(tx, request, replacements) : [];
  if (double.length > 0 && shipment.isDouble === false)
    throw failFields({
      isDouble: `${doubleText(act, request, double, standIns)} Choose another replacement, or confirm that it is sent.`,
    });
  const isOutdated = isAddressOutdated(await readAddresses(tx, id));
  if (isOutdated && shipment.isAddressOutdated === false)
    throw failFields({
      isAddressOutdated: `The address of the ${request.to_participant ? 'participant' : 'trial site'} on record has changed since. Ask the trial site in a comment, or confirm that it is sent to the address of the request.`,
    });
  const inactive = subjectsOf(await readParticipants(tx, viewer, id)).filter(({ isInactive }) => isInactive);
  if (inactive.length > 0 && shipment.isForInactive === false)
    throw failFields({
      isForInactive: `${inactiveText(knowsParticipants(viewer) ? inactive : [])} Ask the trial site in a comment, or confirm that it is sent.`,
    });

  const lots = await knowLots(act, typedLots(shipment.packages));
  const lineOf = new Map(lines.map(({ productId, lineId }) => [productId, lineId]));
  for (const [productId, lineId] of await addStandIns(tx, viewer, request, replacements, lineOf))
    lineOf.set(productId, lineId);
  const packages = await addPackages(tx, viewer, request, shipment.packages, lineOf, lots);
  const { version } = await takeStep(act, request, {
    to: 'shipped',
    on: today(),
    sponsorId: await sponsorOf(tx, request.trial_id),
    action: 'shipment.shipped',
    // What each product was sent as: what it is called may change, and an entry stays.
    changes: [
      {
        field: 'packages',
        new: packages.map((box) => ({
          ...box,
          items: box.items.map((item) => ({ ...item, ...called.get(item.productId) })),
        })),
      },
      ...(short.length > 0
        ? [{ field: 'short', new: short.map((one) => ({ ...one, ...called.get(one.productId) })) }]
        : []),
      ...(early.length > 0 ? [{ field: 'early', new: early }] : []),
      ...(double.length > 0
        ? [{ field: 'double', new: double.map((line) => asRecorded(line, called.get(line.productId))) }]
        : []),
      ...(isOutdated ? [{ field: 'address_outdated', new: true }] : []),
      ...(inactive.length > 0 ? [{ field: 'inactive', new: inactive.map(({ subjectNumber }) => subjectNumber) }] : []),
      ...replacements.map((replacement) => ({
        field: 'product',
        old: { productId: replacement.oldProductId, ...called.get(replacement.oldProductId) },
        new: { ...replacement, ...called.get(replacement.newProductId) },
      })),
    ],
  });
  return { id, status: 'shipped' as const, version };
}

/** Whose agreed prices count for what is shipped now (OPS-13); the trial gets no other sponsor until this is done. */
const sponsorOf = async (tx: Tx, trialId: number): Promise<number | null> =>
  (
    await tx
      .selectFrom('care_group')
      .where('care_group_id', '=', trialId)
      .select('sponsor_id')
      .forShare()
      .executeTakeFirstOrThrow()
  ).sponsor_id;

/** Every item by its place on the wire, in the order in which they are written. */
const typedLots = (packages: readonly PackedBox[]) =>
  packages.flatMap(({ items }, i) =>
    items.map(({ productId, lotNumber, expirationDate }, j) => ({
      field: `packages.${i}.items.${j}`,
      productId,
      lotNumber,
      expiresOn: expirationDate,
    })),
  );

const askedLines = (tx: Tx, requestId: number) =>
  tx
    .selectFrom('shipment_line as line')
    .innerJoin('product', 'product.product_id', 'line.product_id')
    .where('line.request_id', '=', requestId)
    .select(['line.line_id as lineId', 'line.product_id as productId', 'line.quantity'])
    .select('line.days_of_supply as daysOfSupply')
    .select(wordsOfLine)
    .select('product.drug_name as drugNameNow')
    .execute();

/** PKG-14: the replaced line stays; the new one points at it. */
async function addStandIns(
  tx: Tx,
  viewer: Person,
  request: HeldRequest,
  replacements: readonly Replacement[],
  lineOf: ReadonlyMap<number, number>,
) {
  if (replacements.length === 0) return [];
  const rows = replacements.map((replacement) => ({
    company_id: viewer.companyId,
    request_id: request.request_id,
    product_id: replacement.newProductId,
    quantity: replacement.quantity,
    days_of_supply: replacement.daysOfSupply,
    directions: directionsOf(replacement),
    replaces_line_id: lineOf.get(replacement.oldProductId) ?? null,
  }));
  const added = await insertRows(tx, 'shipment_line', rows).returning(['product_id', 'line_id']).execute();
  return added.map(({ product_id, line_id }) => [product_id, line_id] as const);
}

/** PKG-03: courier and tracking number in upper case; a lot number as it is on record. `lots` are those of all items, in their order. */
async function addPackages(
  tx: Tx,
  viewer: Person,
  request: HeldRequest,
  packages: readonly PackedBox[],
  lineOf: ReadonlyMap<number, number>,
  lots: readonly KnownLot[],
) {
  const company_id = viewer.companyId;
  const recorded = lots.values();
  const boxes = packages.map((box) => ({
    ...box,
    courier: box.courier.toUpperCase(),
    trackingNumber: box.trackingNumber.toUpperCase(),
    items: box.items.map((item) => ({ ...item, lotNumber: recorded.next().value?.lotNumber ?? item.lotNumber })),
  }));
  const packed = boxes.map((box) => ({
    company_id,
    request_id: request.request_id,
    courier: box.courier,
    tracking_number: box.trackingNumber,
  }));
  const rows = await insertRows(tx, 'shipment_package', packed).returning('package_id').execute();
  const numbers = rows.map(({ package_id }) => package_id).sort((a, b) => a - b);
  const items = boxes
    .flatMap((box, i) => box.items.map((item) => ({ item, package_id: numbers[i] as number })))
    .map(({ item, package_id }, n) => ({
      company_id,
      package_id,
      line_id: lineOf.get(item.productId) as number,
      quantity: item.quantity,
      lot_id: lots[n]?.lotId as number,
      lot_number: item.lotNumber,
      expires_on: item.expirationDate,
    }));
  await insertRows(tx, 'package_item', items).execute();
  return boxes;
}
