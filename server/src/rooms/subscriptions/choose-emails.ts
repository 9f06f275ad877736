import { preferencesPage } from '@portal/contract/subscriptions/rules.ts';
import { actOf, type Moment } from '#platform/act/act.ts';
import { type Brand, isOfAnother } from '#platform/core/brands.ts';
import { fail } from '#platform/core/fail.ts';
import { withdrawMails } from '#platform/jobs/outbox.ts';
import { findAnywhere, holdAddress } from './queries.ts';

const actions = {
  participant: { on: 'participant.resubscribed', off: 'participant.unsubscribed' },
  patient: { on: 'patient.resubscribed', off: 'patient.unsubscribed' },
} as const;

/** A company is told of no host of another one: it would learn whose patient its own is besides (SEC-22). */
const anotherHost = 'another host of the portal';

/**
 * Notes whether an address wants e-mails, in every company that has a participant or a patient with it, and takes back what still waits
 * to be sent (PRV-08). Choosing what is chosen already changes nothing.
 */
export async function chooseEmails(
  moment: Moment,
  from: { host: string; requestId: string; brand: Brand },
  { email, wantsEmails }: { email: string; wantsEmails: boolean },
): Promise<void> {
  const { tx, now } = moment;
  await holdAddress(tx, email);
  const people = await findAnywhere(tx, email);
  if (people.length === 0) throw fail('not_found');
  const changed = people.filter((one) => one.wantsEmails !== wantsEmails);
  for (const companyId of new Set(changed.map((one) => one.companyId))) {
    const { requestId } = from;
    const host = isOfAnother(from.brand, companyId) ? anotherHost : from.host;
    await tx
      .insertInto('email_choice')
      .values({
        company_id: companyId,
        email,
        wants_emails: wantsEmails,
        chosen_at: now(),
        page: preferencesPage,
        host,
        request_id: requestId,
      })
      .execute();
    // Nobody has signed in: it is whoever knows the address.
    const who = { providerId: null, firstName: 'Visitor', lastName: '', type: 'System' };
    const { record, announce } = actOf(tx, moment, { ...who, companyId, host, requestId });
    for (const { kind, id, careGroupIds } of changed.filter((one) => one.companyId === companyId)) {
      await record({
        action: actions[kind][wantsEmails ? 'on' : 'off'],
        record: { kind, id },
        changes: [
          { field: 'wants_emails', old: !wantsEmails, new: wantsEmails },
          { field: 'email', new: email },
          { field: 'page', new: preferencesPage },
        ],
      });
      const places = careGroupIds.length === 0 ? [null] : careGroupIds;
      await announce(...places.map((careGroupId) => ({ type: `${kind}.changed` as const, id, careGroupId })));
    }
  }
  if (!wantsEmails) await withdrawMails(tx, moment, [email], ['to participants']);
}
