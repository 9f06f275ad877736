/** What a form is about, which may get out of reach while somebody types: the form then stays until it is closed, to be copied from. */
import { createContext, use, useLayoutEffect } from 'react';

/** Over a page, or in it. */
type Where = 'dialog' | 'page';
interface About {
  /** Why nothing can be saved for now; null while it can. */
  gone: string | null;
  /** Tells that a form holds something typed, until what it gives is called. */
  hold: (where: Where) => () => void;
}

export const Behind = createContext<About | null>(null);

/** For a form, which says what this gives. */
export function useBehind(holds: boolean, where: Where): string | null {
  const about = use(Behind);
  const hold = about?.hold;
  useLayoutEffect(() => (holds ? hold?.(where) : undefined), [holds, hold, where]);
  return (holds && about?.gone) || null;
}
