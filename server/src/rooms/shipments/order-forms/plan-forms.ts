/** What the order forms of an order will say (OPS-57, OPS-71). */
import { amount } from '@portal/contract/products/amount.ts';
import { productName } from '@portal/contract/products/product-name.ts';
import { drugsOfOrderForm } from '@portal/contract/signing/field-names.ts';
import type { Tx } from '#platform/database/db.ts';
import type { KeptContent } from '#rooms/documents/door.ts';
import { orderFormValues } from '#rooms/signing/door.ts';
import type { Subject, Supplier } from '../request/check-order.ts';
import { directionsOf, type Order, type OrderedProduct } from '../request/order.ts';
import type { HeldSite } from '../request/ordering.ts';
import type { Person } from '../queries.ts';
import { factsOfProducts, factsOfSite, orderFormTemplate, patientOf } from './facts.ts';

export interface Plan {
  templateId: number;
  /** Null where the document is gone. */
  template: KeptContent | null;
  forms: { partnerId: number; values: Record<string, string> }[];
}
/** What `checkOrder` found. */
export interface Checked {
  subjects: readonly Subject[];
  suppliers: ReadonlyMap<number, Supplier>;
}

/** One for up to three products that a pharmacy supplies; null where the order wants none (OPS-71, OPS-72). */
export async function planForms(
  tx: Tx,
  viewer: Person,
  site: HeldSite,
  order: Order,
  { subjects, suppliers }: Checked,
): Promise<Plan | null> {
  const { templateId } = site;
  if (templateId === null || order.isBatch) return null;
  const byPharmacy = Map.groupBy(
    order.products.filter(({ productId }) => suppliers.get(productId)?.kind === 'pharmacy'),
    ({ productId }) => suppliers.get(productId)?.partnerId as number,
  );
  if (byPharmacy.size === 0) return null;
  const { protocolNumber, sponsor, ...place } = await factsOfSite(tx, site);
  const products = await factsOfProducts(tx, [...byPharmacy.values()].flat());
  const [only] = subjects.length === 1 ? subjects : [];
  const common = {
    requiredOn: order.requiredOn,
    protocolNumber,
    sponsor,
    subjectNumber: subjects.map(({ subjectNumber }) => subjectNumber).join(', '),
    patient: only?.participantId ? await patientOf(tx, only.participantId) : null,
    site: { ...place, userName: `${viewer.firstName} ${viewer.lastName}`.trim() },
  };
  const drugOf = (line: OrderedProduct) => {
    const product = products.get(line.productId);
    return {
      nameAndForm: product ? productName(product) : '',
      quantity: amount({ quantity: line.quantity, quantityUnit: product?.quantityUnit ?? '' }),
      directions: directionsOf(line),
      daysOfSupply: line.daysOfSupply,
    };
  };
  return {
    templateId,
    template: await orderFormTemplate(tx, templateId),
    forms: [...byPharmacy].flatMap(([partnerId, lines]) =>
      inThrees(lines).map((few) => ({ partnerId, values: orderFormValues({ ...common, drugs: few.map(drugOf) }) })),
    ),
  };
}

const inThrees = (lines: readonly OrderedProduct[]): OrderedProduct[][] =>
  Array.from({ length: Math.ceil(lines.length / drugsOfOrderForm) }, (_, i) =>
    lines.slice(i * drugsOfOrderForm, (i + 1) * drugsOfOrderForm),
  );
