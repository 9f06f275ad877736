import { isDeepStrictEqual } from 'node:util';
import { type Address, givenAddress, storedAddress } from '@portal/contract/addresses/rules.ts';
import { sections, type ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import type { AddressesRow } from './queries.ts';

/** An address on record, read as it comes in when a form sends it, whatever it was kept as. */
export function isSameAddress(onRecord: unknown, given: Address): boolean {
  const stored = givenAddress.safeParse(onRecord);
  return stored.success && isDeepStrictEqual(storedAddress(stored.data), given);
}

export const isAddressOutdated = (row: AddressesRow): boolean => addressNowOf(row) !== undefined;

/** What is on record by now where a request that has not been shipped yet went to another address on record. */
export function addressNowOf(row: AddressesRow): AddressesRow['homeNow'] | undefined {
  const goesToRecord = !row.toParticipant || row.isAddressOnRecord;
  if (!goesToRecord || !(sections.pending as readonly ShipmentStatus[]).includes(row.status)) return undefined;
  const now = row.toParticipant ? row.homeNow : row.siteAddressNow;
  return isSameAddress(now, row.address) ? undefined : now;
}
