/** Addresses are rows that never change: a new one is a new row, so that what a shipment went to stays readable. */
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { Tx } from '#platform/database/db.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Stores an address and gives its number. */
export async function storeAddress(tx: Tx, viewer: Pick<Actor, 'companyId'>, address: Address): Promise<number> {
  const { id } = await tx
    .insertInto('address')
    .values({ ...address, company_id: viewer.companyId })
    .returning('address_id as id')
    .executeTakeFirstOrThrow();
  return id;
}

export const addressOf = (tx: Tx, addressId: number): Promise<Address> =>
  tx
    .selectFrom('address')
    .select(['street', 'street2', 'city', 'state', 'zip', 'country'])
    .where('address_id', '=', addressId)
    .executeTakeFirstOrThrow();
