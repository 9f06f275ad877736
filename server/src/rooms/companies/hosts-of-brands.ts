/** The hosts that brands of companies were given, in the memory of every process; and brands that are tried before. */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { type Brand, type BrandAlert, type Brands, isOfAnother } from '#platform/core/brands.ts';
import { anyOf, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Env } from '#src/env.ts';
import { brandOfHost } from './brand-of-host.ts';
import { invitedUnder, usualBrandOf } from './portal-url.ts';

type Ground = Pick<House, 'database' | 'brands' | 'env'>;

export function rememberHosts(house: House): void {
  const { brands, database, env, remembers } = house;
  remembers({ changedBy: 'brand.changed', fill: () => giveHosts(house) });
  const keys = keysOfTrials(env);
  brands.triedBy(async (on, key) => {
    const brandId = keys.brandIn(key);
    return brandId === null ? null : database.asSystem((tx) => triedBrand(tx, house, on, brandId));
  });
}

/** Makes hosts show what the database says now. */
export async function giveHosts(house: Ground): Promise<void> {
  house.brands.give(await house.database.asSystem((tx) => givenBrands(tx, house)));
}

const columns = [
  'brand.brand_id',
  'brand.company_id',
  'brand.company_name',
  'brand.logo_image_id',
  'brand.favicon_image_id',
  'brand.sign_in_image_id',
  'brand.primary_colour',
  'brand.email',
  'brand.sender_email_name',
  'brand.support_number',
  'brand.terms_url',
] as const;

const companyBrands = (tx: Tx, { brands }: Ground) =>
  tx
    .selectFrom('company_brand as brand')
    .leftJoin('company_email as contact', 'contact.email_id', 'brand.contact_email_id')
    .select([...columns, 'contact.email as contact_email'])
    .select(invitedUnder(brands, sql.ref('brand.company_id')).as('invited_under'));

/** That a given host is its company's: one that BRANDS_FILE has named since is the installation's. */
export const isOfCompany = ({ all }: Pick<Brands, 'all'>) =>
  sql<boolean>`given.host <> all(${all.flatMap(({ hosts }) => hosts.map((host) => host.toLowerCase()))}::text[])`;

/** Of several hosts of a brand the one that was given first comes first: it is found by the key, so that links lead there. */
async function givenBrands(tx: Tx, house: Ground): Promise<Brand[]> {
  const rows = await companyBrands(tx, house)
    .innerJoin('host_brand as given', 'given.brand_id', 'brand.brand_id')
    .select('given.host')
    .where(isOfCompany(house.brands))
    .orderBy('given.given_at')
    .orderBy('given.host')
    .execute();
  const alerts = await openAlerts(
    tx,
    rows.map(({ brand_id }) => brand_id),
  );
  return rows.map((row) =>
    brandOfHost(row, {
      host: row.host,
      usual: usualBrandOf(house, row.company_id, row.invited_under),
      alerts: alerts.get(row.brand_id) ?? [],
    }),
  );
}

/** A host that was given to a company shows no brand of another one, whoever has a key. */
async function triedBrand(tx: Tx, house: Ground, on: Brand, brandId: number): Promise<Brand | null> {
  const row = await companyBrands(tx, house).where('brand.brand_id', '=', brandId).executeTakeFirst();
  if (!row || isOfAnother(on, row.company_id)) return null;
  const alerts = (await openAlerts(tx, [brandId])).get(brandId) ?? [];
  const usual = usualBrandOf(house, row.company_id, row.invited_under);
  return brandOfHost(row, { host: on.hosts[0] ?? 'localhost', usual, alerts });
}

/** What everybody may read before it is known who they are: alerts for types of people are for those who have signed in. */
async function openAlerts(tx: Tx, brandIds: readonly number[]): Promise<Map<number, BrandAlert[]>> {
  const rows = await tx
    .selectFrom('brand_alert')
    .select(['brand_id', 'alert_id', 'message', 'severity', 'from_day', 'until_day'])
    .where('brand_id', '=', anyOf(brandIds))
    .where('ended_at', 'is', null)
    .where(sql<boolean>`types = '{}'`)
    .orderBy('alert_id')
    .execute();
  const found = new Map<number, BrandAlert[]>();
  for (const row of rows)
    found.set(row.brand_id, [
      ...(found.get(row.brand_id) ?? []),
      {
        alertId: row.alert_id,
        message: row.message,
        severity: row.severity as BrandAlert['severity'],
        from: row.from_day,
        until: row.until_day,
      },
    ]);
  return found;
}

/** Keys under which brands are tried: made from the secret of the installation, so that nobody guesses that of another company. */
export function keysOfTrials({ secret }: Pick<Env, 'secret'>) {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'portal brands: trials', 32)));
  const markOf = (brandId: string) => createHmac('sha256', key).update(brandId).digest().subarray(0, 16);
  return {
    keyOf: (brandId: number): string => `${brandId}-${markOf(String(brandId)).toString('hex')}`,
    brandIn: (given: string): number | null => {
      const [, brandId, mark] = /^([1-9]\d{0,9})-([0-9a-f]{32})$/.exec(given) ?? [];
      if (!brandId || !mark || !timingSafeEqual(Buffer.from(mark, 'hex'), markOf(brandId))) return null;
      return Number(brandId);
    },
  };
}

/** The host that links of each brand of the company lead to, of those that have one. */
export const firstHosts = (tx: Tx, brands: Pick<Brands, 'all'>, companyId: number) =>
  tx
    .selectFrom('host_brand as given')
    .distinctOn('brand_id')
    .select(['brand_id as brandId', 'host'])
    .where('company_id', '=', companyId)
    .where(isOfCompany(brands))
    .orderBy('brand_id')
    .orderBy('given_at')
    .orderBy('host')
    .execute();

/** The hosts of a brand of the company whose fence the transaction stands in; links lead to the first. */
export const hostsOf = (
  tx: Tx,
  brands: Pick<Brands, 'all'>,
  { companyId, brandId }: { companyId: number; brandId: number },
) =>
  tx
    .selectFrom('host_brand as given')
    .select('host')
    .where(isOfCompany(brands))
    .where('company_id', '=', companyId)
    .where('brand_id', '=', brandId)
    .orderBy('given_at')
    .orderBy('host');
