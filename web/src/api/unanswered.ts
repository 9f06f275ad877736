import { youAreOffline } from '#kit/offline.ts';
import { CallFailure, saysNothing } from './failure.ts';

/**
 * Whether nobody knows if it was done: no answer of our server came, or none that can be read. A 503 is one of them, also our server's own:
 * most are given before anything was done, and one where the database did not answer whether it has kept it. What began without a network
 * was not sent, and a 500 of our server has kept nothing.
 */
export const isUnanswered = (failure: unknown): boolean =>
  failure instanceof CallFailure &&
  (failure.isAfterLost ||
    (failure.message !== youAreOffline &&
      (failure.status < 400 || failure.status > 500 || (failure.status === 500 && failure.code === 'unreachable'))));

/** For something that begins now: what it gives back is told of its failure, and says where it was not sent, since there was no network. */
export function sentFromHere(): (failure: CallFailure) => void {
  const wasOffline = !navigator.onLine;
  return (failure) => {
    if (wasOffline && failure.status === 0) failure.message = youAreOffline;
  };
}

export const isOffline = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.message === youAreOffline;

/** Of the tries that got no answer, until one by the same key is done or is refused for what it asks. */
const lostKeys = new Set<string>();

/** What comes before a key is looked at tells nothing of its earlier tries: no network, a limit, a session that is over, a proxy. */
export const tellsOfKey = (failure: unknown): boolean =>
  failure instanceof CallFailure && [400, 404, 409, 422].includes(failure.status) && !saysNothing(failure);

export const noteDone = (key: string): void => void lostKeys.delete(key);

export const noteLost = (key: string): void => void lostKeys.add(key);

/** Also says to the failure of a try whether an earlier one may have been done (REL-06). */
export function noteFailed(failure: CallFailure, key: string, insteadOf: readonly string[]): void {
  if (isUnanswered(failure)) noteLost(key);
  else if (tellsOfKey(failure)) noteDone(key);
  else failure.isAfterLost = [key, ...insteadOf].some((one) => lostKeys.has(one));
}

/** What a message that goes away by itself adds to the sentence of such a failure. */
export const whetherDone = (failure: unknown): string | undefined =>
  isUnanswered(failure) ? 'It is not known whether this was done.' : undefined;
