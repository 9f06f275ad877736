import { mayChangeAdminRights } from '@portal/contract/providers/user-rules.ts';
import { actOf } from '#platform/act/act.ts';
import { changesBetween } from '#platform/audit/record.ts';
import { fail, failFields, failStale } from '#platform/core/fail.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { keepingAnAdministrator } from '#rooms/care-groups/door.ts';
import { withdrawMailsToAdministrators } from '#rooms/identity/door.ts';
import { tellOfPerson } from '../tell-of-person.ts';
import type { Parts } from './end-access.ts';
import { holdPerson, refusePending } from './hold-person.ts';
import { present } from './present.ts';
import { lockRegistered } from './queries.ts';

export interface Change {
  cpId: number;
  rights: readonly { Name: 'prescriber' | 'adminRights'; Value: boolean }[];
  version?: number | undefined;
}

/** Makes somebody a prescriber or an administrator, or no longer one (CAG-11, OPC-90); gives their new version. */
export const changePerson = (
  { database, clock }: Pick<Parts, 'database' | 'clock'>,
  viewer: Viewer,
  { cpId, rights, version }: Change,
): Promise<number> =>
  database.asSystem(async (tx) => {
    const person = await holdPerson(tx, viewer, cpId);
    refusePending(person.state);
    const given = new Map(rights.map(({ Name, Value }) => [Name, Value]));
    if (given.size < rights.length) throw failFields({ careProviderData: 'names the same twice' });
    if (given.has('prescriber') && person.type !== 'Site User')
      throw failFields({ careProviderData: 'Only a Site User can be a prescriber.' });
    if (given.has('adminRights') && !mayChangeAdminRights(person.type))
      throw failFields({ careProviderData: 'The admin rights of this role cannot be changed.' });
    const now = await lockRegistered(tx, viewer, cpId);
    if (!now) throw fail('not_found');
    if (version !== undefined && version !== now.version) throw failStale({ person: present(viewer, person) });
    const fields = {
      is_prescriber: given.get('prescriber') ?? now.is_prescriber,
      admin_rights: given.get('adminRights') ?? now.admin_rights,
    };
    const changes = changesBetween(now, fields);
    if (changes.length === 0) return now.version;
    const act = actOf(tx, clock, viewer);
    const next = now.version + 1;
    await keepingAnAdministrator(tx, viewer.companyId, () =>
      tx
        .updateTable('provider')
        .set({ ...fields, version: next })
        .where('provider_id', '=', cpId)
        .execute(),
    );
    await act.record({ action: 'provider.changed', record: { kind: 'provider', id: cpId }, changes });
    await tellOfPerson(act, cpId);
    if (now.admin_rights && !fields.admin_rights)
      await withdrawMailsToAdministrators(act, { companyId: viewer.companyId, emails: [person.email] });
    return next;
  });
