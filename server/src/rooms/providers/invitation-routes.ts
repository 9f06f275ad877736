/** The calls of somebody who was invited: they open the invitation, and register by it. */
import * as api from '@portal/contract/providers/invitation-endpoints.ts';
import { identityOf } from '#rooms/identity/door.ts';
import type { House } from '#platform/http/calls.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { limitPerAddress } from '#platform/security/limit.ts';
import { findCompaniesOfBrands } from './inviting/find-companies-of-brands.ts';
import { mayStillInvite } from './inviting/may-invite.ts';
import * as queries from './inviting/queries.ts';
import { register } from './inviting/register.ts';

export function invitationRoutes(house: House): void {
  const { env, clock, database, log, brands, security, openRoute } = house;
  security.looksUp({ companies: findCompaniesOfBrands });
  const parts = { identity: identityOf(house), database, clock, log, brands: brands.all };
  const asked = limitPerAddress(house, 'registrations', env.openCallsPerAddress, 15 * 60_000);
  /** SEC-36: codes cannot be tried out. */
  const count = async (address: string) => {
    const refused = await asked.take(address);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
  };

  openRoute(api.readInvitation, async ({ query, brand, address }) => {
    await count(address);
    const found = await database.asSystem(async (tx) => {
      const invitation = await queries.openInvitation(tx, clock.now(), query.id, brand.shown.key).executeTakeFirst();
      if (!invitation) throw fail('not_found');
      // Before somebody fills in a form in vain.
      if (!(await mayStillInvite(tx, invitation))) throw fail('invitation.inviter_gone');
      return invitation;
    });
    return { pendingProvider: { companyName: found.companyName, email: found.email } };
  });

  openRoute(api.register, async ({ body, address, brand, host, requestId }) => {
    await count(address);
    const { registrationCode: code, ...given } = body;
    const from = { brand, host, address, requestId };
    await security.watch({ event: 'registration', factor: 'invitation', whose: { email: given.email }, from }, () =>
      register(parts, { ...from, brand: brand.shown }, { ...given, code }),
    );
    return { message: 'Registered.' };
  });
}
