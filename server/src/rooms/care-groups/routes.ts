import * as api from '@portal/contract/care-groups/endpoints.ts';
import { subjectNumberLength } from '@portal/contract/care-groups/rules.ts';
import { fail } from '#platform/fail.ts';
import type { Room } from '#platform/calls.ts';
import { changeRoutes } from './change-routes.ts';
import { presentGroup } from './present.ts';
import * as queries from './queries.ts';
import { sponsorRoutes } from './sponsor-routes.ts';

export const careGroups: Room = (house) => {
  const { route } = house;
  changeRoutes(house);
  sponsorRoutes(house);

  route(api.listCareGroups, async ({ viewer, tx }) => {
    const rows = await queries.groupsInSight(tx, viewer).execute();
    return { groups: rows.length > 0 ? rows.map(presentGroup) : null };
  });

  route(api.listTrials, async ({ viewer, query, tx }) => ({
    groups: (await queries.trialsInSight(tx, viewer, query.status === 'fully_configured').execute()).map(presentGroup),
  }));

  route(api.readTrial, async ({ viewer, query, tx }) => {
    const trial = await queries.trialInSight(tx, viewer, query.g_id).executeTakeFirst();
    if (!trial) throw fail('not_found');
    const { hasShipping, ...settings } = trial;
    return {
      trialInfo: {
        ...settings,
        hasShippingRequest: hasShipping,
        subjectNumberLength: subjectNumberLength(trial.subjectNumberMask),
        // "0 on save" is all the seeds say of it.
        status: 0,
      },
    };
  });

  route(api.readSite, async ({ viewer, query, tx }) => {
    const site = await queries.siteInSight(tx, viewer, query.g_id).executeTakeFirst();
    if (!site) throw fail('not_found');
    if (!site.isConfigured || site.street === null) return { siteInfo: null };
    const { street, street2, city, state, zip, country, pharmacies, isConfigured: _, ...rest } = site;
    return {
      siteInfo: {
        ...rest,
        address: {
          street,
          street2: street2 ?? '',
          city: city ?? '',
          state: state ?? '',
          zip: zip ?? '',
          country: country ?? '',
        },
        pharmacyPartners: pharmacies,
      },
    };
  });

  route(api.listSiteUsers, async ({ viewer, query, tx }) => {
    const rows = await queries.peopleOfSite(tx, viewer, query.g_id, query.prescriber === 'true').execute();
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
