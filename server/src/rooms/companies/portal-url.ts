import { specialPortalCompany } from '@portal/contract/companies/brand-rules.ts';
import type { House } from '#platform/http/calls.ts';

/** Where the users of a company's brand find their portal, by environment and company (BRN-13, BRN-14, OPN-31). */
export function portalUrlOf({ env, brands }: Pick<House, 'env' | 'brands'>, companyId: number): string {
  const usual = brands.all.find(({ key }) => key === 'default') ?? brands.all[0];
  const other = brands.all.find((brand) => brand !== usual) ?? usual;
  const url =
    companyId === specialPortalCompany(env.mode)
      ? (env.specialPortalUrl ?? other?.portalUrl)
      : (env.defaultPortalUrl ?? usual?.portalUrl);
  if (!url) throw new Error('the table of brands is empty');
  return url;
}
