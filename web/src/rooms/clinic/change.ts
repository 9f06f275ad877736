/** CDB-04, DSH-13: in whole percent; a month before without any counts as 1. */
export const changeInPercent = (now: number, before: number): number =>
  // Without the zero that has a sign.
  Math.round(((now - before) / (before || 1)) * 100) || 0;
