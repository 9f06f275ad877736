import { onSessionEnd } from './session.ts';

/** What a reading call was answered, decoded, and the number after which a list goes on that it left rows out of. */
export interface Answered {
  reply: unknown;
  more: string | null;
}
interface Kept {
  tag: string;
  answered: Answered;
  /** In characters, as it came. */
  size: number;
}

const mostCharacters = 8_000_000;
const mostOfOne = 4_000_000;
const mostAnswers = 200;

/** By path and query, those used longest ago first. In memory alone: nothing of it may outlive the session (SES-07). */
let kept = new Map<string, Kept>();
onSessionEnd(forgetAnswers);

export function forgetAnswers(): void {
  kept = new Map();
}

/**
 * What this call was answered last, and how to keep what it is answered now: asked for with the tag of the last answer, one
 * that has not changed does not travel again. An answer that comes after the end of its session is not kept.
 */
export function lastAnswerOf(asked: string) {
  const answers = kept;
  const last = answers.get(asked);
  return {
    last,
    keep: (next: Kept): void => {
      answers.delete(asked);
      if (next.size > mostOfOne) return;
      answers.set(asked, next);
      let size = 0;
      for (const one of answers.values()) size += one.size;
      for (const [oldest, one] of answers) {
        if (size <= mostCharacters && answers.size <= mostAnswers) break;
        answers.delete(oldest);
        size -= one.size;
      }
    },
  };
}
