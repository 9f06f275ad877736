import {
  configureSite as first,
  reconfigureSite as again,
} from '@portal/contract/care-groups/configuration-endpoints.ts';
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';
import { configureSite, lockSite } from '#rooms/care-groups/door.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { connectPartner } from './connect-partner.ts';
import { disconnectPartner } from './disconnect-partner.ts';
import { connectedPartners, partnerInSight } from './queries.ts';

/** The configuration of a site names its pharmacies, so it is saved here: the site by its own room, the connections by this. */
export function siteRoutes({ route, clock }: Pick<House, 'route' | 'clock'>): void {
  for (const endpoint of [first, again])
    route(endpoint, async ({ viewer, body, tx }) => {
      const { g_id: siteId, address, pharmacyPartners, ...contact } = body;
      // Asked here and in the form, not in the schema: the web would carry the library's tables on its first page.
      if (contact.phone && !isPhone(contact.phone)) throw failFields({ phone: phoneMessage });
      const configuration = { ...contact, address: acceptedAddress(address) };
      let version = await configureSite(tx, clock, viewer, siteId, configuration);
      if (pharmacyPartners) {
        await connectExactly(tx, clock, viewer, siteId, pharmacyPartners);
        version = (await lockSite(tx, viewer, siteId))?.version ?? version;
      }
      return { message: 'Care Group successfully configured.', gId: siteId, version };
    });
}

/** OPS-35: the site has these pharmacies then, as after the calls that connect and disconnect them one by one. */
async function connectExactly(
  tx: Tx,
  clock: Clock,
  viewer: Viewer,
  siteId: number,
  wanted: readonly number[],
): Promise<void> {
  for (const partnerId of wanted)
    if (!(await partnerInSight(tx, viewer, partnerId, 'pharmacy'))) throw fail('not_found');
  const connected = await connectedPartners(tx, viewer, siteId, 'pharmacy').execute();
  for (const { partnerId } of connected)
    if (!wanted.includes(partnerId))
      await disconnectPartner(tx, clock, viewer, { siteId, partnerId, kind: 'pharmacy' });
  for (const partnerId of new Set(wanted)) await connectPartner(tx, clock, viewer, { siteId, partnerId });
}
