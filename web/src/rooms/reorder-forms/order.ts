/** An order as it is put together: which medications of the list, and how many of each. Pure. */
import type { Medication } from '@portal/contract/reorder-forms/endpoints.ts';
import { quantityOf } from '@portal/contract/reorder-forms/rules.ts';

/** An entry of the list with a key that stays its own when the list is changed around it. */
export type Choice = Medication & { key: string };
/** What was typed as quantity of each entry that was chosen, by its key. */
export type Quantities = Readonly<Record<string, string>>;

export function choicesOf(list: readonly Medication[]): Choice[] {
  const seen = new Map<string, number>();
  return list.map(({ name, dosage, information }) => {
    const content = JSON.stringify([name, dosage, information]);
    const before = seen.get(content) ?? 0;
    seen.set(content, before + 1);
    return { name, dosage, information, key: `${content} ${before}` };
  });
}

/** "Metformin, 500 mg tablet". */
export const titleOf = ({ name, dosage }: Medication): string => `${name}, ${dosage}`;

/** Whether every word that is searched for stands somewhere in the entry. */
export function isFound({ name, dosage, information }: Medication, search: string): boolean {
  const text = `${name} ${dosage} ${information}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export interface Line {
  choice: Choice;
  /** As it was typed. */
  typed: string;
  /** Null while what was typed is none. */
  quantity: number | null;
}

/** What was chosen and is still in the list, in the list's order. */
export const linesOf = (choices: readonly Choice[], quantities: Quantities): Line[] =>
  choices.flatMap((choice) => {
    const typed = Object.hasOwn(quantities, choice.key) ? quantities[choice.key] : undefined;
    return typed === undefined ? [] : [{ choice, typed, quantity: quantityOf(typed) }];
  });

/** The same without this one, or with this quantity. */
export function withQuantity(quantities: Quantities, key: string, typed: string | null): Quantities {
  const { [key]: _, ...others } = quantities;
  return typed === null ? others : { ...others, [key]: typed };
}

/** What was chosen, as far as it is known what became of it in the list. */
export interface Order {
  /** The list that it was chosen from. */
  list: readonly Medication[];
  quantities: Quantities;
  /** What has changed of it since, in sentences, until they have been read. */
  told: readonly string[];
}
export const noOrder: Order = { list: [], quantities: {}, told: [] };

/** A text that was kept over a reload, perhaps by another release; what is none has another shape, and throws. */
export function keptText(kept: string): string {
  if (typeof kept !== 'string') throw new TypeError('Not a text');
  return kept;
}
export const keptMedication = ({ name, dosage, information }: Medication): Medication => ({
  name: keptText(name),
  dosage: keptText(dosage),
  information: keptText(information),
});

/** After a reload; of another shape it is forgotten. */
export const revived = ({ list, quantities, told }: Order): Order => ({
  list: list.map(keptMedication),
  quantities: Object.fromEntries(Object.entries(quantities).map(([key, typed]) => [key, keptText(typed)])),
  told: told.map(keptText),
});

/**
 * The order on the list as it is now. What is plainly the same medication stays in it, as the list says it now; what is not comes off.
 * Either is told: the paper has another text then, or lacks a medication.
 */
export function followed(order: Order, list: readonly Medication[]): Order {
  if (order.list === list) return order;
  const [before, now] = [choicesOf(order.list), choicesOf(list)];
  const [keysBefore, keysNow] = [before, now].map((choices) => new Set(choices.map(({ key }) => key)));
  const gone = before.filter(({ key }) => !keysNow?.has(key));
  const fresh = now.filter(({ key }) => !keysBefore?.has(key));
  let { quantities } = order;
  const told: string[] = [];
  for (const { choice, typed } of linesOf(gone, order.quantities)) {
    const next = sameIn(choice, gone, fresh);
    quantities = withQuantity(quantities, choice.key, null);
    if (next) quantities = withQuantity(quantities, next.key, typed);
    told.push(next ? changedText(choice, next) : goneText(choice));
  }
  return { list, quantities, told: [...order.told, ...told] };
}

/** The one that took its place: the only new one with its name and dosage, or else with its name, where no other has gone that had them. */
function sameIn(choice: Choice, gone: readonly Choice[], fresh: readonly Choice[]): Choice | null {
  const fits = [
    ({ name, dosage }: Choice) => name === choice.name && dosage === choice.dosage,
    ({ name }: Choice) => name === choice.name,
  ];
  for (const fit of fits) {
    const [next, ...others] = fresh.filter(fit);
    if (next && others.length === 0 && gone.filter(fit).length === 1) return next;
  }
  return null;
}

const changedText = (choice: Choice, next: Choice): string =>
  choice.dosage === next.dosage
    ? `The information of ${titleOf(choice)} is now “${next.information}”. It stays in your order.`
    : `${titleOf(choice)} is now ${titleOf(next)}, “${next.information}”. It stays in your order like that: please check it.`;
const goneText = (choice: Choice): string =>
  `${titleOf(choice)} is no longer in the list as you chose it, and was taken off your order.`;
