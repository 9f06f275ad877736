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
export function sponsorRoutes({ route, clock }: Pick<House, 'route' | 'clock'>): void {
  for (const endpoint of [configuration.configureTrial, configuration.reconfigureTrial])
    route(endpoint, async ({ viewer, body, tx }) => {
      const { g_id: gId, hasShippingRequest: hasShipping, status: _, ...rest } = body;
      const version = await configureTrial(tx, clock, viewer, gId, { ...rest, hasShipping });
      return { message: 'Care Group successfully configured.', gId, version };
    });

  route(api.listSponsors, async ({ viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    const sponsors = await sponsorsOf(tx, viewer).execute();
    return { sponsors: sponsors.map((sponsor) => ({ ...sponsor, company_id: viewer.companyId })) };
  });

  route(api.addSponsor, async ({ viewer, body, tx }) => {
    refuseOtherCompany(viewer, body.company_id);
    const spId = await addSponsor(tx, clock, viewer, { name: body.sponsorName });
    return { message: 'Sponsor successfully added.', spId, version: 1 };
  });

  route(api.changeSponsor, async ({ viewer, body, tx }) => {
    refuseOtherCompany(viewer, body.company_id);
    const { spId, sponsorName: name, version } = body;
    const changed = await changeSponsor(tx, clock, viewer, { sponsorId: spId, name, version });
    return { message: 'Sponsor successfully updated.', spId, version: changed };
  });

  route(api.removeSponsor, async ({ viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    await removeSponsor(tx, clock, viewer, query.spId);
    return { message: 'Sponsor successfully deleted.' };
  });
}
