/** Of what an administrator writes down of how they know who asks. */
export const longestEvidence = 1_000;
