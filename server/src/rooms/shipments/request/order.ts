/** A new request, as a site asks for it: from the wire to the row. Names of participants are never taken from it. */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { createRequest } from '@portal/contract/shipments/endpoints.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';

/** What is left once each field was looked at: where one was forgotten, optional or not, this does not compile. */
type Nothing = Record<string, never>;

export function orderOf({
  gId,
  toParticipant,
  participants,
  prescriberId,
  dateRequired,
  nextOrderDate,
  address,
  products,
  isBatchShipment,
  reorderSrId,
  ...others
}: Ours<typeof createRequest.body>) {
  void (others satisfies Nothing);
  return {
    siteId: gId,
    toParticipant,
    participants: participants.map(subjectOf),
    prescriberId,
    requiredOn: dateRequired,
    nextOrderOn: nextOrderDate,
    address: acceptedAddress(address),
    products,
    isBatch: isBatchShipment,
    /** The earlier request this one is ordered again from. */
    reorderOf: reorderSrId,
  };
}

function subjectOf({
  participantId,
  subjectNumber,
  fname: _first,
  lname: _last,
  ...others
}: Ours<typeof createRequest.body>['participants'][number]) {
  void (others satisfies Nothing);
  return { participantId, subjectNumber };
}

type Whole = ReturnType<typeof orderOf>;
type MayLack = { [K in keyof Whole]: undefined extends Whole[K] ? K : never }[keyof Whole];
/** What the site need not say can be left out. */
export type Order = Omit<Whole, MayLack> & Partial<Pick<Whole, MayLack>>;
export type OrderedProduct = Order['products'][number];

/** What its row takes from it; the rest has rows of its own. */
export function rowOf({
  toParticipant,
  isBatch = false,
  prescriberId = null,
  requiredOn,
  nextOrderOn,
  reorderOf = null,
  siteId: _site,
  participants: _participants,
  address: _address,
  products: _products,
  ...others
}: Order) {
  void (others satisfies Nothing);
  return {
    to_participant: toParticipant,
    is_batch: isBatch,
    prescriber_id: prescriberId,
    required_on: requiredOn,
    next_order_on: nextOrderOn,
    reminder_on: nextOrderOn,
    reorder_of: reorderOf,
  };
}

/** OPS-78. */
export const directionsOf = (line: Pick<OrderedProduct, 'directions'>): string => line.directions || 'N/A';

/** The words of its product are compared with the product's, whose they are. */
export function lineRowOf({
  productId,
  quantity,
  daysOfSupply,
  directions,
  label,
  productName: _name,
  quantityUnit: _unit,
  ...others
}: OrderedProduct) {
  void (others satisfies Nothing);
  return {
    product_id: productId,
    quantity,
    days_of_supply: daysOfSupply,
    directions: directionsOf({ directions }),
    label: label ?? '',
  };
}
