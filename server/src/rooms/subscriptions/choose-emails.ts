import { preferencesPage } from '@portal/contract/subscriptions/rules.ts';
import { announce } from '#platform/events/announce.ts';
import type { Clock } from '#platform/core/clock.ts';
import type { Tx } from '#platform/database/db.ts';
import { fail } from '#platform/core/fail.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { record } from '#platform/audit/record.ts';
import { findAnywhere, holdAddress } from './queries.ts';

/**
 * Notes whether an address wants e-mails, in every company that has a participant with it, and takes back what still waits
 * to be sent (PRV-08). Choosing what is chosen already changes nothing.
 */
export async function chooseEmails(
  tx: Tx,
  clock: Clock,
  from: { host: string; requestId: string },
  { email, wantsEmails }: { email: string; wantsEmails: boolean },
): Promise<void> {
  await holdAddress(tx, email);
  const people = await findAnywhere(tx, email);
  if (people.length === 0) throw fail('not_found');
  const changed = people.filter((one) => one.wantsEmails !== wantsEmails);
  for (const companyId of new Set(changed.map((one) => one.companyId))) {
    await tx
      .insertInto('email_choice')
      .values({
        company_id: companyId,
        email,
        wants_emails: wantsEmails,
        chosen_at: clock.now(),
        page: preferencesPage,
        host: from.host,
        request_id: from.requestId,
      })
      .execute();
    // Nobody has signed in: it is whoever knows the address.
    const visitor = { ...from, companyId, providerId: null, firstName: 'Visitor', lastName: '', type: 'System' };
    for (const { participantId, siteId } of changed.filter((one) => one.companyId === companyId)) {
      await record(tx, clock, visitor, {
        action: wantsEmails ? 'participant.resubscribed' : 'participant.unsubscribed',
        record: { kind: 'participant', id: participantId },
        changes: [
          { field: 'wants_emails', old: !wantsEmails, new: wantsEmails },
          { field: 'email', new: email },
          { field: 'page', new: preferencesPage },
        ],
      });
      await announce(tx, clock, companyId, { type: 'participant.changed', id: participantId, careGroupId: siteId });
    }
  }
  if (!wantsEmails) await withdrawMails(tx, clock, email, 'to participants');
}
