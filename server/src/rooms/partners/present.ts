/** A partner as the calls that manage partners speak of it. */
import type { Address } from '@portal/contract/addresses/rules.ts';
import type { PartnerRow } from './manage-queries.ts';

/** The address of a row that has one. */
export function addressIn(row: PartnerRow): Address | null {
  const { street, street2, city, state, zip, country } = row;
  return street === null || street2 === null || city === null || state === null || zip === null || country === null
    ? null
    : { street, street2, city, state, zip, country };
}

/** PPW-06, besides number and name. */
export const presentPartner = (row: PartnerRow) => ({
  phoneNumber: row.phone,
  faxNumber: row.fax,
  email: row.email,
  sendEmail: row.sendEmail,
  address: addressIn(row),
  companyId: row.companyId,
  version: row.version,
});
