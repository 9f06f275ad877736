import { type Access, isPartner, meets, type ModuleName, type UserType } from '@portal/contract/access.ts';
import { companyAdministrators } from '@portal/contract/care-groups/access.ts';
import { delegateAdministrators } from '@portal/contract/delegates/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import { companyWithModules } from './queries.ts';

/** Who may invite somebody of this type. */
const inviters = (type: string): Access =>
  isPartner(type as UserType)
    ? companyAdministrators
    : type === 'physician'
      ? delegateAdministrators
      : { adminRights: true };

/**
 * Whether whoever sent an invitation could send it today (SEC-06, SEC-16): what they were allowed does not outlive their
 * rights. Held, so that these are not taken in between. An operator's needs nobody.
 */
export async function mayStillInvite(
  tx: Tx,
  { companyId, inviterId, type }: { companyId: number; inviterId: number | null; type: string },
): Promise<boolean> {
  if (inviterId === null) return true;
  const inviter = await tx
    .selectFrom('provider')
    .select(['type', 'admin_rights'])
    .where('provider_id', '=', inviterId)
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .forShare()
    .executeTakeFirst();
  if (!inviter) return false;
  const modules = ((await companyWithModules(tx, companyId))?.modules ?? []) as ModuleName[];
  return meets(inviters(type), { type: inviter.type as UserType, adminRights: inviter.admin_rights, modules });
}
