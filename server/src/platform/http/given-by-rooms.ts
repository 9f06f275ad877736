import type { House } from './calls.ts';

/** What rooms that come later give the house when they are put into it, and this one uses without knowing them. */
export function givenByRooms<T>() {
  const given = new WeakMap<House['duties'], readonly T[]>();
  return {
    give: ({ duties }: Pick<House, 'duties'>, ...more: readonly T[]): void =>
      void given.set(duties, [...(given.get(duties) ?? []), ...more]),
    of: ({ duties }: Pick<House, 'duties'>): readonly T[] => given.get(duties) ?? [],
  };
}
