/** What somebody who is invited is told by mail. */
import { brandedMail, linkTo } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

/** REG-01. */
export const registrationLink = (brand: Brand, code: string): string => linkTo(brand, '/register', { id: code });

/** With the time and its zone: where the reader is, the day may be another one. */
const spoken = (at: Date) => `${inWords.format(at)} UTC`;
const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const invitation = (
  brand: Brand,
  to: { email: string; companyName: string; code: string; expiresAt: Date },
): Mail =>
  brandedMail(brand, {
    to: to.email,
    subject: `Your invitation to ${brand.name}`,
    paragraphs: [
      `${to.companyName} invites you to ${brand.name}.`,
      `Please register by ${spoken(to.expiresAt)}. The link works once, and only for this email address.`,
      'If you do not know why you got this, you can ignore it.',
    ],
    action: { label: 'Register', href: registrationLink(brand, to.code) },
  });
