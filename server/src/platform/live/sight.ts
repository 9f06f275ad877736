/** Who may hear of which event, and who is connected, found by it. */
import { isPartner, type UserType } from '@portal/contract/access.ts';
import { eventKinds } from '@portal/contract/events.ts';
import type { StoredEvent } from '#platform/events/events.ts';

/** What decides which events somebody may hear of. */
export interface Sight {
  providerId: number;
  companyId: number;
  type: UserType;
  adminRights: boolean;
  partnerId: number | null;
  /** Null is every group of the company. */
  careGroupIds: ReadonlySet<number> | null;
  /** See `Viewer`. */
  seesWholeCompany: boolean;
  /** See `Viewer`. */
  inEmergency?: boolean;
}

/** The same people as the reads of the rooms would answer: partners by their partner, everybody else by their groups (SEC-22, SEC-23). */
export function mayHear(sight: Sight, event: StoredEvent): boolean {
  if (sight.companyId !== event.companyId) return false;
  // A newer server may have stored a kind that this one does not know.
  if (!Object.hasOwn(eventKinds, event.type)) return false;
  const { hears, notSponsors } = eventKinds[event.type];
  if (hears.includes('administrators')) return sight.adminRights;
  if (hears.includes('administratorsOfGroups')) return administers(sight, event.careGroupIds ?? []);
  if (hears.includes('members')) return event.people?.includes(sight.providerId) ?? false;
  if (hears.includes('company')) return true;
  if (hears.includes('people') && event.people?.includes(sight.providerId)) return true;
  if (isPartner(sight.type)) return sight.partnerId !== null && sight.partnerId === event.partnerId;
  if (sight.type === 'Sponsor' && notSponsors) return false;
  if (hears.includes('rootAccess') && sight.seesWholeCompany) return true;
  return sight.careGroupIds === null || (event.careGroupId != null && sight.careGroupIds.has(event.careGroupId));
}

/** As the list of people has it: by one group that is in sight. The people of sponsors look after nobody. */
const administers = ({ type, adminRights, seesWholeCompany, careGroupIds }: Sight, ids: readonly number[]): boolean =>
  adminRights && type !== 'Sponsor' && (seesWholeCompany || ids.some((id) => careGroupIds?.has(id)));

/** Under which keys somebody is found by the events they may hear of. */
const keysOf = ({ providerId, companyId, type, adminRights, partnerId, careGroupIds, seesWholeCompany }: Sight) => [
  `person ${providerId}`,
  `company ${companyId}`,
  ...(adminRights ? [`administrators of ${companyId}`] : []),
  ...(seesWholeCompany ? [`root of ${companyId}`] : []),
  ...(isPartner(type)
    ? [`partner ${partnerId}`]
    : (careGroupIds ? [...careGroupIds] : ['all']).map((id) => `groups of ${companyId}: ${id}`)),
];
const keysFor = ({ companyId, type, careGroupId, partnerId, people = [] }: StoredEvent): string[] => {
  const hears = Object.hasOwn(eventKinds, type) ? eventKinds[type].hears : [];
  if (hears.includes('administrators') || hears.includes('administratorsOfGroups'))
    return [`administrators of ${companyId}`];
  if (hears.includes('company')) return [`company ${companyId}`];
  if (hears.includes('members')) return people.map((providerId) => `person ${providerId}`);
  return [
    `groups of ${companyId}: all`,
    `groups of ${companyId}: ${careGroupId}`,
    `partner ${partnerId}`,
    ...(hears.includes('rootAccess') ? [`root of ${companyId}`] : []),
    ...people.map((providerId) => `person ${providerId}`),
  ];
};

/** Who is connected, found by what they may hear of: an event looks at those alone whom it may concern. */
export function makeListeners<T extends { sight: Sight }>() {
  const byKey = new Map<string, Set<T>>();
  const remove = (one: T) => {
    for (const key of keysOf(one.sight)) {
      byKey.get(key)?.delete(one);
      if (byKey.get(key)?.size === 0) byKey.delete(key);
    }
  };
  const add = (one: T) => {
    for (const key of keysOf(one.sight)) byKey.set(key, (byKey.get(key) ?? new Set()).add(one));
  };
  return {
    add,
    remove,
    /** Gives whether that is another sight than before. */
    see: (one: T, sight: Sight): boolean => {
      const [before, now] = [one.sight, sight].map((of) => [of.type, ...keysOf(of).sort()].join());
      remove(one);
      one.sight = sight;
      add(one);
      return before !== now;
    },
    whoMayHear: (event: StoredEvent): T[] =>
      [...new Set(keysFor(event).flatMap((key) => [...(byKey.get(key) ?? [])]))].filter(({ sight }) =>
        mayHear(sight, event),
      ),
    /** How many are of this person. */
    countOf: (providerId: number): number => byKey.get(`person ${providerId}`)?.size ?? 0,
    size: () => byKey.size,
  };
}
