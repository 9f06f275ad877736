import { safePath } from '#api/safe-path.ts';
import type { Ending } from '#api/session.ts';

/** Whoever is on the sign-in page already wanted to go where it leads to. */
const wantedFrom = (href: string): string => {
  const { pathname, searchParams } = new URL(href, 'http://portal');
  return pathname === '/sign-in' ? safePath(searchParams.get('redirect')) : href;
};

/** The query of the sign-in page: what went wrong (SES-03), and where to go afterwards (OPN-15). */
export function signInSearch(ending: Ending | null, from: string): { connectionError?: true; redirect?: string } {
  const href = wantedFrom(from);
  const returns = ending !== 'signed-out' && ending !== 'refused' && href !== '/' && !href.startsWith('/sign-in');
  return { ...(ending === 'connection' && { connectionError: true as const }), ...(returns && { redirect: href }) };
}

/** The same as an address. */
export function signInHref(ending: Ending | null, href: string): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(signInSearch(ending, href))) search.set(name, String(value));
  return search.size === 0 ? '/sign-in' : `/sign-in?${search.toString()}`;
}

/** PRV-09, RTE-11: whose page it was waits there by number for whoever signs in; no word does, but for the router's own key. */
export const stateThere = (state: object | null): object =>
  Object.fromEntries(
    Object.entries(state ?? {}).filter(([name, value]) => typeof value !== 'string' || name === '__TSR_key'),
  );

/** Whether an ended session is to be told of on the next page (SES-08). */
export const noticeOf = (ending: Ending): string | null =>
  ending === 'expired' || ending === 'idle' ? 'Session expired.' : null;
