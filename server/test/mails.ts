/** Mails as the outbox has caught them, newest first. */
import type { Portal } from './portal.ts';

export interface Caught {
  subject: string;
  text: string;
  html: string | null;
}

export const mailsTo = (portal: Portal, email: string): Promise<Caught[]> =>
  portal.rows<Caught>(
    `select subject, body as text, html from message where channel = 'email' and recipient = $1 order by message_id desc`,
    [email],
  );
