import {
  configureSite as first,
  reconfigureSite as again,
} from '@portal/contract/care-groups/configuration-endpoints.ts';
import { phoneMessage } from '@portal/contract/participants/rules.ts';
import { isPhone } from '@portal/contract/phone.ts';
import type { Act } from '#platform/act/act.ts';
import { acceptedAddress } from '#rooms/addresses/door.ts';
import { configureSite, lockSite } from '#rooms/care-groups/door.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { House } from '#platform/http/calls.ts';
import { connectPartners } from './connect-partners.ts';
import { disconnectPartners } from './disconnect-partners.ts';
import { connectedPartners, partnersInSight } from './queries.ts';

/** The configuration of a site names its pharmacies, so it is saved here: the site by its own room, the connections by this. */
export function siteRoutes({ route }: Pick<House, 'route'>): void {
  for (const endpoint of [first, again])
    route(endpoint, async ({ act, viewer, body, tx }) => {
      const { g_id: siteId, address, pharmacyPartners, ...contact } = body;
      // Asked here and in the form, not in the schema: the web would carry the library's tables on its first page.
      if (contact.phone && !isPhone(contact.phone)) throw failFields({ phone: phoneMessage });
      const configuration = { ...contact, address: acceptedAddress(address) };
      const isFirst = !(await lockSite(tx, viewer, siteId))?.is_configured;
      let version = await configureSite(act, siteId, configuration);
      if (pharmacyPartners) {
        // OPS-35: while there is no configuration nobody has read a whole list, so none is left out of one.
        const connect = isFirst || endpoint === first ? connectToo : connectExactly;
        await connect(act, siteId, pharmacyPartners);
        version = (await lockSite(tx, viewer, siteId))?.version ?? version;
      }
      return { message: 'Care Group successfully configured.', gId: siteId, version };
    });
}

/** The site has these pharmacies besides those it has, as after the call that connects one. */
const connectToo = (act: Act, siteId: number, partnerIds: readonly number[]) =>
  connectPartners(act, { siteId, partnerIds, kind: 'pharmacy' });

/** The site has these pharmacies then, as after the calls that connect and disconnect them one by one. */
async function connectExactly(act: Act, siteId: number, given: readonly number[]): Promise<void> {
  const { tx, viewer } = act;
  const kind = 'pharmacy';
  const wanted = new Set(given);
  if ((await partnersInSight(tx, viewer, given, kind)).length < wanted.size) throw fail('not_found');
  const connected = await connectedPartners(tx, viewer, siteId, kind).execute();
  const others = connected.map(({ partnerId }) => partnerId).filter((partnerId) => !wanted.has(partnerId));
  await disconnectPartners(act, { siteId, partnerIds: others, kind });
  await connectPartners(act, { siteId, partnerIds: given, kind });
}
