import type { Address } from '@portal/contract/addresses/rules.ts';
import { storeAddress } from '#rooms/addresses/door.ts';
import type { Act } from '#platform/act/act.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Keeps an address that a brand of the company can be given, and gives its number (CAG-30). */
export async function addAddress({ tx, viewer, now, record }: Act<Actor>, address: Address): Promise<number> {
  const id = await storeAddress(tx, viewer, address);
  await tx
    .insertInto('company_address')
    .values({ address_id: id, company_id: viewer.companyId, added_at: now() })
    .execute();
  await record({
    action: 'company_address.added',
    record: { kind: 'company_address', id },
    changes: created({ address }),
  });
  return id;
}
