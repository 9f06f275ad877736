import { CallFailure, sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { youAreOffline } from '#kit/offline.ts';
import type { Refused } from '#kit/Refusal.tsx';

export interface Act {
  /** With its verb: "The request was". */
  of: string;
  /** "sent". */
  done: string;
  /** The button that does it. */
  press: string;
  /** Why, where that is not its own sentence. */
  text?: string | undefined;
  /** Of a call that takes no key (`takesKey`), whose second try is refused or does nothing. */
  isKeyless?: boolean;
}

/** Says no more of an act than is known, and where it may have been done, how to find out: by the same key it is done once (REL-06). */
export function refusedAs(failure: unknown, { of, done, press, text, isKeyless = false }: Act): Refused {
  const sentence = text ?? sentenceOf(failure);
  if (isFirstTryDone(failure)) return { title: `${of} not ${done}`, text: sentenceOf(failure), leave: firstAlone };
  if (!isUnanswered(failure)) return { title: `${of} not ${done}`, text: sentence };
  const again = isKeyless
    ? `Press “${press}” again to find out: it is not done twice.`
    : `Press “${press}” again without changing anything: it is done once only.`;
  return {
    title: `It is not known whether ${of.charAt(0).toLowerCase()}${of.slice(1)} ${done}`,
    text: `${sentence.replace(/\.$/, '')}. ${again}`,
    leave: `It may have been ${done} anyway. Please check before you do it again.`,
  };
}

/** The same, where what was refused is said without a heading. */
export const saidAs = (failure: unknown, act: Act): Refused =>
  isOfLostAnswer(failure) ? refusedAs(failure, act) : { text: act.text ?? sentenceOf(failure) };

/** The same in one line, where there is no room for a heading. */
export function lineAs(failure: unknown, act: Act): string {
  const { title, text } = saidAs(failure, act);
  return `${title ? `${title}. ` : ''}${text as string}`;
}

/** One's own try that got no answer was done after all, and this one, with other content, was not. */
export const isFirstTryDone = (failure: unknown): boolean =>
  failure instanceof CallFailure && failure.code === 'first_try_done';
const firstAlone = 'Your first try went through. What you have changed since then will not be saved.';

/** Whether a fixed sentence, which says that nothing was done, would be wrong or would keep back what there is to know: then `refusedAs`. */
export const isOfLostAnswer = (failure: unknown): boolean => isUnanswered(failure) || isFirstTryDone(failure);

/**
 * Why something was not done, unless a title has said so already; where the line or the server failed, also that nothing is lost and
 * what to press. The same is then sent by the same key, so it is done once (REL-06).
 */
export function sentenceAndWayOn(failure: unknown, button: string, title?: string): string | undefined {
  const sentence = sentenceOf(failure);
  const reason = sentence === title ? undefined : sentence;
  const isRefused = failure instanceof CallFailure && failure.status > 0 && failure.status < 500;
  if (isRefused || sentence === youAreOffline) return reason;
  return `${reason ? `${reason.replace(/\.$/, '')}. ` : ''}Nothing is lost: all of it is still here. Press “${button}” again.`;
}
