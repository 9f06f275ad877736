import type { Act } from '#platform/act/act.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { whoSeesNoMore } from '#rooms/care-groups/door.ts';
import { withdrawMailsToAdministrator } from '#rooms/identity/door.ts';

interface Person {
  cpId: number;
  email: string;
}

/**
 * Takes back what still waits for somebody who has lost access, and tells of other people or of work. What tells of their own account
 * goes, and so does what waits for a participant or a partner with the same address. That they lost access is written by then.
 */
export async function withdrawMailsOf(act: Act, { cpId, email }: Person): Promise<void> {
  await withdrawShipmentMails(act, { cpId, email });
  await withdrawMailsToAdministrator(act, { companyId: act.viewer.companyId, email });
}

/**
 * The same for somebody who has left groups and sees one of them no more: nobody can tell any more whom a mail that waits is about, so
 * what tells of the groups they keep goes with it, and is in the lists.
 */
export async function withdrawMailsOfGroups(
  act: Act,
  { cpId, careGroupIds }: { cpId: number; careGroupIds: readonly number[] },
): Promise<void> {
  const left = { companyId: act.viewer.companyId, providerIds: [cpId], careGroupIds };
  for (const { email } of await whoSeesNoMore(act.tx, left)) await withdrawMailsOf(act, { cpId, email });
}

/** Whoever writes a mail about shipments holds the switch of it. */
async function withdrawShipmentMails({ tx, now }: Act, { cpId, email }: Person): Promise<void> {
  await tx
    .selectFrom('notification_preference')
    .select('notification_id')
    .where('provider_id', '=', cpId)
    .orderBy('notification_id')
    .forUpdate()
    .execute();
  await withdrawMails(tx, { now }, email, 'shipment updates');
}
