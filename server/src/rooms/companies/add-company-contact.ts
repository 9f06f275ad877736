/** Addresses and numbers that a company writes from. An operator's acts: they are proven outside the portal. */
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

export async function addCompanyEmail(
  { tx, viewer, record }: Act<Actor>,
  given: { email: string; verified: boolean },
): Promise<number> {
  const fields = { email: given.email.trim().toLowerCase(), verified: given.verified };
  const { id } = await tx
    .insertInto('company_email')
    .values({ ...fields, company_id: viewer.companyId })
    .returning('email_id as id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'company_email.added',
    record: { kind: 'company_email', id },
    changes: created(fields),
  });
  return id;
}

export async function addCompanyPhone({ tx, viewer, record }: Act<Actor>, given: { phone: string }): Promise<number> {
  const { id } = await tx
    .insertInto('company_phone')
    .values({ phone: given.phone, company_id: viewer.companyId })
    .returning('phone_id as id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'company_phone.added',
    record: { kind: 'company_phone', id },
    changes: created({ phone: given.phone }),
  });
  return id;
}
