/** Light or dark, as the person's system wishes; what is printed is light. */
import { useSyncExternalStore } from 'react';

export type Scheme = 'light' | 'dark';

const wishes = () => ['(prefers-color-scheme: dark)', 'print'].map((query) => window.matchMedia(query));
const schemeNow = (): Scheme => {
  const [dark, print] = wishes();
  return dark?.matches && !print?.matches ? 'dark' : 'light';
};

/** Before anything is drawn: until then the browser fills the page by `color-scheme` alone. */
export const beginInScheme = (): void => void (document.documentElement.dataset['mantineColorScheme'] = schemeNow());

export const useScheme = (): Scheme => useSyncExternalStore(watch, schemeNow);

function watch(changed: () => void): () => void {
  const watched = wishes();
  for (const wish of watched) wish.addEventListener('change', changed);
  return () => {
    for (const wish of watched) wish.removeEventListener('change', changed);
  };
}
