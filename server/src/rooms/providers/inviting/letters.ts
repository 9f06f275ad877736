/** What somebody who is invited is told by mail. */
import { brandedMail, linkTo } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

/** REG-01. */
export const registrationLink = (brand: Brand, code: string): string => linkTo(brand, '/register', { id: code });

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export const invitation = (
  brand: Brand,
  to: { email: string; companyName: string; code: string; expiresAt: Date },
): Mail =>
  brandedMail(brand, {
    to: to.email,
    subject: `Your invitation to ${brand.name}`,
    paragraphs: [
      `${to.companyName} invites you to ${brand.name}.`,
      `Please register by ${inWords.format(to.expiresAt)}. The link works once, and only for this email address.`,
      'If you do not know why you got this, you can ignore it.',
    ],
    action: { label: 'Register', href: registrationLink(brand, to.code) },
  });
