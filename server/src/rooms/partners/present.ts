/** A partner as the calls that manage partners speak of it. */
import type { Address } from '@portal/contract/addresses/rules.ts';
import { pharmacy, wholesaler } from '@portal/contract/partners/endpoints.ts';
import { z } from 'zod';
import type { PartnerRow } from './queries.ts';

/** The address of a row that has one. */
export function addressIn(row: PartnerRow): Address | null {
  const { street, street2, city, state, zip, country } = row;
  return street === null || street2 === null || city === null || state === null || zip === null || country === null
    ? null
    : { street, street2, city, state, zip, country };
}

/** PPW-06. */
export const presentPharmacy = (row: PartnerRow) => ({
  ppId: row.partnerId,
  pharmacyName: row.name,
  ...presentPartner(row),
});
export const presentWholesaler = (row: PartnerRow) => ({
  wpId: row.partnerId,
  wholesalerName: row.name,
  ...presentPartner(row),
});
const presentPartner = (row: PartnerRow) => ({
  phoneNumber: row.phone,
  faxNumber: row.fax,
  email: row.email,
  sendEmail: row.sendEmail,
  address: addressIn(row),
  companyId: row.companyId,
  version: row.version,
});

/** The state that a stale change is answered with (REL-07). */
export const presentCurrent = (row: PartnerRow): object =>
  row.kind === 'pharmacy' ? z.encode(pharmacy, presentPharmacy(row)) : z.encode(wholesaler, presentWholesaler(row));
