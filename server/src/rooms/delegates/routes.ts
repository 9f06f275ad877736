import * as api from '@portal/contract/delegates/endpoints.ts';
import { delegateStatusWords, linkSent } from '@portal/contract/delegates/rules.ts';
import type { Room } from '#platform/http/calls.ts';
import { fail } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { notingTakenEmail } from '#rooms/providers/door.ts';
import { addNpi, changeNpi, removeNpi } from './change-npis.ts';
import { inviteDelegate, reinviteDelegate } from './invite-delegate.ts';
import { delegateOf, delegatesOf, npisOf } from './queries.ts';

export const delegates: Room = ({ lies, route, security }) => {
  lies({ delegate: 'company' });
  route(api.listPhysicians, async ({ viewer, query, tx, list }) => {
    refuseOthers(viewer, query.company_id);
    const rows = await list(delegatesOf(tx));
    return {
      physicians: rows.map((row) => ({
        personId: row.personId,
        delegateId: row.delegateId,
        userCpId: row.userId,
        type: 'physician' as const,
        status: row.status,
        statusDescription: delegateStatusWords[row.status],
        email: row.email,
        fName: row.firstName,
        lName: row.lastName,
        phone: row.phone,
        npi: row.npis,
        cpId: row.inviterId,
      })),
    };
  });

  route(api.readNpis, async ({ viewer, query, tx, list }) => {
    refuseOthers(viewer, query.company_id);
    const delegate = await delegateOf(tx, query.delegateId);
    if (!delegate) throw fail('not_found');
    const entries = await list(npisOf(tx, query.delegateId));
    const givenBy = (who: 'pharmacy' | 'physician') =>
      entries
        .filter((entry) => entry.givenBy === who)
        .map(({ npi, firstName: fName, lastName: lName, version }) => ({ npi, fName, lName, version }));
    return {
      physicianInfo: {
        personId: delegate.personId,
        delegateId: delegate.delegateId,
        directNPIs: givenBy('pharmacy'),
        physicianInvitedNPIs: givenBy('physician'),
      },
    };
  });

  route(api.inviteDelegate, async ({ act, viewer, body, http }) => {
    refuseOthers(viewer, body.companyId, body.cpId);
    const npis = body.NPIs.map(({ npi, fName: firstName, lName: lastName }) => ({ npi, firstName, lastName }));
    const { delegateId } = await inviteDelegate(act, { email: body.email, npis, brand: http.request.brand }).catch(
      notingTakenEmail(security, viewer, api.inviteDelegate, body.email),
    );
    return { message: linkSent, delegateId };
  });

  route(api.reinviteDelegate, async ({ act, viewer, body, http }) => {
    refuseOthers(viewer, body.companyId);
    await reinviteDelegate(act, { email: body.email, brand: http.request.brand }).catch(
      notingTakenEmail(security, viewer, api.reinviteDelegate, body.email),
    );
    return { message: linkSent };
  });

  route(api.addNpi, async ({ act, viewer, body }) => {
    refuseOthers(viewer, body.companyId, body.cpId);
    const { npi, fName: firstName, lName: lastName, delegateId, email } = body;
    await addNpi(act, { delegateId, email, npi, firstName, lastName });
    return { message: 'NPI successfully added.' };
  });

  route(api.changeNpi, async ({ act, viewer, body }) => {
    refuseOthers(viewer, body.companyId, body.cpId);
    const { npi, fName: firstName, lName: lastName, delegateId, email, version } = body;
    const changed = await changeNpi(act, { delegateId, email, npi, firstName, lastName, version });
    return { message: 'NPI successfully updated.', version: changed };
  });

  route(api.removeNpi, async ({ act, viewer, query }) => {
    refuseOthers(viewer, query.companyId, query.cpId);
    await removeNpi(act, query);
    return { message: 'NPI successfully removed.' };
  });
};

/** Who says to be somebody else, or of another company, is refused. */
function refuseOthers(viewer: Viewer, companyId: number, providerId = viewer.providerId): void {
  if (companyId !== viewer.companyId || providerId !== viewer.providerId) throw fail('forbidden');
}
