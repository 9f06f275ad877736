/** The addresses of portals that the operator names in the environment: links lead there. */
import { specialPortalCompany } from '@portal/contract/companies/brand-rules.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { ConfigurationError } from '#src/env.ts';
import { brandOn } from './give-host.ts';

/** By their variables. That of a company that is not there leads nobody. */
async function namedAddresses({ env }: Pick<House, 'env'>, tx: Tx): Promise<{ name: string; url: string }[]> {
  const { defaultPortalUrl: usual, specialPortalUrl: special } = env;
  const company =
    special === undefined
      ? undefined
      : await tx
          .selectFrom('company')
          .select('company_id')
          .where('company_id', '=', specialPortalCompany(env.mode))
          .executeTakeFirst();
  return [
    ...(usual === undefined ? [] : [{ name: 'DEFAULT_PORTAL_URL', url: usual }]),
    ...(special === undefined || !company ? [] : [{ name: 'SPECIAL_PORTAL_URL', url: special }]),
  ];
}

/** The variables of production that lead to a host. */
export async function variablesThatLeadTo(house: Pick<House, 'env'>, tx: Tx, host: string): Promise<string[]> {
  if (house.env.mode !== 'production') return [];
  const named = await namedAddresses(house, tx);
  return named.filter(({ url }) => new URL(url).hostname === host).map(({ name }) => name);
}

/** Production refuses an address to which links would lead and whose host it does not serve. */
export async function refuseDeadAddresses(house: Pick<House, 'env' | 'brands' | 'database'>): Promise<void> {
  const { env, brands, database } = house;
  if (env.mode !== 'production') return;
  await database.asSystem(async (tx) => {
    for (const { name, url } of await namedAddresses(house, tx)) {
      const { hostname } = new URL(url);
      if (brands.of(hostname) !== null || (await brandOn(tx, hostname))) continue;
      throw new ConfigurationError(
        `${name} must lead to a host that a brand of BRANDS_FILE names, or that "give-host" gave to one: "${hostname}" is refused in production (is "${url}").`,
      );
    }
  });
}
