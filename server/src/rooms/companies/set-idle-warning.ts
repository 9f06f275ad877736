import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdCompany } from './hold-company.ts';

/** Sets how long before the end of an idle session a company's people are warned (SES-12). An operator's act, as the system. */
export async function setIdleWarning({ tx, record }: Act<Actor>, companyId: number, seconds: number): Promise<void> {
  const before = await holdCompany(tx, companyId);
  const fields = { idle_warning_seconds: seconds };
  const changes = changesBetween({ idle_warning_seconds: before.idleWarningSeconds }, fields);
  if (changes.length === 0) return;
  await tx.updateTable('company').set(fields).where('company_id', '=', companyId).execute();
  await record({ action: 'company.idle_warning_changed', record: { kind: 'company', id: companyId }, changes });
}
