/** The demo's cards: every second participant was sent theirs over the last weeks, by e-mail and by text in turn. */
import { actOf } from '#platform/act/act.ts';
import { sendCard } from '#rooms/cards/door.ts';
import type { Brand } from '../platform/core/brands.ts';
import type { Clock } from '../platform/core/clock.ts';
import type { Tx } from '../platform/database/db.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import { deactivated } from './meridian.ts';
import type { Step, Subject } from './shipments.ts';

export function planCards(known: {
  tx: Tx;
  clock: Clock;
  brand: Brand;
  people: ReadonlyMap<string, Viewer>;
  groups: ReadonlyMap<string, number>;
  subjects: ReadonlyMap<string, readonly Subject[]>;
}): Step[] {
  const { tx, clock, brand, people, groups, subjects } = known;
  return [...subjects].flatMap(([site, members]) => {
    const sender = people.get(
      site === 'Boston General' ? 'boston@meridian.example' : 'lyon@meridian.example',
    ) as Viewer;
    const reached = members.filter(
      ({ firstName, lastName }, i) => i % 2 === 0 && !deactivated.includes(`${firstName} ${lastName}`),
    );
    return reached.map((subject, i) => ({
      daysAgo: 0.3 + i * 8,
      run: async () => {
        await sendCard(actOf(tx, clock, sender), brand, {
          participantId: subject.participantId,
          careGroupId: groups.get(site) as number,
          contactType: subject.email && i % 2 === 0 ? 'Email' : 'Text',
        });
      },
    }));
  });
}
