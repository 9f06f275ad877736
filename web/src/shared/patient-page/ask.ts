import { exchange, type Way } from '#api/exchange.ts';
import { CallFailure, saysNothing } from '#api/failure.ts';
import { sentFromHere } from '#api/unanswered.ts';

/** How the pages of patients ask. Each room knows the shape of its own calls; what is only read was not to be sent, and says nothing of that. */
export async function askAt(
  path: string,
  body: unknown,
  { isRead, ...way }: Way & { isRead: boolean },
): Promise<unknown> {
  const failedFromHere = sentFromHere();
  try {
    return (await exchange({ method: 'POST', path, body, ...way })).reply;
  } catch (failure) {
    if (!isRead && failure instanceof CallFailure) failedFromHere(failure);
    throw failure;
  }
}

/**
 * The portal has said that the link has ended, or that the date of birth has to be entered again. What is not there behind a link leaves the
 * link as good as it was.
 */
export const isOver = (failure: unknown): boolean =>
  failure instanceof CallFailure &&
  !saysNothing(failure) &&
  (failure.status === 403 || (failure.status === 404 && failure.code !== 'not_found'));
