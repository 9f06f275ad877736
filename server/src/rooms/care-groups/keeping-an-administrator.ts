/** Who sees all of a company, and that an administrator of them is left, whatever is done to people and to groups at the top. */
import type { FailureCode } from '@portal/contract/errors.ts';
import { refusedTypes } from '@portal/contract/identity/rules.ts';
import { sql } from 'kysely';
import { fail } from '#platform/core/fail.ts';
import type { Tx } from '#platform/database/db.ts';
import { holdName } from '#platform/database/hold-name.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Until the transaction ends nobody else changes what the company's people may do. Held before any row of theirs or of a group. */
export const holdPeople = (tx: Tx, companyId: number): Promise<void> => holdName(tx, `people of company ${companyId}`);

/** The same, for what an administrator does; who was made none while they waited is refused. */
export async function holdPeopleAsAdministrator(
  tx: Tx,
  { companyId, providerId }: Pick<Actor, 'companyId' | 'providerId'>,
): Promise<void> {
  await holdPeople(tx, companyId);
  const still = await tx
    .selectFrom('provider')
    .select('provider_id')
    .where('provider_id', '=', providerId)
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .where('admin_rights', '=', true)
    .executeTakeFirst();
  if (!still) throw fail('forbidden');
}

/** Does something that may take the company its last administrator who sees all of it, and then does not let it happen. */
export async function keepingAnAdministrator<T>(
  tx: Tx,
  companyId: number,
  work: () => Promise<T>,
  refusal: FailureCode = 'provider.last_administrator',
): Promise<T> {
  const before = await wideAdministrators(tx, companyId);
  const result = await work();
  if (before.length > 0 && (await wideAdministrators(tx, companyId)).length === 0) throw fail(refusal);
  return result;
}

/** The active administrators who see the whole company. */
const wideAdministrators = (tx: Tx, companyId: number) =>
  tx
    .selectFrom('provider')
    .select('provider_id')
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .where('admin_rights', '=', true)
    .where('type', 'not in', refusedTypes)
    .where(sql<boolean>`exists (select from sees_company s where s.provider_id = provider.provider_id)`)
    .execute();
