/** The alerts of a brand while they are edited: each is an edit of its own, whoever else edits the others (REL-07). */
import type { Severity } from '@portal/contract/companies/brand-rules.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { type Difference, type DraftFields, rebase } from '#kit/rebase.ts';
import { asDay } from '#kit/today.ts';

type Stored = BrandInfo['alerts'][number];
type Fields = Omit<Stored, 'alertId'>;
export type Typed = Fields & { alertId?: number; key: string };

export const severities: { value: Severity; label: string }[] = [
  { value: 'info', label: 'Information' },
  { value: 'warning', label: 'Warning' },
  { value: 'error', label: 'Problem' },
];
const labels: Record<keyof Fields, string> = {
  message: 'Message',
  severity: 'Kind',
  types: 'For',
  from: 'From',
  until: 'Until',
};
const fields: DraftFields<Fields> = {
  labels,
  shown: ({ message, severity, types, from, until }, field) =>
    ({
      message,
      severity: severities.find(({ value }) => value === severity)?.label ?? severity,
      types: types.length === 0 ? 'Everybody' : types.join(', '),
      from: asDay(from),
      until: asDay(until),
    })[field],
  // Lists of types too.
  same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
};

const fieldsOf = ({ message, severity, types, from, until }: Fields): Fields => ({
  message,
  severity,
  types,
  from,
  until,
});
const typed = (one: Stored): Typed => ({ ...one, key: `alert-${one.alertId}` });
export const typedOf = ({ alerts }: BrandInfo): Typed[] => alerts.map(typed);
export const bodyOf = ({ key: _key, ...alert }: Typed) => alert;
export const isSame = (some: readonly Typed[], others: readonly Typed[]): boolean =>
  JSON.stringify(some) === JSON.stringify(others);

/** Why a brand is another one than when its dialog was opened. */
export const whoChanged = (isOwn: boolean): string =>
  isOwn ? 'Your first try has changed this brand after all.' : 'Someone else has changed this brand in the meantime.';

export interface Rebased {
  alerts: Typed[];
  /** What somebody else has changed of alerts that stay. */
  differences: Difference[];
  /** What else they have done, in sentences. */
  told: string[];
}

/**
 * What is stored now, with what was done here on top of it, alert by alert. What both have changed stays as it was typed; an alert
 * that was changed here and ended by them is a new one, and one that was removed here and changed by them is shown once more.
 */
export function rebaseAlerts(before: BrandInfo, mine: readonly Typed[], theirs: BrandInfo): Rebased {
  const rebased: Rebased = { alerts: [], differences: [], told: [] };
  const find = (some: readonly (Stored | Typed)[], id: number | undefined) =>
    some.find(({ alertId }) => alertId === id && id !== undefined);
  for (const now of theirs.alerts) {
    const was = find(before.alerts, now.alertId);
    const here = mine.find(({ alertId }) => alertId === now.alertId);
    const place = `Alert ${rebased.alerts.length + 1}`;
    if (!was) {
      rebased.alerts.push(typed(now));
      rebased.told.push(`${place} is new: “${now.message}”.`);
      continue;
    }
    const { draft, differences } = rebase(fieldsOf(was), fieldsOf(here ?? was), fieldsOf(now), fields);
    if (!here && differences.length === 0) continue;
    rebased.alerts.push({ ...typed(now), ...draft });
    rebased.differences.push(...differences.map((one) => ({ ...one, label: `${place}: ${one.label}` })));
    if (!here) rebased.told.push(`${place} was removed here. It is shown again, as it is now.`);
  }
  for (const here of mine) {
    const { alertId, ...rest } = here;
    if (find(theirs.alerts, alertId)) continue;
    const was = find(before.alerts, alertId);
    const isKept = !was || JSON.stringify(fieldsOf(was)) !== JSON.stringify(fieldsOf(here));
    if (isKept) rebased.alerts.push(rest);
    if (was)
      rebased.told.push(
        `“${was.message}” was removed.${isKept ? ` What you typed is kept as alert ${rebased.alerts.length}; saving adds it again.` : ''}`,
      );
  }
  return rebased;
}
