import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdCompany } from './hold-company.ts';

/** Makes a company require a second factor of every type, or no more than of those that must have one (SEC-08). As the system. Tells whether that is new. */
export async function requireMfa({ tx, record }: Act<Actor>, companyId: number, required: boolean): Promise<boolean> {
  const before = await holdCompany(tx, companyId);
  const changes = changesBetween({ requires_mfa: before.requiresMfa }, { requires_mfa: required });
  if (changes.length === 0) return false;
  await tx.updateTable('company').set({ requires_mfa: required }).where('company_id', '=', companyId).execute();
  await record({ action: 'company.mfa_requirement_changed', record: { kind: 'company', id: companyId }, changes });
  return true;
}
