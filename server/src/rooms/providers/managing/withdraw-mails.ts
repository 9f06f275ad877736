import type { Act } from '#platform/act/act.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { withdrawMailsToAdministrator } from '#rooms/identity/door.ts';

/**
 * Takes back what still waits for somebody who has lost access, and tells of other people or of work. What tells of their own account
 * goes, and so does what waits for a participant or a partner with the same address. That they lost access is written by then.
 */
export async function withdrawMailsOf(act: Act, { cpId, email }: { cpId: number; email: string }): Promise<void> {
  const { tx, viewer, now } = act;
  // Whoever writes a mail about shipments holds the switch of it.
  await tx
    .selectFrom('notification_preference')
    .select('notification_id')
    .where('provider_id', '=', cpId)
    .orderBy('notification_id')
    .forUpdate()
    .execute();
  await withdrawMails(tx, { now }, email, 'shipment updates');
  await withdrawMailsToAdministrator(act, { companyId: viewer.companyId, email });
}
