/**
 * What gives this browser another session cookie, and what trades the cookie for a token, never run at once in any of its
 * tabs: a renewal that had left with the old cookie would be refused, and its tab would sign out all of them (SEC-02, OPN-17).
 */
const inTurn =
  (mode: LockMode, isWanted = () => true): typeof fetch =>
  (url, init) => {
    const locks = navigator.locks as LockManager | undefined;
    // Pages that are not served securely have none; there a refused renewal is tried once more.
    if (!locks) return fetch(url, init);
    return locks.request('portal.session', { mode, signal: init?.signal ?? undefined }, async () => {
      if (!isWanted()) throw new DOMException('not wanted any more', 'AbortError');
      return fetch(url, init);
    });
  };

/** Waits for the renewals that are on their way, and lets none begin before the answer has brought the cookie. */
export const fetchReplacing = inTurn('exclusive');
/** The same for what may have become needless by the time that its turn has come: it fails then. */
export const fetchReplacingWhile = (isWanted: () => boolean): typeof fetch => inTurn('exclusive', isWanted);
/** Waits for what replaces the cookie. */
export const fetchRenewing = inTurn('shared');
