/** What the server refused of a request, in the words of its form. Values in, answer out. */
import { dateNames, refusedOf, submitFailureText } from '../sentences.ts';
import type { Draft, DraftLine } from './request-draft.ts';

interface Refusal {
  code: string;
  message: string;
  fields: Readonly<Record<string, string>>;
}

const lineFields = ['productId', 'quantity', 'quantityUnit', 'daysOfSupply', 'directions'] as const;
export type RefusedLine = Partial<Record<(typeof lineFields)[number], string>>;

/** What was said of the lines that were sent, by their keys, as long as they are still the same. */
export function refusedLines(sent: Draft, draft: Draft, { fields }: Refusal): ReadonlyMap<number, RefusedLine> {
  const refused = new Map<number, RefusedLine>();
  sent.lines.forEach((line, i) => {
    const now = draft.lines.find(({ key }) => key === line.key);
    for (const field of lineFields) {
      const said = fields[`products.${i}.${field}`];
      if (said && now?.productId === line.productId && now[field] === line[field])
        refused.set(line.key, { ...refused.get(line.key), [field]: said });
    }
  });
  return refused;
}

/** What a field of the wire is to whoever filled in the form, and whether it is still as it was sent. */
function fieldOf(name: string, sent: Draft, draft: Draft): { label: string; isKept: boolean } | null {
  const [, list, at, part] = /^(products|participants)\.(\d+)\.(\w+)$/.exec(name) ?? [];
  const number = list === 'participants' && sent.subjectNumbers[Number(at)]?.trim();
  if (number)
    return {
      label: `Subject number ${number}`,
      isKept: draft.subjectNumbers.some((one) => one.trim() === number),
    };
  const line = list === 'products' && sent.lines[Number(at)];
  if (line) {
    const now = draft.lines.find(({ key }) => key === line.key);
    const field = part as keyof DraftLine;
    return { label: line.name, isKept: now?.productId === line.productId && now[field] === line[field] };
  }
  if (name === 'dateRequired' || name === 'nextOrderDate')
    return { label: dateNames[name], isKept: draft[name] === sent[name] };
  if (name === 'prescriberId') return { label: 'The prescriber', isKept: draft.prescriberId === sent.prescriberId };
  return null;
}

const sameProduct = 'shipment.same_product';
const productsOf = ({ lines }: Draft): string => lines.map(({ productId }) => productId).join();

/** Everything that was refused has been changed since: what was said of it is over. */
export const isMended = (sent: Draft, draft: Draft, { code, fields }: Refusal): boolean => {
  // It is about subject numbers and products together.
  if (code === sameProduct && productsOf(sent) !== productsOf(draft)) return true;
  const names = Object.keys(fields);
  return names.length > 0 && names.every((name) => fieldOf(name, sent, draft)?.isKept === false);
};

/** SHC-24 to SHC-27. Whoever filled in a form knows nothing of the wire, so its names are not what a refusal calls things by. */
export function refusalText(sent: Draft | null, failure: Refusal): string {
  if (failure.code === sameProduct) return [submitFailureText(failure), ...namedOfSeveral(sent, failure)].join(' ');
  const said = Object.entries(failure.fields).map(([name, text]) => {
    const field = sent && fieldOf(name, sent, sent);
    return refusedOf(field?.label ?? null, text);
  });
  return said.length > 0 && said.every((one) => one !== null) ? said.join(' ') : submitFailureText(failure);
}

/** Of a request for several: which subject numbers the refusal is about. */
function namedOfSeveral(sent: Draft | null, { fields }: Refusal): string[] {
  const numbers = sent?.subjectNumbers.map((number) => number.trim()) ?? [];
  const named = numbers.filter((_, i) => fields[`participants.${i}.subjectNumber`]);
  if (numbers.length < 2 || named.length === 0) return [];
  return [`${named.length === 1 ? 'Subject number' : 'Subject numbers'}: ${named.join(', ')}.`];
}
