/** How far the server's clock is ahead of this browser's, which may be wrong by a day (REL-10). */
let aheadMs = 0;

/** From now on it goes by what the server's clock says, and this browser's at the same moment. */
export const setServerNow = (now: number, here = Date.now()): void => void (aheadMs = now - here);

/** What the server's clock says now, within the time an answer travels. */
export const serverNow = (): Date => new Date(Date.now() + aheadMs);
