/** The part of the dashboard that lists the flagged answers, as an address names it. */
export const flaggedPart = 'flagged-answers';
