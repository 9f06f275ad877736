/** OPC-24: whether one was sent on the UTC day of this moment, as the server judges it. */
export const isSentOn = (history: readonly { timeSent: Date }[], now: Date): boolean =>
  history.some(({ timeSent }) => utcDay(timeSent) === utcDay(now));

const utcDay = (moment: Date): string => moment.toISOString().slice(0, 10);
