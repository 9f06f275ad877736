/** The demo's invitations: one that somebody registered with, one that was left too long, one that is still open. */
import type { UserType } from '@portal/contract/access.ts';
import type { Act } from '#platform/act/act.ts';
import { createAccount } from '#rooms/identity/door.ts';
import { invite, joinByInvitation } from '#rooms/providers/door.ts';
import type { Brand } from '../platform/core/brands.ts';
import { demoPassword } from './accounts.ts';
import type { Step } from './step.ts';

const invited = {
  used: { email: 'elise@meridian.example', type: 'Site User', site: 'Lyon Clinic', daysAgo: 60.5 },
  expired: { email: 'late@meridian.example', type: 'Site User', site: 'Boston General', daysAgo: 30.5 },
  open: { email: 'newcomer@meridian.example', type: 'Site User', site: 'Boston General', daysAgo: 1.5 },
} as const satisfies Record<string, { email: string; type: UserType; site: string; daysAgo: number }>;

const person = { firstName: 'Élise', lastName: 'Moreau', phone: '+33472002150', preferredContact: 1 } as const;

/** The steps in which an administrator invites three people, and one of them registers. */
export function planInvitations(known: {
  act: Act;
  groups: ReadonlyMap<string, number>;
  brand: Brand;
  /** Does something across companies and comes back inside the fence. */
  asSystem: (work: () => Promise<void>) => Promise<void>;
}): Step[] {
  const { act, groups, brand, asSystem } = known;
  let code = '';
  const send = async ({ email, type, site }: (typeof invited)[keyof typeof invited]) => {
    const sent = await invite(act, {
      email,
      type,
      careGroupIds: [groups.get(site) as number],
      brand,
    });
    if (email === invited.used.email) code = sent.code;
  };
  const register = async () => {
    const { email } = invited.used;
    await joinByInvitation(act, { brand, host: 'localhost', requestId: 'demo' }, { ...person, email, code });
    await createAccount(act.tx, { email, password: demoPassword, phone: person.phone });
  };
  return [
    ...Object.values(invited).map((one) => ({ daysAgo: one.daysAgo, run: () => send(one) })),
    { daysAgo: invited.used.daysAgo - 1, run: () => asSystem(register) },
  ];
}
