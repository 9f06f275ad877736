/** Parts of pages, as an address names them. */

/** The flagged answers, on the dashboard and on the page of a patient. */
export const flaggedPart = 'flagged-answers';
/** What a patient is asked, on their page. */
export const schedulePart = 'assessment-schedule';
/** When a patient is to be called again, on their page. */
export const followUpsPart = 'follow-ups';
