/** What a patient is sent: that there is something to answer, and where. Nothing of the assessment, of their health or of who they are (PRV-05, PRV-12). */
import { ownPage } from '@portal/contract/patients/rules.ts';
import { preferencesPage } from '@portal/contract/subscriptions/rules.ts';
import type { Brand } from '#platform/core/brands.ts';
import { brandedMail, linkTo } from '#platform/jobs/branded-mail.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

/** The patient's own page; who has the code comes in with a date of birth. */
const pageOf = (brand: Brand, code: string): string => linkTo(brand, ownPage, { code });

export const assessmentMail = (brand: Brand, to: string, code: string): Mail =>
  brandedMail(brand, {
    to,
    subject: `A message from ${brand.name}`,
    paragraphs: ['Hello,', 'Your care team has some questions for you. Please follow the link to answer them.'],
    action: { label: 'Answer', href: pageOf(brand, code) },
    footnote: wayOut(brand, to),
  });

/** Where whoever has it stops such mails (PRV-12). */
export const wayOut = (brand: Brand, to: string) => ({
  words: 'To stop receiving emails like this one, use this page:',
  href: linkTo(brand, preferencesPage, { email: to }),
});

export const assessmentText = (brand: Brand, code: string): string =>
  `${brand.name}: Hello! Your care team has some questions for you: ${pageOf(brand, code)}`;
