/** How the brand of a company looks as the brand of a host: what it does not say itself, the installation's brand says. */
import { isReadable, textOn } from '@portal/contract/companies/colours.ts';
import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import { phoneInGroups } from '@portal/contract/phone.ts';
import { imagePath } from '@portal/contract/images/rules.ts';
import { tidyName } from '@portal/contract/wire.ts';
import type { Brand, BrandAlert } from '#platform/core/brands.ts';

/** What is read of a company's brand for it. */
export interface CompanyBrand {
  brand_id: number;
  company_id: number;
  company_name: string;
  logo_image_id: string | null;
  favicon_image_id: string | null;
  sign_in_image_id: string | null;
  primary_colour: string | null;
  email: string | null;
  contact_email: string | null;
  sender_email_name: string | null;
  support_number: string | null;
  terms_url: string | null;
}

export function brandOfHost(
  row: CompanyBrand,
  { host, usual, alerts }: { host: string; usual: Brand; alerts: readonly BrandAlert[] },
): Brand {
  const name = tidyName(row.company_name) || usual.name;
  const email = row.email ?? row.contact_email;
  const image = (id: string | null) => id && imagePath(id);
  return {
    ...usual,
    key: hostBrandKey(row.brand_id),
    hosts: [host],
    name,
    title: name,
    companyName: name,
    mfaIssuer: name,
    logo: image(row.logo_image_id) ?? usual.logo,
    signInImage: image(row.sign_in_image_id) ?? usual.signInImage,
    favicon: image(row.favicon_image_id) ?? usual.favicon,
    colours: coloursOf(row.primary_colour) ?? usual.colours,
    email: email ?? usual.email,
    // BRN-08: a brand may have no phone; that of somebody else would not help beside its own email.
    phone: (row.support_number && phoneInGroups(row.support_number)) ?? (email === null ? usual.phone : null),
    terms: row.terms_url === null ? usual.terms : `${usual.terms}\n\nThe terms of ${name}: ${row.terms_url}`,
    portalUrl: onHost(usual.portalUrl, host),
    companyId: row.company_id,
    senderName: tidyName(row.sender_email_name ?? '') || name,
    alerts,
  };
}

/** They stand in styles, so that nothing else may. */
const coloursOf = (colour: string | null): Brand['colours'] | null =>
  colour !== null && /^#[0-9a-f]{6}$/.test(colour) && isReadable(colour)
    ? { primary: colour, onPrimary: textOn(colour) }
    : null;

/** The address of the portal where it is served on this host. */
export function onHost(portalUrl: string, host: string): string {
  const url = new URL(portalUrl);
  url.hostname = host;
  return url.origin;
}
