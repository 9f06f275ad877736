import type { Act } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdCompany } from './hold-company.ts';

/** Gives a company another name, which is sent and shown from now on. An operator's act, as the system. Tells whether that is new. */
export async function renameCompany(
  { tx, record, announce }: Act<Actor>,
  companyId: number,
  name: string,
): Promise<boolean> {
  const changes = changesBetween({ name: (await holdCompany(tx, companyId)).name }, { name });
  if (changes.length === 0) return false;
  await tx.updateTable('company').set({ name }).where('company_id', '=', companyId).execute();
  await record({ action: 'company.renamed', record: { kind: 'company', id: companyId }, changes });
  await announce({ type: 'company.changed', id: companyId });
  return true;
}
