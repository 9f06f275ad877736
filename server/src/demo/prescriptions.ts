/** What the pharmacy told of a patient of the demo, each thing on its day: what was not asked for yet is not shipped. */
import type { Told } from '#rooms/patient-records/door.ts';

export interface Telling {
  daysAgo: number;
  told: Told;
}

const dayMs = 86_400_000;
const at = (daysAgo: number): Date => new Date(Date.now() - daysAgo * dayMs);
const dayOf = (daysAgo: number): string => at(daysAgo).toISOString().slice(0, 10);

/** Of the one that is taken now and of the one that was taken before. */
const statusesNow = [3, 5, 1, 8, 2, 6];
const statusesBefore = [104, 105, 0, 109, 101, 106];
const shipped = 3;
const [closed, requested, processing] = [0, 2, 5];

export function tellingsOf(patient: {
  n: number;
  /** How many days ago the patient came. */
  joined: number;
  /** What the patient agreed to then. */
  consents: NonNullable<Told['consents']>;
  rx: readonly string[][];
  /** How a refill is told of, and then its delivery; nothing reaches somebody without phone and e-mail. */
  reached: readonly ('Text' | 'Email')[];
}): Telling[] {
  const { n, joined, consents, rx, reached } = patient;
  const [now, before] = rx.map(([displayName = '', instructions = ''], k) => ({
    displayName,
    rxNumber: String(7_400_100 + n * 10 + k),
    instructions,
    provider: n % 9 === 3 ? null : 'Ingrid Solberg, MD',
    daysOfSupply: 30,
  })) as [Named, Named];
  const isFirst = n % 9 === 0;
  const status = isFirst ? processing : (statusesNow[n % 6] as number);
  const statusBefore = statusesBefore[n % 6] as number;
  const latest = 2 + (n % 20);
  /** Its order is the latest; of the others one is under way, or is due. */
  const isDelivered = status === shipped || status === 8;
  const delivery = isDelivered ? latest : latest + 25;
  const deliveries = isFirst ? [] : [joined - 3, ...(delivery + 6 < joined - 12 ? [delivery] : [])];

  const order = (orderStatus: number, daysAgo: number) => ({
    displayName: now.displayName,
    rxNumber: now.rxNumber,
    orderStatus,
    at: at(daysAgo),
  });
  const ordered = (on: number, by: readonly [requested: number, processing: number]) => [
    order(requested, on + by[0]),
    order(processing, on + by[1]),
    order(shipped, on),
  ];
  const outreach = (daysAgo: number) =>
    n % 2 === 0 && !isFirst
      ? ['Refill due in 5 days', 'Delivery to be scheduled'].flatMap((reason, k) => {
          const method = reached[k];
          return method ? [{ rxNumber: now.rxNumber, reason, method, at: at(daysAgo + 1 - k) }] : [];
        })
      : [];
  const left = (status === 6 ? 0 : 2 + (n % 4)) + deliveries.length;
  const taken = (displayStatus: number, delivered: number) => {
    const on = deliveries[delivered - 1];
    const shippedOn = on === undefined ? null : dayOf(on);
    const writtenOn = dayOf(joined + 2);
    return { ...now, displayStatus, shippedOn, refillsLeft: left - delivered, writtenOn, isActive: true };
  };
  const takenBefore = (displayStatus: number, isActive: boolean) => ({
    ...before,
    displayStatus,
    shippedOn: isFirst || displayStatus === processing ? null : dayOf(joined - 3),
    refillsLeft: displayStatus === processing ? 1 : 0,
    writtenOn: dayOf(joined + (statusBefore === 104 ? 360 : 200)),
    isActive,
  });

  const delivered = deliveries.map((daysAgo, k): Telling => {
    const own = { prescriptions: [taken(shipped, k + 1), ...(k === 0 ? [takenBefore(shipped, true)] : [])] };
    const orderStatuses = ordered(daysAgo, k === 0 ? [2, 1] : [4, 2]);
    return {
      daysAgo,
      told: { ...own, orderStatuses, refillOutreach: k > 0 && isDelivered ? outreach(daysAgo + 5) : [] },
    };
  });
  const last = { prescriptions: [taken(status, deliveries.length)] };
  const underWay: Record<number, Told> = {
    1: { ...last, refillOutreach: outreach(latest) },
    6: { ...last, refillOutreach: outreach(latest) },
    [requested]: { ...last, orderStatuses: [order(requested, latest)], refillOutreach: outreach(latest + 1) },
    [processing]: {
      ...last,
      orderStatuses: [order(requested, latest + 2), order(processing, latest)],
      refillOutreach: outreach(latest + 3),
    },
  };
  return [
    { daysAgo: joined, told: { prescriptions: [taken(processing, 0), takenBefore(processing, true)], consents } },
    ...delivered,
    {
      daysAgo: joined - 12,
      told: {
        prescriptions: [takenBefore(statusBefore, false)],
        orderStatuses: [{ ...order(closed, joined - 12), displayName: before.displayName, rxNumber: before.rxNumber }],
      },
    },
    ...(status === 8 ? [{ daysAgo: latest - 1, told: last }] : []),
    ...(underWay[status] ? [{ daysAgo: latest, told: underWay[status] }] : []),
  ];
}

interface Named {
  displayName: string;
  rxNumber: string;
  instructions: string;
  provider: string | null;
  daysOfSupply: number;
}
