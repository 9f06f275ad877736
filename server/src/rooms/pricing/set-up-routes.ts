import * as api from '@portal/contract/pricing/set-up-endpoints.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import { toldApart } from '#rooms/partners/door.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { gridOf, setUpOf, unsuppliedSites } from './set-up-queries.ts';

const configured = (is: boolean | null) => (is ? ('configured' as const) : ('not configured' as const));

/** How far a trial is set up, and what its partners charge. */
export const setUpRoutes: Room = ({ route }) => {
  route(api.readSetUp, async ({ act, query, list }) => {
    const rows = await list(setUpOf(act.tx, act.viewer, query.g_id, act.today()));
    const [trial] = rows;
    if (!trial) throw fail('not_found');
    const apart = await toldApart(act.tx, act.viewer);
    return {
      trialConfigured: configured(trial.trialIsConfigured),
      hasCard: trial.hasCard,
      cardConfigured: configured(trial.cardIsConfigured),
      hasShippingRequest: trial.hasShipping,
      productCount: trial.productCount,
      untypedCount: trial.untypedCount,
      sites: rows.flatMap(({ siteId, displayName, siteIsConfigured, ...site }) =>
        siteId === null
          ? []
          : [
              {
                ...site,
                gId: siteId,
                displayName: displayName ?? '',
                siteConfigured: configured(siteIsConfigured),
                missingPrices: site.missingPrices.map((one) => ({ ...one, tellsApart: apart.get(one.partnerId) })),
              },
            ],
      ),
    };
  });

  route(api.listUnsupplied, async ({ act, list }) => ({
    sites: await list(unsuppliedSites(act.tx, act.viewer, act.today())),
  }));

  route(api.listGridPrices, async ({ act, query, list }) => {
    const trialId = await trialOf(act.tx, act.viewer, query.g_id);
    if (!trialId) throw fail('not_found');
    const rows = await list(gridOf(act.tx, act.viewer, query.g_id, trialId, act.today()));
    const apart = await toldApart(act.tx, act.viewer);
    return {
      prices: rows.map((row) => ({
        ...row,
        partnerType: row.partnerType as 'pharmacy' | 'wholesaler',
        tellsApart: apart.get(row.partnerId),
      })),
    };
  });
};
