/** What people are told by mail about their password. No more than they need to act on it (PRV-12). */
import { resetCodeMs } from '@portal/contract/identity/rules.ts';
import { brandedMail, linkTo, momentInMail } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

export const resetCode = (brand: Brand, email: string, code: string): Mail =>
  brandedMail(brand, {
    to: email,
    subject: 'Your code for a new password',
    paragraphs: [
      'Someone asked for a new password for your account. If this was not you, you can ignore this email: your password stays the same.',
      `This code works once, for ${resetCodeMs / 60_000} minutes. We will never ask you for it.`,
    ],
    code,
  });

export const passwordChanged = (
  brand: Brand,
  person: { email: string; firstName: string },
  at: Date,
  /** One to take a lost factor off. */
  endsRequest: boolean,
): Mail =>
  brandedMail(brand, {
    to: person.email,
    subject: 'Your password was changed',
    paragraphs: [
      `Hello ${person.firstName},`,
      'The password of your account was changed, and your other sessions have ended.',
      `When: ${momentInMail(at)}`,
      ...(endsRequest ? ['Your request to remove MFA has ended. If you still need it, ask again at sign-in.'] : []),
      'If this was not you, set a new password now and contact us.',
    ],
    action: { label: 'Set a new password', href: linkTo(brand, '/forgot-password') },
  });
