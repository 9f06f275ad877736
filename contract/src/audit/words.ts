/** What the audit trail says, in plain words: every kind of change, every kind of record, and what a number stands for. */

/** What somebody did. An act that records a kind without words does not compile. */
const actions = {
  'account.created': 'Registered an account',
  'account.locked': 'Locked an account after wrong attempts',
  'account.mfa_removed': 'Took a second factor off',
  'account.mfa_replaced': 'Replaced a second factor',
  'account.mfa_set_up': 'Set up a second factor',
  'account.password_changed': 'Changed a password',
  'account.password_reset': 'Set a new password by a mailed code',
  'account.password_reset_asked': 'Asked for a code to set a new password',
  'account.recovery_code_used': 'Signed in with a recovery code',
  'account.recovery_codes_renewed': 'Made new recovery codes',
  'account.session_ended': 'Ended a session elsewhere',
  'account.state_changed': 'Changed the state of an account',
  'brand.added': 'Added a brand',
  'brand.changed': 'Changed a brand',
  'card.saved': 'Saved the card of a trial',
  'card.sent': 'Sent a participant their card',
  'care_group.added': 'Added a care group',
  'care_group.brand_assigned': 'Assigned a brand to a care group',
  'care_group.changed': 'Changed a care group',
  'care_group.copied': 'Copied a care group',
  'care_group.member_added': 'Took a person into a care group',
  'care_group.member_removed': 'Removed a person from a care group',
  'care_group.removed': 'Removed a care group',
  'company.added': 'Added a company',
  'company.mfa_requirement_changed': 'Changed whether everybody needs a second factor',
  'company.modules_changed': 'Changed the modules of a company',
  'company_email.added': 'Added an email address of the company',
  'company_phone.added': 'Added a phone number of the company',
  'delegate.invited': 'Invited a physician delegate',
  'delegate.invited_again': 'Invited a physician delegate again',
  'delegate.npi_added': 'Let a delegate act for a physician',
  'delegate.npi_changed': 'Renamed a physician of a delegate',
  'delegate.npi_removed': 'Ended that a delegate acts for a physician',
  'document.found_damaged': 'Found a stored document damaged',
  'document.kept': 'Stored a document',
  'image.added': 'Uploaded an image',
  'invitation.cancelled': 'Took an invitation back',
  'invitation.refused': 'Refused a registration whose inviter may not invite any more',
  'invitation.sent': 'Sent an invitation',
  'invitation.used': 'Registered by an invitation',
  'logo.set': 'Set the logo of a brand',
  'lot.added': 'Put a lot on record',
  'lot.expiry_corrected': 'Corrected the expiration date of a lot',
  'medication_list.added': 'Made the medication list',
  'medication_list.changed': 'Changed the medication list',
  'notification.switched': 'Switched a notification',
  'participant.added': 'Added a participant',
  'participant.changed': 'Changed a participant',
  'participant.deactivated': 'Deactivated a participant',
  'participant.reactivated': 'Reactivated a participant',
  'participant.resubscribed': 'Resubscribed to emails',
  'participant.unsubscribed': 'Unsubscribed from emails',
  'partner.added': 'Added a partner',
  'partner.changed': 'Changed a partner',
  'product.added': 'Added a product',
  'product.changed': 'Changed a product',
  'product.removed': 'Removed a product',
  'product_price.invalidated': 'Invalidated a price',
  'product_price.set': 'Set a price',
  'provider.added': 'Added a person',
  'provider.changed': 'Changed a person',
  'provider.deactivated': 'Deactivated a person',
  'provider.reactivated': 'Reactivated a person',
  'recovery.approved': 'Approved the recovery of an account',
  'recovery.asked': 'Asked for the recovery of an account',
  'recovery.refused': 'Refused the recovery of an account',
  'recovery.withdrawn': 'Withdrew a request for recovery by coming in',
  'shipment.commented': 'Commented on a shipment request',
  'shipment.comments_read': 'Read comments on a shipment request',
  'shipment.created': 'Created a shipment request',
  'shipment.document_uploaded': 'Uploaded a document to a shipment request',
  'shipment.moved': 'Changed the status of a shipment request',
  'shipment.reminder_dismissed': 'Dismissed a reminder to reorder',
  'shipment.reminder_set': 'Set a reminder to reorder',
  'shipment.shipped': 'Shipped a shipment request',
  'site.configured': 'Configured a trial site',
  'site.partner_connected': 'Connected a partner to a trial site',
  'site.partner_disconnected': 'Disconnected a partner from a trial site',
  'site.supplier_added': 'Made a partner the supplier of a product',
  'site.supplier_removed': 'Ended that a partner supplies a product',
  'sponsor.added': 'Added a sponsor',
  'sponsor.changed': 'Changed a sponsor',
  'sponsor.removed': 'Removed a sponsor',
  'trial.configured': 'Configured a trial',
} as const;

