import { submitResponse } from '@portal/contract/responses/endpoints.ts';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { youAreOffline } from '#kit/offline.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { saidAs } from '#shared/way-on.ts';

/** Input, another state, too much, too often: what was refused says itself what to do. */
const sayWhatToDo = [400, 409, 413, 429];

/** ANS-33: why answers could not be submitted, or that nobody knows whether they were. */
export function submitRefusal(failure: unknown, press: 'Submit' | 'Finish Review'): Refused {
  const sentence = sentenceOf(failure);
  const isClear = failure instanceof CallFailure && sayWhatToDo.includes(failure.status);
  const text = isClear || sentence === youAreOffline ? sentence : submitResponse.failure;
  return saidAs(failure, {
    of: 'The assessment was',
    done: press === 'Submit' ? 'submitted' : 'reviewed',
    press,
    text,
  });
}

const codeOf = (failure: unknown): string | null => (failure instanceof CallFailure ? failure.code : null);

/** The assessment is in another state than in the screen: answered, reviewed anew, or over. */
export const isOvertaken = (failure: unknown): boolean =>
  ['response.exists', 'response.event_over', 'stale'].includes(codeOf(failure) ?? '');

/** The patient's record is another one than what is held to be changed. */
export const isHeldOvertaken = (failure: unknown): boolean =>
  ['response.held_gone', 'response.held_stale'].includes(codeOf(failure) ?? '');

/** In which list of what is held. */
export const heldListOf = (failure: unknown): unknown =>
  failure instanceof CallFailure ? failure.detail['list'] : undefined;

/** The patient is in none of the person's groups any more. */
export const isOutOfReach = (failure: unknown): boolean =>
  isNotThere(failure) || (failure instanceof CallFailure && failure.status === 403);
