import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { changesBetween, record } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdCompany } from './hold-company.ts';

/** Makes a company require a second factor of every type, or no more than of those that must have one (SEC-08). As the system. Tells whether that is new. */
export async function requireMfa(
  tx: Tx,
  clock: Clock,
  operator: Actor,
  companyId: number,
  required: boolean,
): Promise<boolean> {
  const before = await holdCompany(tx, companyId);
  const changes = changesBetween({ requires_mfa: before.requiresMfa }, { requires_mfa: required });
  if (changes.length === 0) return false;
  await tx.updateTable('company').set({ requires_mfa: required }).where('company_id', '=', companyId).execute();
  await record(
    tx,
    clock,
    { ...operator, companyId },
    { action: 'company.mfa_requirement_changed', record: { kind: 'company', id: companyId }, changes },
  );
  return true;
}
