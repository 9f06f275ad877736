import { provinceProblem } from '@portal/contract/addresses/provinces.ts';
import { type Address, type givenAddress, storedAddress } from '@portal/contract/addresses/rules.ts';
import type { z } from 'zod';
import { failFields } from '#platform/core/fail.ts';

/** An address in the shape that is stored, once its province is known to be one of its country (ADR-11); `field` held it. */
export function acceptedAddress(given: z.output<typeof givenAddress>, field = 'address.state'): Address {
  const address = storedAddress(given);
  const problem = provinceProblem(address);
  if (problem) throw failFields({ [field]: problem });
  return address;
}
