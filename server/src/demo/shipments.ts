/** A year of shipments at the demo's sites, as a list of steps in time. Every status occurs, from both kinds of partner. */
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import {
  addComment,
  createRequest,
  dismissReminder,
  moveRequest,
  setReminder,
  shipRequest,
} from '#rooms/shipments/door.ts';
import { addDays } from '../platform/core/clock.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { sites } from './meridian.ts';
import { planPapers } from './papers.ts';
import type { Step } from './step.ts';

export interface Subject {
  /** 0 until they have joined. */
  participantId: number;
  subjectNumber: string;
  firstName: string;
  lastName: string;
  bornOn: string;
  gender: 0 | 1;
  email: string | null;
  phone: string | null;
  address: Address;
  joinedDaysAgo: number;
}

interface Setting {
  actAs: ActAs;
  today: () => string;
  people: Map<string, Viewer>;
  groups: Map<string, number>;
  subjects: ReadonlyMap<string, Subject[]>;
  productIds: readonly number[];
}

/** How far a request gets, and how its delivery ends. */
type Fate = ShipmentStatus;

const couriers = ['FEDEX', 'UPS', 'DHL', 'CHRONOPOST'] as const;

export function plan({ actAs, today, people, groups, subjects, productIds }: Setting): Step[] {
  const [tablet50, tablet100, pen] = productIds as [number, number, number];
  const steps: Step[] = [];
  let parcel = 0;
  /** When each lot of a product expires: some 14 months after it was first packed. */
  const expiryOf = new Map<string, string>();
  const papersOf = planPapers(actAs);

  for (const [site, members] of subjects) {
    const boston = site === 'Boston General';
    const person = (email: string) => people.get(`${email}@meridian.example`) as Viewer;
    const requester = person(boston ? 'boston' : 'lyon');
    const pharmacist = person(boston ? 'pharmacy' : 'pharmacy2');
    const wholesaler = person('wholesaler');
    const siteAddress = sites.find(({ name }) => name === site)?.address as Address;

    /** One request from its asking to its fate. Steps of a request are a day or two apart. */
    const request = (
      subject: Subject,
      from: number,
      fate: Fate,
      given: { productId: number; toParticipant: boolean; follows?: { id: number } | undefined },
    ) => {
      const made = { id: 0 };
      const partner = given.productId === pen ? wholesaler : pharmacist;
      const number = ++parcel;
      steps.push({
        daysAgo: from,
        run: async () => {
          const day = today();
          const { ids } = await createRequest(actAs(requester), {
            siteId: groups.get(site) as number,
            toParticipant: given.toParticipant,
            participants: [{ participantId: subject.participantId, subjectNumber: subject.subjectNumber }],
            requiredOn: addDays(day, 7),
            nextOrderOn: addDays(day, 60),
            address: given.toParticipant ? subject.address : siteAddress,
            products: [
              {
                productId: given.productId,
                quantity: 2,
                daysOfSupply: 30,
                directions:
                  given.productId === pen
                    ? 'Inject one pen under the skin once a month.'
                    : 'Take one tablet every morning with water.',
              },
            ],
            reorderOf: given.follows?.id ?? null,
          });
          made.id = ids[0] as number;
        },
      });
      if (fate === 'preprocessing') return made;
      if (fate === 'cancelled') {
        const by = number % 2 === 0 ? requester : partner;
        steps.push({
          daysAgo: from - 0.5,
          run: async () => void (await moveRequest(actAs(by), made.id, { to: 'cancelled' })),
        });
        return made;
      }
      steps.push({
        daysAgo: from - 0.6,
        run: async () => void (await moveRequest(actAs(partner), made.id, { to: 'processing' })),
      });
      if (fate === 'processing') return made;
      steps.push({
        daysAgo: from - 1.7,
        run: async () => {
          const lotNumber = `L${2612 - Math.floor(from / 45)}`;
          const lot = `${lotNumber} ${given.productId}`;
          const expirationDate = expiryOf.get(lot) ?? addDays(today(), 420);
          expiryOf.set(lot, expirationDate);
          await shipRequest(actAs(partner), made.id, {
            packages: [
              {
                courier: couriers[number % couriers.length] as string,
                trackingNumber: `${boston ? '1Z' : 'XF'}${String(784_000_100 + number * 37)}`,
                items: [
                  {
                    productId: given.productId,
                    quantity: 2,
                    lotNumber,
                    expirationDate,
                  },
                ],
              },
            ],
          });
        },
      });
      if (fate === 'shipped') return made;
      const receiver = given.toParticipant ? partner : requester;
      steps.push({
        daysAgo: from - 5.2,
        run: async () => void (await moveRequest(actAs(receiver), made.id, { to: fate, on: today() })),
      });
      if (fate === 'received') {
        const isCold = given.productId === pen;
        steps.push(...papersOf({ request: made, daysAgo: from - 5.2, isCold, partner, receiver }));
      }
      // What went wrong is not ordered again under its own number.
      if (fate !== 'received')
        steps.push({ daysAgo: from - 5.3, run: () => dismissReminder(actAs(requester), made.id) });
      return made;
    };

    for (const [i, subject] of members.entries()) {
      let follows: { id: number } | undefined;
      const productId = i % 4 === 3 ? pen : i % 2 === 0 ? tablet50 : tablet100;
      let round = 0;
      for (let from = subject.joinedDaysAgo - 4; from > 24; from -= 61) {
        const fate: Fate =
          round === 1 && i % 5 === 1
            ? 'damaged'
            : round === 1 && i % 5 === 2
              ? 'missing'
              : round === 2 && i % 6 === 0
                ? 'other'
                : round === 2 && i % 6 === 4
                  ? 'cancelled'
                  : 'received';
        const made = request(subject, from, fate, { productId, toParticipant: i % 3 === 1, follows });
        follows = fate === 'received' ? made : undefined;
        round++;
      }
    }

    // What is on its way now: each status, to the site and to a participant, with either partner.
    const now: [number, number, Fate, number, boolean][] = [
      [0, 0.4, 'preprocessing', tablet100, false],
      [1, 1.1, 'preprocessing', tablet50, true],
      [3, 1.4, 'preprocessing', tablet50, false],
      [4, 3.2, 'processing', tablet100, false],
      [5, 3.5, 'processing', pen, true],
      [6, 5.1, 'shipped', tablet100, false],
      [2 + (boston ? 6 : 5), 5.4, 'shipped', tablet100, true],
      [0, 6.3, 'shipped', pen, false],
      [1, 6.6, 'shipped', pen, true],
    ];
    for (const [member, from, fate, productId, toParticipant] of now) {
      const subject = members[member] as Subject;
      const made = request(subject, from, fate, { productId, toParticipant });
      if (fate === 'processing') {
        steps.push({
          daysAgo: from - 0.3,
          run: async () =>
            void (await addComment(
              actAs(requester),
              made.id,
              'Please ship on a weekday, the reception is closed at weekends.',
            )),
        });
        steps.push({
          daysAgo: from - 0.9,
          run: async () =>
            void (await addComment(
              actAs(productId === pen ? wholesaler : pharmacist),
              made.id,
              'Noted. It will leave on Tuesday.',
            )),
        });
      }
    }
    // Two that come due for ordering again within the week.
    const due = members[5] as Subject;
    const earlier = request(due, 22, 'received', { productId: tablet50, toParticipant: false });
    steps.push({
      daysAgo: 0.3,
      run: () => setReminder(actAs(requester), earlier.id, addDays(today(), 4)),
    });
  }
  return steps;
}
