/** What a patient is sent: that their care team has written, and where. Nothing of what it wrote, or of who they are (PRV-05, PRV-12). */
import { ownPage } from '@portal/contract/patients/rules.ts';
import type { Brand } from '#platform/core/brands.ts';
import { brandedMail, linkTo } from '#platform/jobs/branded-mail.ts';
import type { Mail } from '#platform/jobs/outbox.ts';
import { wayOut } from '#rooms/outreach/door.ts';

/** The patient's own page; who has the code comes in with a date of birth. */
const pageOf = (brand: Brand, code: string): string => linkTo(brand, ownPage, { conversation: code });

export const noticeMail = (brand: Brand, to: string, code: string): Mail =>
  brandedMail(brand, {
    to,
    subject: `A message from ${brand.name}`,
    paragraphs: [
      'Hello,',
      'Your care team has written to you. Please follow the link to read the message and to answer.',
    ],
    action: { label: 'Read the message', href: pageOf(brand, code) },
    footnote: wayOut(brand, to),
  });

export const noticeText = (brand: Brand, code: string): string =>
  `${brand.name}: You have a new message from your care team: ${pageOf(brand, code)}`;
