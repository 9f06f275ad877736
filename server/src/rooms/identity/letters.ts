/** What people are told by mail about their accounts. No more than they need to act on it (PRV-12). */
import { type Letterhead, brandedMail, linkTo, momentInMail } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

interface Person {
  email: string;
  firstName: string;
  lastName: string;
}

const ifNotYou = 'If this was not you, change your password now, end your other sessions, and contact us.';
const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim();

const contactOf = ({ email, phone }: Brand) => [email, phone].filter((one) => one !== null).join(' or ');

const toOwner = (brand: Brand, person: Person, letter: Pick<Letterhead, 'subject' | 'paragraphs'>): Mail =>
  brandedMail(brand, {
    to: person.email,
    subject: letter.subject,
    paragraphs: [`Hello ${person.firstName},`, ...letter.paragraphs],
    action: { label: 'Open my account', href: linkTo(brand, '/account') },
  });

export const newDevice = (brand: Brand, person: Person, what: { at: Date; device: string; address: string }): Mail =>
  toOwner(brand, person, {
    subject: 'New sign-in to your account',
    paragraphs: [
      'Someone signed in to your account from a device that was not used for it before.',
      `When: ${momentInMail(what.at)}\nDevice: ${what.device}\nAddress: ${what.address}`,
      'If this was you, you can ignore this email.',
      ifNotYou,
    ],
  });

const factorChanges = {
  'set up': 'MFA was set up on your account: from now on, you sign in with a code from your authenticator app.',
  replaced: 'MFA on your account was changed: the code at sign-in now comes from another authenticator app.',
  removed: 'MFA was removed from your account: you no longer need a code to sign in.',
};
export const factorChanged = (brand: Brand, person: Person, how: keyof typeof factorChanges, at: Date): Mail =>
  toOwner(brand, person, {
    subject: 'MFA on your account was changed',
    paragraphs: [factorChanges[how], `When: ${momentInMail(at)}`, ifNotYou],
  });

export const recoveryCodeUsed = (brand: Brand, person: Person, what: { at: Date; left: number }): Mail =>
  toOwner(brand, person, {
    subject: 'A recovery code of your account was used',
    paragraphs: [
      `One of your recovery codes was used instead of a code from your authenticator app. ${what.left} of them ${what.left === 1 ? 'is' : 'are'} left.`,
      `When: ${momentInMail(what.at)}`,
      ifNotYou,
    ],
  });

export const recoveryCodesRenewed = (brand: Brand, person: Person, at: Date): Mail =>
  toOwner(brand, person, {
    subject: 'You have new recovery codes',
    paragraphs: [
      'New recovery codes were made for your account. The old ones no longer work.',
      `When: ${momentInMail(at)}`,
      ifNotYou,
    ],
  });

export const recoveryAsked = (brand: Brand, administrator: string, person: Person, at: Date): Mail =>
  brandedMail(brand, {
    to: administrator,
    subject: 'MFA recovery was requested',
    paragraphs: [
      `${nameOf(person)} (${person.email}) can no longer use MFA and is asking for it to be removed from the account.`,
      `When: ${momentInMail(at)}`,
      'Before you approve, please make sure that the request really comes from this person, for example by calling them.',
    ],
    action: { label: 'Decide', href: linkTo(brand, '/account') },
  });

/** Where no other administrator may decide, only the operator can help. */
export const recoveryAskedByYou = (brand: Brand, person: Person, at: Date, hasDeciders: boolean): Mail =>
  toOwner(brand, person, {
    subject: 'MFA recovery was requested',
    paragraphs: [
      `Someone who knows the password of your account asked for MFA to be removed from it. ${
        hasDeciders
          ? 'An administrator of your company decides.'
          : `No other administrator of your company can decide about this. To have MFA removed, please contact ${brand.name} at ${contactOf(brand)}.`
      }`,
      `When: ${momentInMail(at)}`,
      'If this was not you, contact us, and change your password now.',
    ],
  });

export const recoveryDecided = (brand: Brand, person: Person, approved: boolean, at: Date): Mail =>
  toOwner(brand, person, {
    subject: approved ? 'MFA was removed from your account' : 'MFA stays on your account',
    paragraphs: [
      approved
        ? 'An administrator of your company removed MFA from your account. All your sessions have ended, and you set up MFA again at your next sign-in.'
        : 'An administrator of your company decided to keep MFA on your account. The code is still needed to sign in.',
      `When: ${momentInMail(at)}`,
      'If you did not ask for this, change your password now and contact us.',
    ],
  });

const takenOff = 'All sessions have ended, and MFA is set up again at the next sign-in.';
export const factorTakenOffYou = (brand: Brand, person: Person, at: Date): Mail =>
  toOwner(brand, person, {
    subject: 'MFA was removed from your account',
    paragraphs: [
      `The operator of the portal removed MFA from your account. ${takenOff}`,
      `When: ${momentInMail(at)}`,
      'If you did not ask for this, change your password now and contact us.',
    ],
  });

export const factorTakenOff = (brand: Brand, administrator: string, person: Person, at: Date): Mail =>
  brandedMail(brand, {
    to: administrator,
    subject: 'MFA was removed from an account',
    paragraphs: [
      `The operator of the portal removed MFA from the account of ${nameOf(person)} (${person.email}). ${takenOff}`,
      `When: ${momentInMail(at)}`,
      'If you do not know why, please ask this person, and contact us.',
    ],
  });

export const accountLocked = (
  brand: Brand,
  administrator: string,
  person: Person,
  what: { cause: 'password' | 'code'; at: Date; address: string },
): Mail =>
  brandedMail(brand, {
    to: administrator,
    subject: 'An account was locked',
    paragraphs: [
      `After many wrong ${what.cause === 'password' ? 'passwords' : 'codes'} the account of ${nameOf(person)} (${person.email}) is locked for 15 minutes.`,
      `When: ${momentInMail(what.at)}\nAddress: ${what.address}`,
      'If it happens again, please ask this person whether it was them.',
    ],
  });
