/** The demo's physician delegates: one who has registered, and one who has not yet. */
import type { Act } from '#platform/act/act.ts';
import { inviteDelegate } from '#rooms/delegates/door.ts';
import { createAccount } from '#rooms/identity/door.ts';
import { joinByInvitation } from '#rooms/providers/door.ts';
import type { Brand } from '../platform/core/brands.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import type { Step } from './step.ts';

/** The account that sign-in refuses; it comes in as every delegate does. */
export const registeredDelegate = 'physician@meridian.example';

const delegates = [
  {
    email: registeredDelegate,
    daysAgo: 150.5,
    npis: [
      { npi: '1457392068', firstName: 'Amara', lastName: 'Nwosu' },
      { npi: '1831620479', firstName: 'Peter', lastName: 'Lindgren' },
    ],
  },
  {
    email: 'delegate@meridian.example',
    daysAgo: 2.5,
    npis: [
      { npi: '1457392068', firstName: 'Amara', lastName: 'Nwosu' },
      { npi: '2096418357', firstName: 'Ines', lastName: 'Carvalho' },
      { npi: '1720583946', firstName: 'Robert', lastName: 'Ashby' },
      { npi: '1649027583', firstName: 'Yuki', lastName: 'Tanaka' },
    ],
  },
];

/** The steps in which an administrator invites them, and the first one registers. */
export function planDelegates(known: {
  act: Act;
  brand: Brand;
  /** Does something across companies and comes back inside the fence. */
  asSystem: (work: () => Promise<void>) => Promise<void>;
}): Step[] {
  const { act, brand, asSystem } = known;
  let code = '';
  const register = async () => {
    const account = demoAccounts.find(({ email }) => email === registeredDelegate);
    if (!account) throw new Error('the demo has no physician');
    const { email, firstName, lastName } = account;
    const person = { firstName, lastName, email, phone: '+16175550131', preferredContact: 0, code } as const;
    await joinByInvitation(act, { brand, host: 'localhost', requestId: 'demo' }, person);
    await createAccount(act.tx, { email, password: demoPassword, phone: person.phone });
  };
  return [
    ...delegates.map(({ email, npis, daysAgo }) => ({
      daysAgo,
      run: async () => {
        const sent = await inviteDelegate(act, { email, npis, brand });
        if (email === registeredDelegate) code = sent.code;
      },
    })),
    { daysAgo: 149.5, run: () => asSystem(register) },
  ];
}
