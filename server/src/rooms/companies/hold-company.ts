import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';

/** A company, held until the transaction ends. */
export async function holdCompany(tx: Tx, companyId: number): Promise<{ name: string; requiresMfa: boolean }> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'requires_mfa as requiresMfa'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!company) throw fail('not_found');
  return company;
}
