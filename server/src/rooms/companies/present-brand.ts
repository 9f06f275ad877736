import type { UserType } from '@portal/contract/access.ts';
import { type KeptHours, usualHours, type Severity } from '@portal/contract/companies/brand-rules.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { imagePath } from '@portal/contract/images/rules.ts';
import type { AlertRow, BrandRow } from './brand-queries.ts';

export const presentBrand = (row: BrandRow, alerts: readonly AlertRow[]): BrandInfo => ({
  company_id: row.company_id,
  brandId: row.brand_id,
  brandKey: row.brand_key,
  companyName: row.company_name,
  shortName: row.short_name,
  street: row.street ?? '',
  street2: row.street2 ?? '',
  city: row.city ?? '',
  state: row.state ?? '',
  zip: row.zip ?? '',
  country: row.country ?? '',
  addrId: row.address_id,
  supportNumber: row.support_number,
  email: row.email,
  contactFax: row.contact_fax,
  hours: hoursIn(row.hours),
  brandHeaderUrl: row.header_image_id && imagePath(row.header_image_id),
  logo: row.logo_image_id && imagePath(row.logo_image_id),
  favicon: row.favicon_image_id && imagePath(row.favicon_image_id),
  signInImage: row.sign_in_image_id && imagePath(row.sign_in_image_id),
  primaryColour: row.primary_colour,
  senderEmailId: row.sender_email_id,
  contactEmailId: row.contact_email_id,
  senderPhoneId: row.sender_phone_id,
  senderEmailName: row.sender_email_name,
  termDocId: row.terms_document_id,
  termsURL: row.terms_url,
  portalUrl: row.portal_url,
  alerts: alerts
    .filter((alert) => alert.brand_id === row.brand_id)
    .map((alert) => ({
      ...presentAlert(alert),
      types: alert.types as UserType[],
      from: alert.from_day,
      until: alert.until_day,
    })),
  version: row.version,
});

export const presentAlert = ({ alert_id, message, severity }: AlertRow) => ({
  alertId: alert_id,
  message,
  severity: severity as Severity,
});

/** The database sorts the days by the length of their names. What is kept otherwise, by another release, is empty. */
export const hoursIn = (stored: unknown): KeptHours =>
  Object.fromEntries(
    Object.keys(usualHours).map((day) => {
      const kept = (stored as Record<string, unknown> | null)?.[day];
      return [day, typeof kept === 'string' ? kept : ''];
    }),
  ) as KeptHours;
