/** That an e-mail is used is told of other companies' people too (OPC-88): whoever asks that by inviting users leaves an entry for each. */
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { Failed } from '#platform/core/fail.ts';
import type { SecurityLog } from '#platform/security/security-log.ts';
import type { Viewer } from '#platform/security/viewer.ts';

/** Notes each of the e-mails, as a keyed hash, beside who was told that it is used. */
export function noteTakenEmails(
  security: Pick<SecurityLog, 'note'>,
  viewer: Viewer,
  { method, path }: Endpoint,
  emails: Iterable<string>,
): void {
  const { providerId, companyId } = viewer;
  for (const email of emails)
    security.note({
      event: 'invitation.email_taken',
      outcome: 'refused',
      whose: { providerId, companyId, email },
      from: viewer,
      call: `${method} ${path}`,
    });
}

/** What becomes of a call that could not invite this e-mail: that it is used is noted, and the refusal goes on. */
export const notingTakenEmail =
  (security: Pick<SecurityLog, 'note'>, viewer: Viewer, asked: Endpoint, email: string) =>
  (error: unknown): never => {
    if (error instanceof Failed && error.code === 'provider.email_taken')
      noteTakenEmails(security, viewer, asked, [email]);
    throw error;
  };
