import { serverDay } from '#api/clock.ts';

/** The rules of shipments go by the server's UTC day, so that both sides agree at every hour and on every clock (REL-10). */
export const shipmentDay = serverDay;
