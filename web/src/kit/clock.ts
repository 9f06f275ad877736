/** How far the server's clock is ahead of this browser's, which may be wrong by a day (REL-10). */
let aheadMs = 0;

/** From now on it goes by what the server's clock says now. */
export const setServerNow = (now: number): void => void (aheadMs = now - Date.now());

/** What the server's clock says now, within the time an answer travels. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
