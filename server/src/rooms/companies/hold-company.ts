import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';

interface HeldCompany {
  name: string;
  requiresMfa: boolean;
  idleWarningSeconds: number;
}

/** A company, held until the transaction ends. */
export async function holdCompany(tx: Tx, companyId: number): Promise<HeldCompany> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'requires_mfa as requiresMfa', 'idle_warning_seconds as idleWarningSeconds'])
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
  if (!company) throw fail('not_found');
  return company;
}
