/** The port to a mail server. */
import { createTransport } from 'nodemailer';
import type { Sender } from './deliver-messages.ts';

export interface Mailer extends Sender {
  /** Comes to where a mail would be handed over, and hands over none. */
  verify: () => Promise<unknown>;
}

/** Mail by SMTP. Nothing waits longer than half a minute for the server. With `needsTls`, never in the clear (PRV-06). */
export function smtpMailer(url: string, from: string, { needsTls = false } = {}): Mailer {
  const transport = createTransport({
    url,
    requireTLS: needsTls,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    dnsTimeout: 5_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    channel: 'email',
    send: async ({ id, to, subject, text, html }) => {
      await transport.sendMail({
        from,
        // As an object it is not parsed, so it stays one recipient (SEC-26).
        to: { name: '', address: to },
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
    },
    verify: () => transport.verify(),
    close: () => transport.close(),
  };
}
