/** ACT-15: what was sent in so many days. */
export const outreachDays = 30;
/** Why a patient was written to. */
export const reasons = {
  reminder: 'Assessment reminder',
  start: 'Assessment started',
  again: 'Assessment link sent again',
} as const;
