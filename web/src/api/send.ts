import { type Answer, type Outgoing, exchange } from './exchange.ts';
import { CallFailure } from './failure.ts';
import { inputToTell, noteKnown } from './idle.ts';
import { endSession, renewToken, sessionState, sessionsEnded } from './session.ts';

const denied = () => new CallFailure(401, { code: 'unauthenticated', message: 'Request Denied' });

/** A token may be replaced by another tab just after it was given; what never ends is refused by something else. */
const mostTries = 3;

/**
 * Sends a call of the person who is signed in (API-01); without a session it ends in sign-out (API-02, SES-06). It is never sent again
 * in another session than the one it began in.
 */
export async function send(out: Outgoing): Promise<Answer> {
  const ended = sessionsEnded();
  if (!sessionState().accessToken) await renewOrEnd(null);
  for (let tried = 1; ; tried++) {
    const { accessToken } = sessionState();
    const input = inputToTell();
    try {
      const answer = await exchange(bearing(out));
      noteKnown(input);
      return answer;
    } catch (error) {
      if (!(error instanceof CallFailure) || error.status !== 401) throw error;
    }
    if (sessionsEnded() !== ended) throw denied();
    if (tried === mostTries) {
      end();
      throw denied();
    }
    await renewOrEnd(accessToken);
    if (sessionsEnded() !== ended) throw denied();
  }
}

function bearing(out: Outgoing): Outgoing {
  return { ...out, headers: { ...out.headers, authorization: `Bearer ${sessionState().accessToken ?? ''}` } };
}

async function renewOrEnd(refused: string | null): Promise<void> {
  const { accessToken, phase } = sessionState();
  // Another call has renewed it in the meantime.
  if (accessToken && accessToken !== refused) return;
  const ended = sessionsEnded();
  if (phase !== 'none' && (await renewToken())) return;
  // The one that has begun meanwhile is not ended by it.
  if (sessionsEnded() === ended) end();
  throw denied();
}

/** Once only: the calls that were on their way together all find the session gone. */
function end(): void {
  if (sessionState().phase !== 'none') endSession('expired');
}
