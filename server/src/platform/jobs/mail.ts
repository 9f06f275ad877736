/** The port to a mail server. */
import { once } from 'node:events';
import { createTransport } from 'nodemailer';
import type { Sender } from './deliver-messages.ts';

export interface Mailer extends Sender {
  /** Comes to where a mail would be handed over, and hands over none. */
  verify: () => Promise<unknown>;
}

/** With the code of a server that is away. Whether it took the mail in its last moment cannot be known, so it is sent again. */
const tooLate = () => Object.assign(new Error('the mail server took too long'), { code: 'ETIMEDOUT' });

/** No mail takes longer, however little and slowly the server says something (SEC-33). With `needsTls`, never in the clear (PRV-06). */
export function smtpMailer(url: string, from: string, { needsTls = false, limitMs = 10_000 } = {}): Mailer {
  const transport = createTransport({
    url,
    requireTLS: needsTls,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: limitMs,
    dnsTimeout: 5_000,
    // What was given up is closed at once, and not when the server closes its side.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    channel: 'email',
    send: async ({ id, to, subject, text, html, fromName, answersTo }) => {
      const signal = AbortSignal.timeout(limitMs);
      const sending = transport.sendMail({
        signal,
        // As objects they are not parsed, so that each stays one address (SEC-26).
        from: { name: fromName ?? '', address: from },
        to: { name: '', address: to },
        ...(answersTo === null ? {} : { replyTo: { name: '', address: answersTo } }),
        subject,
        text,
        ...(html === null ? {} : { html }),
        // The same at every try, so that a mail server can tell a repetition.
        messageId: `<message-${id}@${
          from
            .split('@')
            .at(-1)
            ?.replace(/[^\w.-]/g, '') ?? 'portal'
        }>`,
      });
      await sending.catch((error: unknown) => {
        throw signal.aborted ? tooLate() : error;
      });
    },
    verify: async () => {
      const late = once(AbortSignal.timeout(limitMs), 'abort').then(() => Promise.reject(tooLate()));
      await Promise.race([transport.verify(), late]);
    },
    close: () => transport.close(),
  };
}
