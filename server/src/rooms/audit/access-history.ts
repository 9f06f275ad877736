/** What the audit trail says of access, field by field: from it follows what somebody had at any moment (P11-16). */
import type { Change } from '#platform/audit/record.ts';

/** An entry that gave or took access, as the trail keeps it. */
export interface AccessEntry {
  at: Date;
  action: string;
  record_kind: string;
  record_id: string;
  changes: readonly Change[];
}
type Step = Pick<Change, 'old' | 'new'> & { at: Date };

export interface AccessHistory {
  /** What a field of an account was just before an instant; `now` is what it is now, for whatever the trail does not tell. */
  before: <T>(providerId: number, field: string, until: Date, now: T) => T;
  /** The groups that somebody was in just before an instant. */
  groupsBefore: (providerId: number, until: Date, now: readonly number[]) => { gId: number; since: Date | null }[];
}

const memberOf = (careGroupId: string | number) => `member of ${careGroupId}`;

/** Reads the entries in the order of their numbers. */
export function accessHistory(entries: readonly AccessEntry[]): AccessHistory {
  const people = new Map<number, Map<string, Step[]>>();
  const add = (providerId: number, field: string, step: Step) => {
    const fields = people.get(providerId) ?? new Map<string, Step[]>();
    people.set(providerId, fields.set(field, [...(fields.get(field) ?? []), step]));
  };
  for (const { at, action, record_kind, record_id, changes } of entries) {
    if (record_kind === 'care_group') {
      for (const { field, old, new: next } of changes) {
        if (field !== 'provider_id') continue;
        if (typeof next === 'number') add(next, memberOf(record_id), { at, old: false, new: true });
        if (typeof old === 'number') add(old, memberOf(record_id), { at, old: true, new: false });
      }
      continue;
    }
    const providerId = Number(record_id);
    for (const { field, ...change } of changes) add(providerId, field, { at, ...change });
    // Whoever had to set a new password has set it.
    if (action === 'account.password_reset' && people.get(providerId)?.get('state')?.at(-1)?.new === 'reset')
      add(providerId, 'state', { at, old: 'reset', new: 'confirmed' });
  }

  const before: AccessHistory['before'] = (providerId, field, until, now) => {
    const steps = people.get(providerId)?.get(field) ?? [];
    const last = steps.findLast(({ at }) => at < until);
    if (last) return last.new as typeof now;
    const [next] = steps;
    return next && 'old' in next ? (next.old as typeof now) : now;
  };
  return {
    before,
    groupsBefore: (providerId, until, now) => {
      const known = [...(people.get(providerId)?.keys() ?? [])].flatMap((field) =>
        field.startsWith(memberOf('')) ? Number(field.slice(memberOf('').length)) : [],
      );
      return [...new Set([...now, ...known])]
        .filter((id) => before(providerId, memberOf(id), until, now.includes(id)))
        .map((gId) => {
          const last = people
            .get(providerId)
            ?.get(memberOf(gId))
            ?.findLast(({ at }) => at < until);
          return { gId, since: last?.at ?? null };
        });
    },
  };
}
