/** A new request, as a site asks for it: from the wire to the row. Names of participants are never taken from it. */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { createRequest } from '@portal/contract/shipments/endpoints.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';

export const orderOf = (body: Ours<typeof createRequest.body>) => ({
  siteId: body.gId,
  toParticipant: body.toParticipant,
  participants: body.participants.map(({ participantId, subjectNumber }) => ({ participantId, subjectNumber })),
  prescriberId: body.prescriberId,
  requiredOn: body.dateRequired,
  nextOrderOn: body.nextOrderDate,
  address: acceptedAddress(body.address),
  products: body.products,
  isBatch: body.isBatchShipment,
  /** The earlier request this one is ordered again from. */
  reorderOf: body.reorderSrId,
});

type Whole = ReturnType<typeof orderOf>;
type MayLack = { [K in keyof Whole]: undefined extends Whole[K] ? K : never }[keyof Whole];
/** What the site need not say can be left out. */
export type Order = Omit<Whole, MayLack> & Partial<Pick<Whole, MayLack>>;
export type OrderedProduct = Order['products'][number];

/** What its row takes from it. */
export const rowOf = (order: Order) => ({
  to_participant: order.toParticipant,
  is_batch: order.isBatch ?? false,
  prescriber_id: order.prescriberId ?? null,
  required_on: order.requiredOn,
  next_order_on: order.nextOrderOn,
  reminder_on: order.nextOrderOn,
  reorder_of: order.reorderOf ?? null,
});

/** OPS-78. */
export const directionsOf = (line: Pick<OrderedProduct, 'directions'>): string => line.directions || 'N/A';

export const lineRowOf = (line: OrderedProduct) => ({
  product_id: line.productId,
  quantity: line.quantity,
  days_of_supply: line.daysOfSupply,
  directions: directionsOf(line),
  label: line.label ?? '',
});
