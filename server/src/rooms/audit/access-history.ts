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
/** Of its own: the end of one says nothing of the other (PRV-11). */
const letInto = (careGroupId: string | number) => `let into ${careGroupId}`;
const heldIn = [memberOf, letInto];

/** Reads the entries in the order of their numbers. */
export function accessHistory(entries: readonly AccessEntry[]): AccessHistory {
  const people = new Map<number, Map<string, Step[]>>();
  const add = (providerId: number, field: string, step: Step) => {
    const fields = people.get(providerId) ?? new Map<string, Step[]>();
    people.set(providerId, fields.set(field, [...(fields.get(field) ?? []), step]));
  };
  for (const { at, action, record_kind, record_id, changes } of entries) {
    if (record_kind === 'care_group') {
      const inGroup = action.startsWith('emergency_access.') ? letInto(record_id) : memberOf(record_id);
      // Emergency access is over at the moment that was set, and on record soon after.
      const endedAt = changes.find(({ field }) => field === 'ended_at')?.new;
      for (const { field, old, new: next } of changes) {
        if (field !== 'provider_id') continue;
        if (typeof next === 'number') add(next, inGroup, { at, old: false, new: true });
        if (typeof old === 'number')
          add(old, inGroup, { at: typeof endedAt === 'string' ? new Date(endedAt) : at, old: true, new: false });
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
      const fields = people.get(providerId) ?? new Map<string, Step[]>();
      const known = [...fields.keys()].flatMap((field) =>
        heldIn.flatMap((inGroup) => (field.startsWith(inGroup('')) ? Number(field.slice(inGroup('').length)) : [])),
      );
      return [...new Set([...now, ...known])].flatMap((gId) => {
        const held =
          (before(providerId, memberOf(gId), until, now.includes(gId)) && memberOf(gId)) ||
          (before(providerId, letInto(gId), until, false) && letInto(gId));
        if (!held) return [];
        const last = fields.get(held)?.findLast(({ at }) => at < until);
        return { gId, since: last?.at ?? null };
      });
    },
  };
}
