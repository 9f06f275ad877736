/** What administrators are told by mail about signs of misuse: who, when, from where, and no record's content (PRV-12). */
import { brandedMail, type Letterhead, linkTo } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';
import type { Viewer } from '#platform/security/viewer.ts';

type Person = Pick<Viewer, 'email' | 'firstName' | 'lastName'>;

const nameOf = ({ firstName, lastName, email }: Person) => `${`${firstName} ${lastName}`.trim()} (${email})`;
/** In the one zone that is everybody's. */
const spoken = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const toAdministrator = (brand: Brand, to: string, letter: Pick<Letterhead, 'subject' | 'paragraphs'>): Mail =>
  brandedMail(brand, { to, ...letter, action: { label: 'Open my account', href: linkTo(brand, '/account') } });

export const foreignCalls = (
  brand: Brand,
  to: string,
  person: Person,
  what: { at: Date; address: string; calls: number },
): Mail =>
  toAdministrator(brand, to, {
    subject: 'Calls for records of another company were refused',
    paragraphs: [
      `${nameOf(person)} asked ${what.calls} times in ten minutes for records of another company. Nothing was shown.`,
      `When: ${spoken(what.at)}\nAddress: ${what.address}`,
      'Please ask this person whether it was them. If not, deactivate the account, and contact us.',
    ],
  });

export const damaged = (
  brand: Brand,
  to: string,
  person: Person,
  what: { at: Date; address: string; documentId: number },
): Mail =>
  toAdministrator(brand, to, {
    subject: 'A stored document is damaged',
    paragraphs: [
      `Document ${what.documentId} is not what was stored, or is gone, and was not shown. ${nameOf(person)} wanted to open it.`,
      `When: ${spoken(what.at)}\nAddress: ${what.address}`,
      'Please contact us: the document may be in a backup. Further ones within the hour are on record only.',
    ],
  });
