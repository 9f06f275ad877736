/** Under which brand a patient hears from their clinic: always the same one, wherever the people of the clinic are at work. */
import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Tx } from '#platform/database/db.ts';
import type { House } from '#platform/http/calls.ts';
import { portalUrlOf } from '#rooms/companies/door.ts';
import * as queries from './queries.ts';

/** A brand of the company with a host, that of the group first; where there is none, the installation's for the company. */
export async function brandOf(
  house: Pick<House, 'brands' | 'env'>,
  tx: Tx,
  of: { companyId: number; patientId: number; surveyEventId?: number },
): Promise<Brand> {
  const own = await queries.brandWithHost(tx, of).executeTakeFirst();
  return (own && house.brands.withKey(hostBrandKey(own.brandId))) ?? brandOfInstallation(house, of.companyId);
}

function brandOfInstallation(house: Pick<House, 'brands' | 'env'>, companyId: number): Brand {
  const portalUrl = portalUrlOf(house, companyId);
  const { all } = house.brands;
  const brand = all.find((one) => one.portalUrl === portalUrl) ?? all.find(({ key }) => key === 'default') ?? all[0];
  if (!brand) throw new Error('the table of brands is empty');
  return { ...brand, portalUrl };
}
