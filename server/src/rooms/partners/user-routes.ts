import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import * as api from '@portal/contract/partners/manage-endpoints.ts';
import { invite, notingTakenEmail, tellingOfRevoked } from '#rooms/providers/door.ts';
import type { House, Listing } from '#platform/http/calls.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { refuseOtherCompany, type Viewer } from '#platform/security/viewer.ts';
import { pendingInvitations, usersOf } from './manage-queries.ts';
import { partnerInSight } from './queries.ts';

/** The people who work for partners: they are invited, and register as everybody does. */
export function userRoutes({ route, security }: Pick<House, 'route' | 'security'>): void {
  const sent = { message: 'Invite sent.' };
  route(api.invitePharmacyUser, async ({ act, viewer, body, tx, http }) => {
    refuseOtherCompany(viewer, body.companyId);
    await seePartner(tx, viewer, body.ppId, 'pharmacy');
    const { email, providerType: type } = body;
    const given = { email, type, partnerId: body.ppId, brand: http.request.brand };
    await invite(act, given)
      .catch(notingTakenEmail(security, viewer, api.invitePharmacyUser, email))
      .catch(tellingOfRevoked(tx, viewer, email));
    return sent;
  });
  route(api.inviteWholesalerUser, async ({ act, viewer, body, tx, http }) => {
    refuseOtherCompany(viewer, body.companyId);
    await seePartner(tx, viewer, body.wpId, 'wholesaler');
    const { email, providerType: type } = body;
    const given = { email, type, partnerId: body.wpId, brand: http.request.brand };
    await invite(act, given)
      .catch(notingTakenEmail(security, viewer, api.inviteWholesalerUser, email))
      .catch(tellingOfRevoked(tx, viewer, email));
    return sent;
  });
  route(api.listPendingInvitations, async ({ tx, viewer, list }) => {
    const rows = await list(pendingInvitations(tx, viewer).orderBy('invitation.created_at').orderBy('invitationId'));
    return { invitations: rows };
  });
  route(api.listPharmacyUsers, (call) => usersIn(call, call.query.ppId, 'pharmacy'));
  route(api.listWholesalerUsers, (call) => usersIn(call, call.query.wpId, 'wholesaler'));
}

async function seePartner(tx: Tx, viewer: Viewer, partnerId: number, kind: PartnerKind): Promise<void> {
  if (!(await partnerInSight(tx, viewer, partnerId, kind))) throw fail('not_found');
}

/** PPW-10: 0 waits for the person, who has no name yet. */
async function usersIn({ tx, viewer, list }: Listing, partnerId: number, kind: PartnerKind) {
  await seePartner(tx, viewer, partnerId, kind);
  const users = await list(usersOf(tx, partnerId));
  return {
    users: users.map(({ firstName, lastName, email, hasAccess }) => ({
      fname: firstName || null,
      lname: lastName || null,
      email,
      status: hasAccess ? (1 as const) : (0 as const),
    })),
  };
}
