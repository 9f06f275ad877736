/** The code of the link that led here. It is as good as the patient's name: it leaves the address at once. */
const kept = 'respond.code';
const begun = 'respond.begun';

/** What a link leads to. */
export interface LinkCode {
  /** By the name of the parameter that it came with. */
  of: 'assessment' | 'conversation';
  code: string;
}
const parameters = { code: 'assessment', conversation: 'conversation' } as const;

/** Takes the code out of the address; a reload of the same tab finds it again. */
export function takeCode(): LinkCode | null {
  const search = new URLSearchParams(window.location.search);
  const given = Object.entries(parameters)
    .map(([name, of]) => ({ of, code: search.get(name) ?? '' }))
    .find(({ code }) => code !== '');
  try {
    if (given) {
      if (sessionStorage.getItem(kept) !== JSON.stringify(given)) forgetCode();
      sessionStorage.setItem(kept, JSON.stringify(given));
    } else return read(sessionStorage.getItem(kept));
  } catch {
    // A browser that keeps nothing: the link itself still works.
  } finally {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
    tellNoReferrer();
  }
  return given ?? null;
}

const read = (text: string | null): LinkCode | null => (text ? (JSON.parse(text) as LinkCode) : null);

/** What was begun behind the link goes with it. */
export function forgetCode(): void {
  try {
    sessionStorage.removeItem(kept);
    sessionStorage.removeItem(begun);
  } catch {
    // Nothing was kept.
  }
}

/** Keeps what somebody has begun to write behind the link over a reload, in this tab alone; null once there is nothing to keep. */
export function keepBegun(what: object | null): void {
  try {
    if (what) sessionStorage.setItem(begun, JSON.stringify(what));
    else sessionStorage.removeItem(begun);
  } catch {
    // It is kept as long as the page is.
  }
}

/** What was kept behind the link that is open; what does not fit, as from another release, is as good as nothing. */
export function begunBefore<T extends object>(fits: (what: unknown) => what is T): T | null {
  try {
    const what: unknown = JSON.parse(sessionStorage.getItem(begun) ?? 'null');
    return fits(what) ? what : null;
  } catch {
    return null;
  }
}

/** Whatever is asked for from this page on, nobody is told where from. */
function tellNoReferrer(): void {
  if (document.querySelector('meta[name="referrer"]')) return;
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = 'no-referrer';
  document.head.append(meta);
}
