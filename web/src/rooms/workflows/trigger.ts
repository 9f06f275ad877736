/** What triggers a document, as it is filled in (CGW-07, CGW-12, CGW-15). */
import { type triggerTypes, type TriggerUnit, triggerUnits, triggerValue } from '@portal/contract/workflows/rules.ts';
import type { WorkflowDocument } from './queries.ts';

export interface Draft {
  docId: number | null;
  type: (typeof triggerTypes)[number] | null;
  amount: string;
  unit: TriggerUnit | null;
  description: string;
}

export const newDraft: Draft = { docId: null, type: null, amount: '', unit: null, description: '' };

/** `2w` is an amount and a unit. */
export const draftOf = ({ docId, triggerType, triggerValue: value, triggerDescription }: WorkflowDocument): Draft => ({
  docId,
  type: triggerType,
  amount: value.slice(0, -1),
  unit: isUnit(value.slice(-1)) ? (value.slice(-1) as TriggerUnit) : null,
  description: triggerDescription,
});
const isUnit = (letter: string): letter is TriggerUnit => Object.hasOwn(triggerUnits, letter);

export const valueOf = ({ amount, unit }: Draft): string => `${amount.replace(/^0+/, '')}${unit ?? ''}`;

/** What is still to fill in, in words. */
export function missingOf(draft: Draft): readonly string[] {
  return [
    ...(draft.docId === null ? ['a document'] : []),
    ...(draft.type === null ? ['a trigger type'] : []),
    ...(triggerValue.safeParse(valueOf(draft)).success ? [] : ['a trigger value']),
    ...(draft.description.trim() === '' ? ['a trigger description'] : []),
  ];
}

/** "After 2 weeks". */
export function valueWords(value: string): string {
  const amount = Number(value.slice(0, -1));
  const letter = value.slice(-1);
  if (!isUnit(letter) || !Number.isInteger(amount)) return value;
  const unit = triggerUnits[letter].toLowerCase();
  return `After ${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}
