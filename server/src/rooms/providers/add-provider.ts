import type { UserType } from '@portal/contract/access.ts';
import { allNotices } from '@portal/contract/providers/rules.ts';
import { type Act, actOf } from '#platform/act/act.ts';
import { insertRows } from '#platform/database/insert-rows.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { switchOf } from './give-switches.ts';

export interface NewProvider {
  companyId: number;
  email: string;
  firstName: string;
  lastName: string;
  phone?: string | null;
  type: UserType;
  adminRights?: boolean;
  isPrescriber?: boolean;
  partnerId?: number | null;
  sponsorId?: number | null;
  /** How they want to be reached: 0 e-mail, 1 text (SCN-04). */
  preferredContact?: 0 | 1;
  /** The number that their invitation has drawn for them (P11-17). */
  personId?: number | null;
}

/** Adds a person's record (P11-16). Their sign-in account is made by the identity provider; this happens as the system. */
export async function addProvider(act: Act<Actor>, given: NewProvider): Promise<number> {
  const { tx, viewer, now } = act;
  const fields = {
    email: given.email.trim().toLowerCase(),
    first_name: given.firstName,
    last_name: given.lastName,
    phone: given.phone ?? null,
    type: given.type,
    admin_rights: given.adminRights ?? false,
    is_prescriber: given.isPrescriber ?? false,
    partner_id: given.partnerId ?? null,
    sponsor_id: given.sponsorId ?? null,
    preferred_contact: given.preferredContact ?? 0,
  };
  const { id } = await tx
    .insertInto('provider')
    .values({
      ...fields,
      ...(given.personId ? { provider_id: given.personId } : {}),
      company_id: given.companyId,
      created_at: now(),
    })
    .returning('provider_id as id')
    .executeTakeFirstOrThrow();
  const { companyId, type } = given;
  const switches = allNotices.map((notice) => switchOf(notice, { companyId, providerId: id, type }));
  await insertRows(tx, 'notification_preference', switches).execute();
  await actOf(tx, act, { ...viewer, companyId: given.companyId }).record({
    action: 'provider.added',
    record: { kind: 'provider', id },
    changes: created(fields),
  });
  return id;
}
