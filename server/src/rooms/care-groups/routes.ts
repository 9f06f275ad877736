import * as api from '@portal/contract/care-groups/endpoints.ts';
import { inGroup } from '#platform/audit/places.ts';
import { fail } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { changeRoutes } from './change-routes.ts';
import { presentGroup, presentSite, presentTrial } from './present.ts';
import * as queries from './queries.ts';
import { sponsorRoutes } from './sponsor-routes.ts';

export const careGroups: Room = (house) => {
  const { route } = house;
  house.lies({ care_group: inGroup('care_group', 'care_group_id', 'care_group_id'), sponsor: 'company' });
  changeRoutes(house);
  sponsorRoutes(house);

  route(api.listCareGroups, async ({ viewer, tx, list }) => {
    const rows = await list(queries.groupsInSight(tx, viewer));
    return { groups: rows.length > 0 ? rows.map(presentGroup) : null };
  });

  route(api.listTrials, async ({ viewer, query, tx, list }) => ({
    groups: (await list(queries.trialsInSight(tx, viewer, query.status === 'fully_configured'))).map(presentGroup),
  }));

  route(api.readTrial, async ({ viewer, query, tx }) => {
    const trial = await queries.trialInSight(tx, viewer, query.g_id).executeTakeFirst();
    if (!trial) throw fail('not_found');
    return { trialInfo: presentTrial(trial) };
  });

  route(api.readSite, async ({ viewer, query, tx }) => {
    const site = await queries.siteInSight(tx, viewer, query.g_id).executeTakeFirst();
    if (!site) throw fail('not_found');
    return { siteInfo: presentSite(site), version: site.version };
  });

  route(api.listSiteUsers, async ({ viewer, query, tx, list }) => {
    const rows = await list(queries.peopleOfSite(tx, viewer, query.g_id, query.prescriber === 'true'));
    if (rows.length === 0) throw fail('not_found');
    return {
      users: rows.flatMap((row) =>
        row.providerId === null
          ? []
          : [
              {
                cpId: row.providerId,
                fName: row.firstName ?? '',
                lName: row.lastName ?? '',
                email: row.email ?? '',
                prescriber: row.isPrescriber ?? false,
              },
            ],
      ),
    };
  });
};
