/** How taking something away ends. It takes no key, so the answer of a try that got none never comes again. */
import { useState } from 'react';
import { type CallFailure, sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import type { Refused } from '#kit/Refusal.tsx';
import { refusedAs } from './way-on.ts';

/** A try that finds nothing any more after one that got no answer has found out that this one was done. */
export function useRemoval(done: () => void) {
  const [wasUnanswered, setWasUnanswered] = useState(false);
  return {
    onSuccess: done,
    onError: (failure: CallFailure) => {
      if (isUnanswered(failure)) setWasUnanswered(true);
      else if (failure.code === 'not_found' && wasUnanswered) done();
    },
  };
}

/** The fixed sentence, and below it the server's reason where it gave one; or that nobody knows whether it was done. */
export function refusalOf(failure: CallFailure | null, sentence: string, done: string): Refused | null {
  if (!failure || failure.status === 401) return null;
  if (isUnanswered(failure))
    return refusedAs(failure, { of: 'The document was', done, press: 'Confirm', isKeyless: true });
  const reason = sentenceOf(failure);
  return { title: sentence, text: reason === sentence ? undefined : reason };
}
