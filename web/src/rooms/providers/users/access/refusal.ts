import { removeUser } from '@portal/contract/providers/user-endpoints.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { refusedAs } from '#shared/way-on.ts';

/** The fixed sentence of what failed, and below it the server's reason where there is one; none of these calls does anything twice. */
export function refusalOf(title: string, failure: unknown, press: string): Refused {
  if (isUnanswered(failure))
    return refusedAs(failure, { of: 'This was', done: 'done', press, text: title, isKeyless: true });
  const reason = sentenceOf(failure);
  // Revoking and removing are one call: what it says of itself is only of one of them.
  return reason === title || reason === removeUser.failure ? { title } : { title, text: reason };
}

/** A session that ended is told elsewhere. */
export const isSignedOut = (failure: unknown): boolean => failure instanceof CallFailure && failure.status === 401;
