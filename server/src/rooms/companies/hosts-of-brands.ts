/** The hosts that brands of companies were given, in the memory of every process; and brands that are tried before. */
import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Brand, BrandAlert, Brands } from '#platform/core/brands.ts';
import { anyOf, type Database, type Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import type { Env } from '#src/env.ts';
import { brandOfHost, usualBrandOf } from './brand-of-host.ts';

export function rememberHosts({ brands, database, env, remembers }: House): void {
  remembers({ changedBy: 'brand.changed', fill: () => giveHosts(database, brands) });
  const keys = keysOfTrials(env);
  brands.triedBy(async (on, key) => {
    const brandId = keys.brandIn(key);
    return brandId === null ? null : database.asSystem((tx) => triedBrand(tx, brands, on, brandId));
  });
}

/** Makes hosts show what the database says now. */
export async function giveHosts(database: Database, brands: Brands): Promise<void> {
  brands.give(await database.asSystem((tx) => givenBrands(tx, brands)));
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
  'brand.support_number',
  'brand.terms_url',
  'brand.portal_url',
] as const;

const companyBrands = (tx: Tx) =>
  tx
    .selectFrom('company_brand as brand')
    .leftJoin('company_email as contact', 'contact.email_id', 'brand.contact_email_id')
    .select([...columns, 'contact.email as contact_email']);

async function givenBrands(tx: Tx, brands: Brands): Promise<Brand[]> {
  const rows = await companyBrands(tx)
    .innerJoin('host_brand as given', 'given.brand_id', 'brand.brand_id')
    .select('given.host')
    .orderBy('given.host')
    .execute();
  const alerts = await openAlerts(
    tx,
    rows.map(({ brand_id }) => brand_id),
  );
  return rows.map((row) =>
    brandOfHost(row, { host: row.host, usual: usualBrandOf(brands, row), alerts: alerts.get(row.brand_id) ?? [] }),
  );
}

/** A host that was given to a company shows no brand of another one, whoever has a key. */
async function triedBrand(tx: Tx, brands: Brands, on: Brand, brandId: number): Promise<Brand | null> {
  const row = await companyBrands(tx).where('brand.brand_id', '=', brandId).executeTakeFirst();
  if (!row || (on.companyId !== undefined && on.companyId !== row.company_id)) return null;
  const alerts = (await openAlerts(tx, [brandId])).get(brandId) ?? [];
  return brandOfHost(row, { host: on.hosts[0] ?? 'localhost', usual: usualBrandOf(brands, row), alerts });
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

/** The hosts of a brand of the company whose fence the transaction stands in. */
export const hostsOf = (tx: Tx, companyId: number, brandId: number) =>
  tx
    .selectFrom('host_brand')
    .select('host')
    .where('company_id', '=', companyId)
    .where('brand_id', '=', brandId)
    .orderBy('host');
