import { anyText } from '#platform/database/db.ts';
import type { LookUps } from '#platform/security/settle-security-events.ts';

/** A brand is a company's where no other company has invited anybody to it (SEC-39). */
export const findCompaniesOfBrands: LookUps['companies'] = async (tx, brands) => {
  if (brands.length === 0) return new Map();
  const rows = await tx
    .selectFrom('invitation')
    .select((eb) => ['brand_key', eb.fn.min('company_id').as('company'), eb.fn.max('company_id').as('other')])
    .where('brand_key', '=', anyText(brands))
    .groupBy('brand_key')
    .execute();
  return new Map(
    rows.filter(({ company, other }) => company === other).map(({ brand_key, company }) => [brand_key, company]),
  );
};
