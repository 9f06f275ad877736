import type { Act } from '#platform/act/act.ts';
import type { Sight } from '#rooms/care-groups/door.ts';
import { brandToWriteIn } from '#rooms/companies/door.ts';
import { wantsEmails } from '#rooms/subscriptions/door.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { House } from '#platform/http/calls.ts';
import { fail } from '#platform/core/fail.ts';
import { waysServed } from '#platform/jobs/services.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { activeCard } from './active-card.ts';
import { cardMail, cardText } from './letters.ts';
import { presentCard } from './present.ts';
import { holdParticipant, nearnessOfBrand } from './queries.ts';

export interface Outreach {
  participantId: number;
  /** The site or the trial of the participant. */
  careGroupId: number;
  contactType: 'Email' | 'Text';
}

/**
 * Sends a participant their card and gives the number of the sending (PCO-04 to PCO-06, PRV-08). `at` is the brand where the sender works:
 * an installation may have one for each part of the world, with a help line there, and companies that have no brand of their own.
 */
export async function sendCard(
  { tx, viewer, now, record, announce, sendMail, sendText }: Act<Actor & Sight & { providerId: number }>,
  { house, at }: { house: Pick<House, 'brands' | 'env'>; at: Brand },
  { participantId, careGroupId, contactType }: Outreach,
): Promise<number> {
  await holdParticipant(tx, participantId);
  const row = await activeCard(tx, viewer, careGroupId, participantId);
  if (!row.outreachPreference) throw fail('card.outreach_off');
  if (!waysServed(house.env).includes(contactType)) throw fail('card.no_service');
  const recipient = contactType === 'Email' ? row.email : row.phone;
  if (!recipient) throw fail('card.no_address');
  if (contactType === 'Email' && !(await wantsEmails(tx, recipient, { hold: true }))) throw fail('card.unsubscribed');

  const fields = { channel: contactType === 'Email' ? 'email' : 'sms', recipient };
  const { outreachId } = await tx
    .insertInto('card_outreach')
    .values({
      ...fields,
      company_id: viewer.companyId,
      trial_id: row.trialId,
      participant_id: participantId,
      sender_id: viewer.providerId,
      sent_at: now(),
    })
    .returning('outreach_id as outreachId')
    .executeTakeFirstOrThrow();
  await record({
    action: 'card.sent',
    record: { kind: 'participant', id: participantId },
    changes: created(fields),
  });
  // Of the trial alone: sponsors hear of how many, not of whom.
  await announce({ type: 'card.sent', id: row.trialId, careGroupId: row.siteId });
  const card = { ...presentCard(row), name: `${row.firstName} ${row.lastName}` };
  const brand = await brandToWriteIn(house, tx, {
    companyId: viewer.companyId,
    nearness: nearnessOfBrand(row),
    otherwise: at,
  });
  if (contactType === 'Email')
    await sendMail({ ...cardMail(brand, recipient, card), participantId, outreachId, topic: 'to participants' });
  else await sendText({ to: recipient, text: cardText(brand, card), participantId, outreachId });
  return outreachId;
}
