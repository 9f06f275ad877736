import type { Address } from '@portal/contract/addresses/rules.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Act } from '#platform/act/act.ts';
import { storeAddress } from '#rooms/addresses/door.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

export interface NewPartner {
  kind: PartnerKind;
  name: string;
  address?: Address | null;
  phone?: string | null;
  fax?: string | null;
  email?: string | null;
  country?: string;
  /** Whether it is told of shipments by e-mail (OPC-92). */
  sendEmail?: boolean | undefined;
}

/** Adds a pharmacy or a wholesaler to the company (PSU-03). */
export async function addPartner({ tx, viewer, record, announce }: Act<Actor>, given: NewPartner): Promise<number> {
  const fields = {
    kind: given.kind,
    name: given.name.trim(),
    phone: given.phone ?? null,
    fax: given.fax ?? null,
    email: given.email ?? null,
    country: given.country ?? given.address?.country ?? 'USA',
    send_email: given.sendEmail ?? false,
  };
  const addressId = given.address ? await storeAddress(tx, viewer, given.address) : null;
  const { id } = await tx
    .insertInto('partner')
    .values({ ...fields, company_id: viewer.companyId, address_id: addressId })
    .returning('partner_id as id')
    .executeTakeFirstOrThrow();
  await record({
    action: 'partner.added',
    record: { kind: 'partner', id },
    changes: created({ ...fields, address: given.address }),
  });
  await announce({ type: 'partner.changed', id, partnerId: id });
  return id;
}
