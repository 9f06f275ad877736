import { isDeepStrictEqual } from 'node:util';
import { type Address, givenAddress, storedAddress } from '@portal/contract/addresses/rules.ts';

/** An address on record, read as it comes in when a form sends it, whatever it was kept as. */
export function isSameAddress(onRecord: unknown, given: Address): boolean {
  const stored = givenAddress.safeParse(onRecord);
  return stored.success && isDeepStrictEqual(storedAddress(stored.data), given);
}
