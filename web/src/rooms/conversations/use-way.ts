/** Where the focus goes on the page of conversations: a press that opens something, or leads back, may hide what was pressed. */
import { type RefObject, useEffect, useRef } from 'react';
import type { Look } from './look.ts';

type Place = Pick<Look, 'conversation' | 'broadcast'>;

/** Into what is opened, and back to the row that it was opened by. */
export function useWay(look: Look): {
  side: RefObject<HTMLElement | null>;
  main: RefObject<HTMLElement | null>;
  /** A press leads there; the focus follows once it is shown. */
  goes: (to: Place) => void;
} {
  const side = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  const way = useRef<{ from: Place; to: Place } | null>(null);
  const follow = () => {
    if (!way.current || !isSame(way.current.to, look)) return;
    const { from, to } = way.current;
    way.current = null;
    const within = (selector: string, place = side) => place.current?.querySelector<HTMLElement>(selector);
    const target = isSame(to, { conversation: null, broadcast: null })
      ? (within(`[data-row="${from.conversation ?? from.broadcast}"]`) ?? within('[role="tab"][aria-selected="true"]'))
      : (within('h2', main) ?? main.current);
    target?.focus();
  };
  useEffect(follow);
  const goes = (to: Place) => {
    way.current = { from: look, to };
    // Where it is open already, nothing is shown anew.
    follow();
  };
  return { side, main, goes };
}

const isSame = (one: Place, other: Place): boolean =>
  one.conversation === other.conversation && one.broadcast === other.broadcast;
