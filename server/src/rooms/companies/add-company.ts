import type { ModuleName } from '@portal/contract/access.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Adds a company with its modules. An operator's act: it happens as the system, outside any company's fence. */
export async function addCompany(
  act: Act<Actor>,
  given: { name: string; modules: readonly ModuleName[]; requiresMfa?: boolean },
): Promise<number> {
  const { tx, viewer, now } = act;
  const fields = { name: given.name, requires_mfa: given.requiresMfa ?? false };
  const { id } = await tx
    .insertInto('company')
    .values({ ...fields, created_at: now() })
    .returning('company_id as id')
    .executeTakeFirstOrThrow();
  const modules = given.modules.map((name) => ({ company_id: id, name }));
  if (modules.length > 0) await insertRows(tx, 'company_module', modules).execute();
  await actOf(tx, act, { ...viewer, companyId: id }).record({
    action: 'company.added',
    record: { kind: 'company', id },
    changes: created({ ...fields, modules: given.modules }),
  });
  return id;
}
