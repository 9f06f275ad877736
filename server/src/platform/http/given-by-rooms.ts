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

/** The same of deeds, each of which is done with what one of the rooms has: one after the other, in the order of the rooms. */
export function doneByRooms<Given extends readonly unknown[]>() {
  const { give, of } = givenByRooms<(...given: Given) => Promise<void>>();
  const all =
    (house: Pick<House, 'duties'>) =>
    async (...given: Given): Promise<void> => {
      for (const deed of of(house)) await deed(...given);
    };
  return { give, all };
}
