/** The port to whatever sends texts: any service, or a small bridge to one, that takes them as JSON. */
import type { Sender } from './deliver-messages.ts';

/** What went wrong, as a code: neither the number nor the text is repeated in it (PRV-05). */
class NotSent extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** Posts each text to the configured address and to no other: redirects are refused, and nothing waits longer than 10 s (SEC-33). */
export function textSender(url: string, token: string, limitMs = 10_000): Sender {
  const stopped = new AbortController();
  return {
    channel: 'sms',
    send: async ({ id, to, text }) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          // The same at every try, so that the service can tell a repetition.
          'idempotency-key': `message-${id}`,
        },
        body: JSON.stringify({ to, text }),
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(limitMs), stopped.signal]),
      }).catch((error: unknown) => {
        const { name, cause } = error as { name?: string; cause?: { code?: string } };
        throw new NotSent(name === 'TimeoutError' ? 'ETIMEDOUT' : (cause?.code ?? 'ECONNECTION'));
      });
      await response.body?.cancel();
      if (response.ok) return;
      throw new NotSent(`HTTP ${response.status}`);
    },
    close: () => stopped.abort(),
  };
}
