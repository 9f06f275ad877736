/** Limits of reading the records. */

/** SEC-27. */
export const largestAuditPage = 100;
export const lastAuditPage = 2_000;
export const longestSearch = 100;
/** Further than this nobody turns pages, and entries are not counted: one narrows the trail, or exports it. */
export const countedEntries = 10_000;
/** Of one portion of an export. */
export const exportedAtOnce = 2_000;

/** P11-16: an account that nobody has used for so long is pointed out. */
export const dormantDays = 90;
