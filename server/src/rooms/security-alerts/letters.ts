/** The security alerts that administrators get by mail: who, when, from where, and no record's content (PRV-12). */
import { brandedMail, type Letterhead, linkTo, momentInMail } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';
import type { TrailAlarm } from '#platform/security/alarms.ts';
import type { Viewer } from '#platform/security/viewer.ts';

type Person = Pick<Viewer, 'email' | 'firstName' | 'lastName'>;

const nameOf = ({ firstName, lastName, email }: Person) => `${`${firstName} ${lastName}`.trim()} (${email})`;

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
      `When: ${momentInMail(what.at)}\nAddress: ${what.address}`,
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
      `When: ${momentInMail(what.at)}\nAddress: ${what.address}`,
      'Please contact us: the document may be in a backup. Others within the hour are recorded, without another mail.',
    ],
  });

export const altered = (
  brand: Brand,
  to: string,
  person: Person,
  what: { at: Date; address: string; documentId: number },
): Mail =>
  toAdministrator(brand, to, {
    subject: 'A signed document is not what was signed',
    paragraphs: [
      `Document ${what.documentId} or what is kept of its signatures was changed outside the portal. It was not shown as valid. ${nameOf(person)} wanted to open or verify it.`,
      `When: ${momentInMail(what.at)}\nAddress: ${what.address}`,
      'Please contact us: what was signed may be in a backup. Others within the hour are recorded, without another mail.',
    ],
  });

export const guesses = (brand: Brand, to: string, person: Person, what: { at: Date; address: string }): Mail =>
  toAdministrator(brand, to, {
    subject: 'Wrong passwords were given to sign a document',
    paragraphs: [
      `From the session of ${nameOf(person)} five wrong passwords in a row were given to sign a document. Nothing was signed.`,
      `When: ${momentInMail(what.at)}\nAddress: ${what.address}`,
      'Please ask this person whether it was them. If not, deactivate the account, and contact us.',
    ],
  });

export const moreAlarms = (
  brand: Brand,
  to: string,
  what: { at: Date; cause: 'more refused calls' | 'more damage'; more: number },
): Mail =>
  toAdministrator(brand, to, {
    subject: 'There were more alarms than could be checked',
    paragraphs: [
      what.cause === 'more damage'
        ? `Documents were found damaged or missing ${what.more} more times than could be recorded one by one.`
        : `${what.more} more calls of your company's people were refused than could be checked one by one. Some may have asked for records of another company. Nothing was shown.`,
      `Until: ${momentInMail(what.at)}`,
      'Refused calls are among the Security Events on your account page, with person, time and address. So many at once are rarely a mistake: please contact us.',
    ],
  });

interface TrailLetters {
  forCompany: (brand: Brand, to: string, at: Date) => Mail;
  forOperator: (brand: Brand, to: string, at: Date) => Mail;
}
const aboutTrail = (letter: {
  subject: string;
  whatIs: string;
  forCompany: string;
  forOperator: string;
}): TrailLetters => {
  const { subject, whatIs } = letter;
  const paragraphs = (at: Date, last: string) => [whatIs, `When it was found: ${momentInMail(at)}`, last];
  return {
    forCompany: (brand, to, at) =>
      toAdministrator(brand, to, { subject, paragraphs: paragraphs(at, letter.forCompany) }),
    forOperator: (brand, to, at) => brandedMail(brand, { to, subject, paragraphs: paragraphs(at, letter.forOperator) }),
  };
};

const cutTrail = aboutTrail({
  subject: 'The audit trail was cut',
  whatIs:
    'The portal keeps a note outside its database of where the audit trail ends. The trail does not reach that place any more, or differs there: entries were removed or replaced, or the note was altered or taken away.',
  forCompany: 'What your people did last may be missing from it. Please contact us.',
  forOperator:
    'Run "npm run verify-audit": it names the place. Keep the file audit-head in DATA_DIR, the log and the latest backups, and find out who used the login that owns the database.',
});

const forgedTrail = aboutTrail({
  subject: 'The audit trail has entries that the portal did not write',
  whatIs:
    'Someone added entries, or a copy of one, to the audit trail without the portal. They lack the proof of the portal, which goes on linking its own entries without them.',
  forCompany: 'Entries from these days may describe actions that no one in your company took. Please contact us.',
  forOperator:
    'Run "npm run verify-audit": it names the first of them. Keep the log and the latest backups, and find out who wrote into the database.',
});

const forgedLink = aboutTrail({
  subject: 'The audit trail has a link that the portal did not make',
  whatIs:
    'The entries of the audit trail are linked into a chain, and someone added a link without the portal. Nothing is linked to it: entries written since then wait until it is removed.',
  forCompany: 'The audit trail of your people is kept, but less well protected. Please contact us.',
  forOperator:
    'Run "npm run verify-audit": it names the place. Keep the log and the latest backups, find out who wrote into the database, and remove the link as docs/operators.md says.',
});

const heldUpTrail = aboutTrail({
  subject: 'Entries of the audit trail wait for their link',
  whatIs:
    'Entries of the audit trail are linked into a chain within seconds. This has not been possible for a minute: someone or something is holding it up.',
  forCompany: 'The audit trail of your people is kept, but less well protected until then. Please contact us.',
  forOperator:
    'The log says "audit trail held up" with how many, and "audit entries not linked" with the reason. Look in pg_stat_activity for a connection that is not the portal\'s, and run "npm run verify-audit".',
});

export const trailLetters: Record<TrailAlarm, TrailLetters> = {
  'audit trail cut': cutTrail,
  'audit trail forged': forgedTrail,
  'audit trail link forged': forgedLink,
  'audit trail held up': heldUpTrail,
};

export const unknownFiles = (
  brand: Brand,
  to: string,
  { at, strays, known }: { at: Date; strays: number; known: number },
): Mail =>
  brandedMail(brand, {
    to,
    subject: 'Files that the database does not know',
    paragraphs: [
      `The folder of files has ${strays} that the database does not know, beside ${known} that it knows. Nothing was removed.`,
      `When it was found: ${momentInMail(at)}`,
      'This happens when an older database was restored beside newer files. First find out which of the two is right: nothing is removed until then.',
    ],
  });
