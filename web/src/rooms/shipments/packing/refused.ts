/** What the server refused of a shipment, in the words of its steps. Values in, answer out. */
import { productName } from '@portal/contract/products/product-name.ts';
import { refusedOf } from '../sentences.ts';
import { type Answered, type Ordered, packedLines, type ShippingDraft } from './shipping-draft.ts';

interface Refusal {
  code: string;
  message: string;
  fields: Readonly<Record<string, string>>;
}

/** It is about what stands in for what, which the first step is about. */
export const isAboutReplacements = ({ fields }: Refusal): boolean =>
  Object.keys(fields).some((name) => name.startsWith('replacements.'));

/** What the server asks, by the field that answers it. */
export const questions = [
  { of: 'isDouble', title: 'Ship it although another shipment has it?' },
  { of: 'isAddressOutdated', title: 'Ship it although another address is on record now?' },
  { of: 'isForInactive', title: 'Ship it although a participant is no longer active?' },
] as const satisfies readonly { of: keyof Answered; title: string }[];

export interface Question {
  of: keyof Answered;
  text: string;
}
/** Which of them a refusal asks; null where it is another. */
export function questionOf({ fields }: Refusal): Question | null {
  for (const { of } of questions) if (fields[of] !== undefined) return { of, text: fields[of] };
  return null;
}

/** Each thing by the name that it has on the screen; the names of the wire mean nothing there. */
export function refusedShipmentText(sent: ShippingDraft | null, order: Ordered, failure: Refusal): string {
  if (!sent || failure.code !== 'invalid') return failure.message;
  const said = Object.entries(failure.fields).map(([name, text]) => refusedOf(labelOf(name, sent, order), text));
  return said.length > 0 && said.every((one) => one !== null) ? said.join(' ') : failure.message;
}

function labelOf(name: string, sent: ShippingDraft, order: Ordered): string | null {
  const [, at] = /^replacements\.(\d+)\./.exec(name) ?? [];
  if (at) {
    const inOrder = order.lines.flatMap((line) => sent.replacements.get(line.orderItemId) ?? []);
    return inOrder[Number(at)]?.name ?? null;
  }
  const [, box, place, field] = /^packages\.(\d+)\.items\.(\d+)\.(\w+)$/.exec(name) ?? [];
  const item = sent.packages[Number(box)]?.items[Number(place)];
  const line = packedLines(sent, order).find((one) => one.line.orderItemId === item?.lineId);
  if (!line) return null;
  const product = productName(line);
  return `Package ${Number(box) + 1}, ${field === 'expirationDate' ? `expiration date of ${product}` : product}`;
}
