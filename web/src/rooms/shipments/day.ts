import { serverDay } from '#api/clock.ts';
import { today } from '#kit/today.ts';
import { useDay } from '#shared/now.ts';

/** The rules of shipments go by the server's UTC day, so that both sides agree at every hour and on every clock (REL-10). */
export const shipmentDay = serverDay;

/** The same where it stays on the screen: a dialog that is open over midnight goes on with the day. */
export const useShipmentDay = (): string => useDay(shipmentDay);

const firstDay = (): string => (today() > shipmentDay() ? today() : shipmentDay());

/** What forms begin with: the day of the rules, or that of the person, whom lateness goes by, where that one is over (east of UTC). */
export const useFirstDay = (): string => useDay(firstDay);
