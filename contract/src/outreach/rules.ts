/** ACT-15: what was sent in so many days. */
export const outreachDays = 30;
/** What is said of a way by which a patient prefers to be written to, and takes nothing (PRV-08, CNS-02). */
export const refusals = {
  Email: 'This patient has unsubscribed from emails, so they are told of nothing by email.',
  Text: 'This patient has revoked the consent to texts, so they are told of nothing by text.',
} as const;
/** Why a patient was written to. */
export const reasons = {
  reminder: 'Assessment reminder',
  start: 'Assessment started',
  again: 'Assessment link sent again',
} as const;
