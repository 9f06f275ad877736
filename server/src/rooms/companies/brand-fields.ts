/** From what an administrator handed in to the columns of a brand. What was left out stays as it was. */
import type { Address } from '@portal/contract/addresses/rules.ts';
import { type GivenAlert, type Hours, usualHours } from '@portal/contract/companies/brand-rules.ts';
import { addressOf, storeAddress } from '#rooms/addresses/door.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import { type Change, changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import type { HeldBrand } from './brand-queries.ts';
import { refuseForeign } from './brand-references.ts';
import { hoursIn } from './present-brand.ts';

type Left<T> = T | null | undefined;
export interface GivenBrand {
  brandKey?: Left<string>;
  companyName?: string | undefined;
  shortName?: Left<string>;
  /** Null takes the address away. */
  address?: Left<Address>;
  /** The number of the brand's address, as it was read, or of one that was added for a brand. */
  addressId?: Left<number>;
  supportNumber?: Left<string>;
  email?: Left<string>;
  contactFax?: Left<string>;
  hours?: Left<Hours>;
  headerImageId?: Left<string>;
  logoImageId?: Left<string>;
  faviconImageId?: Left<string>;
  signInImageId?: Left<string>;
  primaryColour?: Left<string>;
  senderEmailId?: Left<number>;
  contactEmailId?: Left<number>;
  senderPhoneId?: Left<number>;
  senderEmailName?: Left<string>;
  termsDocumentId?: Left<number>;
  termsUrl?: Left<string>;
  alerts?: readonly GivenAlert[] | undefined;
}

const kept = <T>(given: Left<T>, before: T | null | undefined): T | null =>
  given === undefined ? (before ?? null) : given || null;

/** The columns but key and name, with what they changed. What they refer to is the company's own; a new address is stored. */
export async function brandFields(tx: Tx, viewer: Pick<Actor, 'companyId'>, given: GivenBrand, before?: HeldBrand) {
  const fields = {
    short_name: kept(given.shortName, before?.short_name),
    support_number: kept(given.supportNumber, before?.support_number),
    email: kept(given.email, before?.email),
    contact_fax: kept(given.contactFax, before?.contact_fax),
    hours: given.hours ?? (before ? hoursIn(before.hours) : usualHours),
    header_image_id: kept(given.headerImageId, before?.header_image_id),
    logo_image_id: kept(given.logoImageId, before?.logo_image_id),
    favicon_image_id: kept(given.faviconImageId, before?.favicon_image_id),
    sign_in_image_id: kept(given.signInImageId, before?.sign_in_image_id),
    primary_colour: kept(given.primaryColour, before?.primary_colour),
    sender_email_id: kept(given.senderEmailId, before?.sender_email_id),
    contact_email_id: kept(given.contactEmailId, before?.contact_email_id),
    sender_phone_id: kept(given.senderPhoneId, before?.sender_phone_id),
    sender_email_name: kept(given.senderEmailName, before?.sender_email_name),
    terms_document_id: kept(given.termsDocumentId, before?.terms_document_id),
    terms_url: kept(given.termsUrl, before?.terms_url),
  };
  await refuseForeign(tx, viewer, fields, before);
  const address = await addressFrom(tx, viewer, given, before?.address_id ?? null);
  const old = before ? { ...before, hours: hoursIn(before.hours) } : {};
  return {
    fields: { ...fields, hours: JSON.stringify(given.hours ?? before?.hours ?? usualHours), address_id: address.id },
    changes: [...changesBetween(old, fields), ...address.changes],
  };
}

/** Addresses never change: another one is a new row. */
async function addressFrom(
  tx: Tx,
  viewer: Pick<Actor, 'companyId'>,
  given: Pick<GivenBrand, 'address' | 'addressId'>,
  before: number | null,
): Promise<{ id: number | null; changes: Change[] }> {
  const named = given.addressId && given.addressId !== before ? given.addressId : null;
  if (named !== null && !(await isForBrands(tx, viewer, named))) throw fail('not_found');
  const old = before === null ? null : await addressOf(tx, before);
  if (given.address === undefined) {
    if (named === null) return { id: before, changes: [] };
    return { id: named, changes: changesBetween({ address: old }, { address: await addressOf(tx, named) }) };
  }
  // Of a number and words that say something else, one would be lost.
  if (named !== null && changesBetween({ address: await addressOf(tx, named) }, { address: given.address }).length > 0)
    throw failFields({ addrId: 'is another address than the one beside it' });
  const changes = changesBetween({ address: old }, { address: given.address });
  if (changes.length === 0) return { id: before, changes };
  return { id: named ?? (given.address && (await storeAddress(tx, viewer, given.address))), changes };
}

/** Any other address is somebody's, and everybody of the company reads that of a brand. */
const isForBrands = async (tx: Tx, { companyId }: Pick<Actor, 'companyId'>, id: number): Promise<boolean> =>
  (await tx
    .selectFrom('company_address')
    .select('address_id')
    .where('company_id', '=', companyId)
    .where('address_id', '=', id)
    .executeTakeFirst()) !== undefined;
