/** What triggers a part of a workflow, as it is filled in (CGW-07, CGW-12, CGW-13, CGW-15). */
import { inWords } from '@portal/contract/assessments/recurrence.ts';
import { keptRecurrence } from '@portal/contract/schedules/occurrences.ts';
import { isTriggerValue, triggerTypes, type TriggerUnit, triggerUnits } from '@portal/contract/workflows/rules.ts';

export interface Draft {
  /** The document or assessment. */
  id: number | null;
  type: (typeof triggerTypes)[number] | null;
  /** Neither says anything without the other. */
  value: { amount: string; unit: TriggerUnit | null };
  description: string;
}

export const newDraft: Draft = { id: null, type: null, value: { amount: '', unit: null }, description: '' };

/** `2w` is an amount and a unit. Of a type that is not offered nothing but the words is taken over (OPS-88). */
export function draftOf(
  id: number,
  step: { triggerType: string; triggerValue: string; triggerDescription: string },
): Draft {
  const type = triggerTypes.find((one) => one === step.triggerType) ?? null;
  const description = step.triggerDescription;
  if (type === null) return { ...newDraft, id, description };
  const unit = step.triggerValue.slice(-1);
  const value = { amount: step.triggerValue.slice(0, -1), unit: isUnit(unit) ? unit : null };
  return { id, type, value, description };
}
const isUnit = (letter: string): letter is TriggerUnit => Object.hasOwn(triggerUnits, letter);

export const valueOf = ({ amount, unit }: Draft['value']): string => `${amount.replace(/^0+/, '')}${unit ?? ''}`;

/** What is still to fill in, in words. */
export function missingOf(draft: Draft, thing: string): readonly string[] {
  return [
    ...(draft.id === null ? [thing] : []),
    ...(draft.type === null ? ['a trigger type'] : []),
    ...(isTriggerValue(valueOf(draft.value)) ? [] : ['a trigger value']),
    ...(draft.description.trim() === '' ? ['a trigger description'] : []),
  ];
}

/** "2 weeks". */
export function amountWords(value: string): string {
  const amount = Number(value.slice(0, -1));
  const letter = value.slice(-1);
  if (!isUnit(letter) || !Number.isInteger(amount)) return value;
  const unit = triggerUnits[letter].toLowerCase();
  return `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`;
}

/** "After 2 weeks". */
export const valueWords = (value: string): string => (isTriggerValue(value) ? `After ${amountWords(value)}` : value);

/** "Every 2 weeks". */
export function recurrenceWords(type: string, value: string): string {
  return type === 'Time' && isTriggerValue(value) ? inWords(keptRecurrence(value)) : value;
}
