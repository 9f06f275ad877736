/** Where a company has its portal as long as none of its brands has a host: one rule for mails, for looks and for the Brands page. */
import { specialPortalCompany } from '@portal/contract/companies/brand-rules.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Act } from '#platform/act/act.ts';
import { type Brand, defaultBrand } from '#platform/core/brands.ts';
import { anyText, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Actor } from '#platform/security/viewer.ts';

type Ground = Pick<House, 'env' | 'brands'>;

const isSpecial = ({ env }: Pick<Ground, 'env'>, companyId: number) => companyId === specialPortalCompany(env.mode);

/** What a new brand of the company is told, by environment and company (BRN-13, BRN-14, OPN-31). */
export function portalUrlOf(house: Ground, companyId: number): string {
  const otherwise = isSpecial(house, companyId) ? firstOther(house.brands) : defaultBrand(house.brands);
  return configuredPortalUrl(house, companyId) ?? otherwise.portalUrl;
}

/** The address that the operator named for the company, if there is one. */
const configuredPortalUrl = ({ env }: Pick<Ground, 'env'>, companyId: number): string | undefined =>
  isSpecial({ env }, companyId) ? env.specialPortalUrl : env.defaultPortalUrl;

function firstOther(brands: Ground['brands']): Brand {
  const usual = defaultBrand(brands);
  return brands.all.find((brand) => brand !== usual) ?? usual;
}

/**
 * The brand of the installation that a company is under, with the address of its portal: that of the host which the operator named; else
 * for the special company the one of BRN-14, for others the one that the operator last invited somebody of them under.
 */
export function usualBrandOf(house: Ground, companyId: number, invitedUnder: string | null): Brand {
  const { brands } = house;
  const portalUrl = configuredPortalUrl(house, companyId);
  const shown = portalUrl === undefined ? undefined : brandShownAt(brands, portalUrl);
  if (portalUrl !== undefined && shown) return { ...shown, portalUrl };
  if (isSpecial(house, companyId)) return firstOther(brands);
  return brands.all.find(({ key }) => key === invitedUnder) ?? defaultBrand(brands);
}

/** The brand of the installation that people see at this address. */
function brandShownAt({ all, of }: Ground['brands'], portalUrl: string): Brand | undefined {
  const shown = of(new URL(portalUrl).hostname);
  return shown && all.includes(shown) ? shown : undefined;
}

/**
 * In SQL, the key for `usualBrandOf`. Whom the operator withdrew counts no more. People of the company invite under the brand of the host
 * where each works, which says nothing, also where they send an invitation of the operator again or remove whom it was for.
 */
export const invitedUnder = ({ all }: Pick<Ground['brands'], 'all'>, companyId: number | RawBuilder<number>) =>
  sql<
    string | null
  >`(select sent.brand_key from invitation sent where sent.company_id = ${companyId} and sent.inviter_id is null
    and sent.brand_key = ${anyText(all.map(({ key }) => key))}
    and not exists (select from invitation back where back.company_id = sent.company_id and back.person_id = sent.person_id
      and back.withdrawn_by_operator)
    order by sent.invitation_id desc limit 1)`;

/** The same where nothing else is asked of the database. */
export async function usualBrandNow(house: Ground, tx: Tx, companyId: number): Promise<Brand> {
  const asked = tx.selectNoFrom(invitedUnder(house.brands, companyId).as('key'));
  return usualBrandOf(house, companyId, (await asked.executeTakeFirstOrThrow()).key);
}

/** After an invitation of the operator, or its withdrawal: whoever shows brands of the company, or where their portal is, reads anew. */
export async function announceUsualBrand({ tx, viewer, announce }: Act<Actor>): Promise<void> {
  const brands = await tx
    .selectFrom('company_brand')
    .select('brand_id as id')
    .where('company_id', '=', viewer.companyId)
    .execute();
  await announce(...brands.map(({ id }) => ({ type: 'brand.changed' as const, id })));
}
