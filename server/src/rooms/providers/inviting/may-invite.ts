import { type Access, isPartner, meets, type ModuleName, type UserType } from '@portal/contract/access.ts';
import { companyAdministrators } from '@portal/contract/care-groups/access.ts';
import { delegateAdministrators } from '@portal/contract/delegates/rules.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';
import { companyWithModules } from './queries.ts';

/** Who may invite somebody of this type: nobody gives rights that reach further than their own. */
function inviters(type: string): Access {
  if (isPartner(type as UserType)) return companyAdministrators;
  if (type === 'physician') return delegateAdministrators;
  return { adminRights: true, reach: type === 'Admin' || type === 'Sponsor' ? 'company' : 'groups' };
}

interface Given {
  companyId: number;
  inviterId: number | null;
  type: string;
  careGroupIds: readonly number[];
  hasLostItsGroups: boolean;
}

/**
 * Whether whoever sent an invitation could send it today (SEC-06, SEC-16): what they were allowed does not outlive their
 * rights, nor reach further than their groups. Held, so that these are not taken in between. An operator's needs nobody. Into
 * groups that are all gone nobody invites any more.
 */
export const mayStillInvite = (tx: Tx, given: Given): Promise<boolean> => mayInvite(tx, given, true);

/** The same for who only shows it: it may be otherwise a moment later. */
export const couldStillInvite = (tx: Tx, given: Given): Promise<boolean> => mayInvite(tx, given, false);

async function mayInvite(tx: Tx, given: Given, isHeld: boolean): Promise<boolean> {
  const { companyId, inviterId, type, careGroupIds } = given;
  if (given.hasLostItsGroups) return false;
  if (inviterId === null) return true;
  const inviter = await tx
    .selectFrom('provider')
    .select([
      'type',
      'admin_rights',
      sql<boolean>`exists (select from sees_company c where c.provider_id = provider.provider_id)`.as(
        'seesWholeCompany',
      ),
      sql<boolean>`not exists (select from unnest(${[...careGroupIds]}::int[]) as given
        where not lies_in_groups_of(given, provider.provider_id))`.as('hasTheGroups'),
    ])
    .where('provider_id', '=', inviterId)
    .where('company_id', '=', companyId)
    .where('is_active', '=', true)
    .$if(isHeld, (query) => query.forShare())
    .executeTakeFirst();
  if (!inviter || !(inviter.seesWholeCompany || inviter.hasTheGroups)) return false;
  const modules = ((await companyWithModules(tx, companyId))?.modules ?? []) as ModuleName[];
  const { type: own, admin_rights: adminRights, seesWholeCompany } = inviter;
  return meets(inviters(type), { type: own as UserType, adminRights, seesWholeCompany, modules });
}
