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

/** What administrators are told who do not see that group: who was let in where, and why, is beyond their own groups (SEC-23). */
interface Unnamed {
  at: Date;
  endsAt: Date;
  isSeen: boolean;
}
const inTime = ({ at, endsAt }: Unnamed) => `From: ${momentInMail(at)}\nUntil: ${momentInMail(endsAt)}`;
const whoKnows = ({ isSeen }: Unnamed) =>
  isSeen
    ? 'Administrators who see it or the whole company are told who it is, which care group it is, and why.'
    : 'No administrator of your company sees it: please ask the operator of the portal.';

/** To those whose own groups lie below it, at least one of them: what they look after is open as well. */
export const emergencyAccessGivenAbove = (brand: Brand, to: string, given: Unnamed): Mail =>
  brandedMail(brand, {
    to,
    subject: 'Emergency access was given',
    paragraphs: [
      'The operator of the portal let somebody of your company into a care group that contains yours, or one of yours. They see your patients and participants there as well. It ends by itself.',
      inTime(given),
      'What this person does there meanwhile is marked "emergency access" in the audit trail of your care groups.',
      whoKnows(given),
    ],
    action: { label: 'Open the audit trail', href: linkTo(brand, '/account') },
  });

/** To all others. */
export const emergencyAccessGivenElsewhere = (brand: Brand, to: string, given: Unnamed): Mail =>
  brandedMail(brand, {
    to,
    subject: 'Emergency access was given',
    paragraphs: [
      'The operator of the portal let somebody of your company into a care group beyond yours. It ends by itself.',
      inTime(given),
      whoKnows(given),
    ],
  });
