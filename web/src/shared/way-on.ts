import { CallFailure, sentenceOf } from '#api/failure.ts';
import { youAreOffline } from '#kit/offline.ts';

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
