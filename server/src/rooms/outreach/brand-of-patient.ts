/** Under which brand a patient hears from their clinic. */
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { brandToWriteIn } from '#rooms/companies/door.ts';
import * as queries from './queries.ts';

/** That of the group that asks, for messages that of a group of theirs; else another one of the company. */
export const brandOf = (
  house: Pick<House, 'brands' | 'env'>,
  tx: Tx,
  { companyId, ...of }: { companyId: number; patientId: number; surveyEventId?: number },
): Promise<Brand> => brandToWriteIn(house, tx, { companyId, nearness: queries.nearnessOfBrand(of) });
