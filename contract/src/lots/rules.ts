/** What is said of lots, and how many are shown. Pure: values in, sentence out. */
import { daysBetween } from '../days-between.ts';

interface NamedLot {
  drugName: string;
  lotNumber: string;
  /** The last day it is good on. */
  expiresOn: string;
}

/** What lots are narrowed to: expired, or good for no longer than so many days. */
export const expiries = ['expired', 'soon'] as const;
export type Expiry = (typeof expiries)[number];
export const soonDays = 60;
export const lotPageSizes: readonly number[] = [5, 10, 25];
/** Who has turned so many pages searches instead. */
export const lastLotPage = 400;
/** Of a correction, in characters. */
export const longestReason = 500;
/** Of one lot; more than any trial ships of it. */
export const mostTraced = 5_000;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `2026-03-05` as the screens write it: `05-Mar-2026`. */
export const dayAsShown = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${date}-${months[Number(month) - 1]}-${year}`;
};

const ifWrong = 'If that date is wrong, an administrator of the trial can correct it.';

export const otherExpiryText = ({ drugName, lotNumber, expiresOn }: NamedLot): string =>
  `Lot ${lotNumber} of ${drugName} is on record with the expiration date ${dayAsShown(expiresOn)}. ` + ifWrong;

/** One lot has one day, also before it is on record. */
export const twoDaysText = ({ drugName, lotNumber, expiresOn }: NamedLot): string =>
  `Lot ${lotNumber} of ${drugName} has the expiration date ${dayAsShown(expiresOn)} elsewhere in this shipment.`;

/** A number is on record once for its product. */
export const onRecordText = ({ drugName, lotNumber }: Pick<NamedLot, 'drugName' | 'lotNumber'>): string =>
  `Lot ${lotNumber} of ${drugName} is on record already.`;

/** A lot is good through the day it expires on. Days compare as text. */
export const isExpired = ({ expiresOn }: Pick<NamedLot, 'expiresOn'>, on: string): boolean => expiresOn < on;

/** What a shipment is needed by, and the day on which it is sent. */
interface Need {
  neededOn: string;
  today: string;
}
const isOver = ({ neededOn, today }: Need): boolean => neededOn < today;

/** Whether a lot is not good for as long as it is needed: through the need-by date or, once that is over, for its days of supply, of which today is the first. */
export const expiresEarly = (lot: Pick<NamedLot, 'expiresOn'>, daysOfSupply: number, need: Need): boolean =>
  isOver(need) ? daysBetween(need.today, lot.expiresOn) + 1 < daysOfSupply : isExpired(lot, need.neededOn);

/** Before what it expires. */
export const beforeWords = (need: Need, asShown = dayAsShown): string =>
  isOver(need)
    ? 'before its days of supply, counted from today, are over'
    : `before the need-by date ${asShown(need.neededOn)}`;

/** What is sent but expires early. */
export const earlyText = (lots: readonly NamedLot[], need: Need): string =>
  lots
    .map(
      ({ drugName, lotNumber, expiresOn }) =>
        `Lot ${lotNumber} of ${drugName} expires on ${dayAsShown(expiresOn)}, ${beforeWords(need)}.`,
    )
    .join(' ');

/** The day of a recall, as the portal counts days. */
export const recallDay = (recalledAt: Date): string => recalledAt.toISOString().slice(0, 10);

type RecalledLot = Pick<NamedLot, 'drugName' | 'lotNumber'> & { recalledAt: Date };
/** Without its full stop. */
export const recalledWords = ({ drugName, lotNumber, recalledAt }: RecalledLot): string =>
  `Lot ${lotNumber} of ${drugName} was recalled on ${dayAsShown(recallDay(recalledAt))}`;

/** What is called back leaves no more. */
export const recalledText = (lot: RecalledLot): string => `${recalledWords(lot)} and cannot be shipped.`;

export const expiredText = (lots: readonly NamedLot[]): string =>
  `${lots.map(({ drugName, lotNumber, expiresOn }) => `Lot ${lotNumber} of ${drugName} expired on ${dayAsShown(expiresOn)}.`).join(' ')} ${ifWrong} ` +
  'Items that have expired on arrival cannot be confirmed as received. Report the delivery instead.';
