/** Of what an administrator writes down of how they know who asks. */
export const longestEvidence = 1_000;

/** ARQ-03. */
export const recoveryStatuses = { 0: 'Pending', 1: 'Approved', 2: 'Denied' } as const;
