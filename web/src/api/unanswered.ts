import { youAreOffline } from '#kit/offline.ts';
import { CallFailure } from './failure.ts';

/**
 * Whether nobody knows if it was done: no answer of our server came, or none that can be read. A 503 is one of them, also our server's own:
 * most are given before anything was done, and one where the database did not answer whether it has kept it. What began without a network
 * was not sent, and a 500 of our server has kept nothing.
 */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof CallFailure &&
  failure.message !== youAreOffline &&
  (failure.status < 400 || failure.status > 500 || (failure.status === 500 && failure.code === 'unreachable'));

/** What a message that goes away by itself adds to the sentence of such a failure. */
export const whetherDone = (failure: unknown): string | undefined =>
  isUnanswered(failure) ? 'It is not known whether this was done.' : undefined;
