/** Administrators are told who was let into which group, and why (PRV-11). */
import type { Brand } from '#platform/core/brands.ts';
import { brandedMail, linkTo, momentInMail } from '#platform/jobs/branded-mail.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

export const emergencyAccessGiven = (
  brand: Brand,
  to: string,
  given: { person: { name: string; email: string }; group: string; at: Date; endsAt: Date; reason: string },
): Mail =>
  brandedMail(brand, {
    to,
    subject: 'Emergency access was given',
    paragraphs: [
      `The operator of the portal let ${given.person.name} (${given.person.email}) into the care group "${given.group}" and those below it. It ends by itself.`,
      `From: ${momentInMail(given.at)}\nUntil: ${momentInMail(given.endsAt)}\nReason: ${given.reason}`,
      'What this person does and reads meanwhile is marked "emergency access" in the audit trail and in the access log. If you do not know why, please contact us.',
    ],
    action: { label: 'Open the audit trail', href: linkTo(brand, '/account') },
  });

/** To those who do not see that group: who was let in where, and why, is beyond their own groups (SEC-23). */
export const emergencyAccessGivenElsewhere = (
  brand: Brand,
  to: string,
  given: { at: Date; endsAt: Date; isSeen: boolean },
): Mail =>
  brandedMail(brand, {
    to,
    subject: 'Emergency access was given',
    paragraphs: [
      'The operator of the portal let somebody of your company into a care group beyond yours. It ends by itself.',
      `From: ${momentInMail(given.at)}\nUntil: ${momentInMail(given.endsAt)}`,
      given.isSeen
        ? 'Administrators who see it or the whole company are told who it is, which care group it is, and why.'
        : 'No administrator of your company sees it: please ask the operator of the portal.',
    ],
  });
