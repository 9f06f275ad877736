import * as configuration from '@portal/contract/care-groups/configuration-endpoints.ts';
import * as api from '@portal/contract/care-groups/sponsor-endpoints.ts';
import type { House } from '#platform/http/calls.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { addSponsor } from './add-sponsor.ts';
import { changeSponsor } from './change-sponsor.ts';
import { configureTrial } from './configure-trial.ts';
import { sponsorsOf } from './queries.ts';
import { removeSponsor } from './remove-sponsor.ts';

/** The configuration of a trial, and the sponsors that it chooses from. */
export function sponsorRoutes({ route }: Pick<House, 'route'>): void {
  for (const endpoint of [configuration.configureTrial, configuration.reconfigureTrial])
    route(endpoint, async ({ act, body }) => {
      const { g_id: gId, hasShippingRequest: hasShipping, status: _, ...rest } = body;
      const version = await configureTrial(act, gId, { ...rest, hasShipping });
      return { message: 'Care Group successfully configured.', gId, version };
    });

  route(api.listSponsors, async ({ viewer, query, tx, list }) => {
    refuseOtherCompany(viewer, query.company_id);
    const sponsors = await list(sponsorsOf(tx, viewer));
    return { sponsors: sponsors.map((sponsor) => ({ ...sponsor, company_id: viewer.companyId })) };
  });

  route(api.addSponsor, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.company_id);
    const spId = await addSponsor(act, { name: body.sponsorName });
    return { message: 'Sponsor successfully added.', spId, version: 1 };
  });

  route(api.changeSponsor, async ({ act, viewer, body }) => {
    refuseOtherCompany(viewer, body.company_id);
    const { spId, sponsorName: name, version } = body;
    const changed = await changeSponsor(act, { sponsorId: spId, name, version });
    return { message: 'Sponsor successfully updated.', spId, version: changed };
  });

  route(api.removeSponsor, async ({ act, viewer, query }) => {
    refuseOtherCompany(viewer, query.company_id);
    await removeSponsor(act, query.spId);
    return { message: 'Sponsor successfully deleted.' };
  });
}
