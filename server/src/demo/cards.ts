/** The demo's cards: every second participant was sent theirs over the last weeks, by e-mail and by text in turn. */
import { sendCard } from '#rooms/cards/door.ts';
import type { Brand } from '../platform/core/brands.ts';
import type { House } from '../platform/http/calls.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import type { ActAs } from './act-as.ts';
import { deactivated } from './meridian.ts';
import type { Subject } from './shipments.ts';
import type { Step } from './step.ts';

export function planCards(known: {
  house: Pick<House, 'brands' | 'env'>;
  actAs: ActAs;
  brand: Brand;
  people: ReadonlyMap<string, Viewer>;
  groups: ReadonlyMap<string, number>;
  subjects: ReadonlyMap<string, readonly Subject[]>;
}): Step[] {
  const { house, actAs, brand, people, groups, subjects } = known;
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
        await sendCard(
          actAs(sender),
          { house, at: brand },
          {
            participantId: subject.participantId,
            careGroupId: groups.get(site) as number,
            contactType: subject.email && i % 2 === 0 ? 'Email' : 'Text',
          },
        );
      },
    }));
  });
}