const records = {
  account: 'Account',
  care_group: 'Care group',
  company: 'Company',
  company_brand: 'Brand',
  company_email: 'Company email',
  company_phone: 'Company phone',
  delegate: 'Physician delegate',
  document: 'Document',
  invitation: 'Invitation',
  lot: 'Lot',
  medication_list: 'Medication list',
  notification_preference: 'Notification',
  participant: 'Participant',
  partner: 'Partner',
  product: 'Product',
  product_price: 'Price',
  provider: 'Person',
  public_image: 'Image',
  recovery: 'Recovery request',
  shipment_request: 'Shipment request',
  sponsor: 'Sponsor',
  trial_card: 'Card',
} as const;

export type AuditAction = keyof typeof actions;
export type RecordKind = keyof typeof records;
export const actionWords: Readonly<Record<string, string>> = actions;
export const recordWords: Readonly<Record<string, string>> = records;

/** Kinds of records that have a name to show beside their number. */
export const namedKinds = [
  'provider',
  'care_group',
  'partner',
  'sponsor',
  'product',
  'participant',
  'document',
] as const;
export type NamedKind = (typeof namedKinds)[number];

/** Some records go by the number of another: an account by its person's, a card by its trial's. */
const sameNumber: Readonly<Record<string, NamedKind>> = { account: 'provider', trial_card: 'care_group' };

/** Under which kind a record has its name, if it has one. */
export const namedKindOf = (recordKind: string): NamedKind | undefined =>
  sameNumber[recordKind] ?? namedKinds.find((kind) => kind === recordKind);

/** The fields whose number stands for another record, as acts name them. */
const pointers: Readonly<Record<string, NamedKind>> = {
  careGroupId: 'care_group',
  care_group_id: 'care_group',
  care_groups: 'care_group',
  documentId: 'document',
  newProductId: 'product',
  oldProductId: 'product',
  parent_id: 'care_group',
  participantId: 'participant',
  participant_id: 'participant',
  partnerId: 'partner',
  partner_id: 'partner',
  prescriberId: 'provider',
  primary_contact_id: 'provider',
  productId: 'product',
  product_id: 'product',
  provider: 'provider',
  provider_id: 'provider',
  siteId: 'care_group',
  site_id: 'care_group',
  sponsor_id: 'sponsor',
  trial_id: 'care_group',
};

/** Every number in a stored value that stands for another record, however deep it lies. */
export function pointersIn(field: string, value: unknown): { kind: NamedKind; id: number }[] {
  if (Array.isArray(value)) return value.flatMap((one) => pointersIn(field, one));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, inner]) => pointersIn(key, inner));
  const kind = Object.hasOwn(pointers, field) ? pointers[field] : undefined;
  return kind && typeof value === 'number' ? [{ kind, id: value }] : [];
}

/** How the `names` of a reply are keyed. */
export const nameKey = (kind: NamedKind, id: number | string): string => `${kind}:${id}`;

const fields: Readonly<Record<string, string>> = {
  born_on: 'Date of birth',
  care_groups: 'Care groups',
  ctrx_id: 'CTRx number',
  enabled: 'Switched on',
  is_active: 'Active',
  is_batch: 'Batch shipment',
  is_configured: 'Configured',
  is_prescriber: 'Prescriber',
  mfa: 'Second factor',
  npi: 'NPI',
  npis: 'NPIs',
  provider_id: 'Person',
  required_on: 'Need by date',
  reminder_on: 'Reminder on',
  zip: 'ZIP',
};

/** The name of a stored field: `lot_number` and `lotNumber` are "Lot number". */
export function fieldWords(field: string): string {
  if (Object.hasOwn(fields, field)) return fields[field] as string;
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
    .replace(/ ids?$/, '')
    .trim();
  return words === '' ? field : words[0]?.toUpperCase() + words.slice(1);
}
