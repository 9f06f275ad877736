/** 0 is today. */
export const lateWords = (days: number): string =>
  days === 0 ? 'today' : `${days} ${days === 1 ? 'day' : 'days'} late`;
