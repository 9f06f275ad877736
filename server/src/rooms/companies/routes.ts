import * as api from '@portal/contract/companies/endpoints.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { momentOf } from '#platform/act/act.ts';
import type { Room } from '#platform/http/calls.ts';
import { modesOf, publicBrand } from '#platform/http/pages.ts';
import { limitPerAddress } from '#platform/security/limit.ts';
import { refuseOtherCompany } from '#platform/security/viewer.ts';
import { modulesOf } from '../identity/door.ts';
import { serveBrands } from './brand-routes.ts';
import { rememberHosts } from './hosts-of-brands.ts';
import { refuseDeadAddresses } from './named-addresses.ts';
import { serveImages } from './serve-images.ts';
import { oldEntries, writeLog } from './write-log.ts';

/** What a log entry may take on the wire; its fields are bounded, spaces around them are not. */
const largestEntry = 4_096;

export const companies: Room = (house) => {
  const { env, clock, clearsAway, database, route, openRoute } = house;
  house.lies({
    company: 'company',
    company_address: 'company',
    company_brand: 'company',
    company_email: 'company',
    company_phone: 'company',
    public_image: 'company',
  });
  serveBrands(house);
  serveImages(house);
  rememberHosts(house);
  house.beforeServing(() => refuseDeadAddresses(house));

  openRoute(api.brandOfHost, ({ brand }) => ({
    ...publicBrand(brand.shown, clock.today()),
    ...modesOf(env),
  }));

  route(api.companyModules, async ({ viewer, query, tx }) => {
    refuseOtherCompany(viewer, query.company_id);
    return { modules: await modulesOf(tx, viewer.companyId) };
  });

  clearsAway(oldEntries(env));
  const entries = limitPerAddress(house, 'log entries', env.logEntriesPerAddress, 60_000);
  openRoute(api.writeLog, async ({ body, host, address, viewer, http }) => {
    const refused = await entries.take(address);
    if (refused) throw new Failed('too_many', { retryAfter: refused.refusedFor });
    if (Number(http.request.headers['content-length'] ?? 0) > largestEntry) throw fail('too_large');
    const caller = await viewer();
    await database.asSystem((tx) => writeLog(momentOf(tx, clock), { viewer: caller, host, address }, body));
    return { message: 'Logged.' };
  });
};
