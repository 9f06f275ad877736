import type { Address } from '@portal/contract/addresses/rules.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { Act } from '#platform/act/act.ts';
import { storeAddress } from '#rooms/addresses/door.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { redirectMails } from '#platform/jobs/outbox.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { lockPartner } from './manage-queries.ts';
import { addressIn, presentCurrent } from './present.ts';
import { tellOfPartner } from './tell.ts';

export interface ChangedPartner {
  partnerId: number;
  kind: PartnerKind;
  name: string;
  address: Address;
  phone: string;
  fax?: string | null | undefined;
  email: string;
  /** Left out: as it was. */
  sendEmail?: boolean | undefined;
  version?: number | undefined;
}

/** Changes a partner of the company; gives its new version (CAE-03, CAE-16). */
export async function changePartner(act: Act<Actor & Sight>, given: ChangedPartner): Promise<number> {
  const { tx, viewer, now, record } = act;
  const partner = await lockPartner(tx, viewer, given.partnerId, given.kind);
  if (!partner) throw fail('not_found');
  if (given.version !== undefined && given.version !== partner.version) throw failStale(presentCurrent(partner));
  const fields = {
    name: given.name.trim(),
    phone: given.phone,
    fax: given.fax || null,
    email: given.email,
    send_email: given.sendEmail ?? partner.sendEmail,
  };
  const before = addressIn(partner);
  const changes = changesBetween(
    { ...partner, send_email: partner.sendEmail, address: before },
    { ...fields, address: given.address },
  );
  if (changes.length === 0) return partner.version;
  const moved = changes.some(({ field }) => field === 'address');
  const version = partner.version + 1;
  await tx
    .updateTable('partner')
    .set({
      ...fields,
      version,
      ...(moved ? { address_id: await storeAddress(tx, viewer, given.address), country: given.address.country } : {}),
    })
    .where('partner_id', '=', given.partnerId)
    .execute();
  await record({
    action: 'partner.changed',
    record: { kind: 'partner', id: given.partnerId },
    changes,
  });
  const to = (fields.send_email && fields.email) || null;
  if (to !== partner.email) await redirectMails(tx, { now }, { partnerId: given.partnerId, to });
  await tellOfPartner(act, given.partnerId);
  return version;
}
