import type { ModuleName } from '@portal/contract/access.ts';
import type { Act } from '#platform/act/act.ts';
import { anyText } from '#platform/database/db.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { holdCompany } from './hold-company.ts';

/** Gives a company exactly these modules; they act at the next call of its people (SEC-06). An operator's act, as the system. */
export async function setModules(
  { tx, record, announce }: Act<Actor>,
  companyId: number,
  modules: readonly ModuleName[],
): Promise<void> {
  await holdCompany(tx, companyId);
  const before = (
    await tx
      .selectFrom('company_module')
      .select('name')
      .where('company_id', '=', companyId)
      .orderBy('module_id')
      .execute()
  ).map(({ name }) => name);
  const gone = before.filter((name) => !modules.includes(name as ModuleName));
  const added = [...new Set(modules)].filter((name) => !before.includes(name));
  if (gone.length === 0 && added.length === 0) return;
  if (gone.length > 0)
    await tx
      .deleteFrom('company_module')
      .where('company_id', '=', companyId)
      .where('name', '=', anyText(gone))
      .execute();
  const rows = added.map((name) => ({ company_id: companyId, name }));
  if (rows.length > 0) await insertRows(tx, 'company_module', rows).execute();
  await record({
    action: 'company.modules_changed',
    record: { kind: 'company', id: companyId },
    changes: [{ field: 'modules', old: before, new: [...before.filter((name) => !gone.includes(name)), ...added] }],
  });
  await announce({ type: 'company.changed', id: companyId });
}
