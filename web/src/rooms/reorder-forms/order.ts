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
