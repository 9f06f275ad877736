/** SQL of the cards. Every statement is held to the groups in sight (SEC-23). */
import { inSight, type Sight } from '#rooms/care-groups/door.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/database/db.ts';

/** The card template of a trial that is in sight. */
export const templateOf = (tx: Tx, trialId: number) =>
  tx.selectFrom('trial_card').selectAll().where('care_group_id', '=', trialId).executeTakeFirst();
export type TemplateRow = NonNullable<Awaited<ReturnType<typeof templateOf>>>;

/** Keeps an image that is, or was, on a card of the company; once (P11-11). */
export const keepImage = (tx: Tx, companyId: number, image: Buffer) =>
  tx
    .insertInto('card_image')
    .values({ company_id: companyId, image })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** An image that a card of the company has, or had. */
export const imageOf = (tx: Tx, companyId: number, sha256: string) =>
  tx
    .selectFrom('card_image')
    .select('image')
    .where('company_id', '=', companyId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();

/** A participant of this site or trial, where the trial is to have a card. */
const cardholder = (tx: Tx, viewer: Sight, careGroupId: number, participantId: number) =>
  tx
    .selectFrom('participant')
    .innerJoin('care_group as trial', 'trial.care_group_id', 'participant.trial_id')
    .where('participant.participant_id', '=', participantId)
    .where((eb) => eb.or([eb('participant.site_id', '=', careGroupId), eb('participant.trial_id', '=', careGroupId)]))
    .where('trial.has_card', '=', true)
    .where('participant.removed_at', 'is', null)
    .where(inSight(viewer, 'participant.site_id'));

export const isCardholder = async (...of: Parameters<typeof cardholder>): Promise<boolean> =>
  (await cardholder(...of)
    .select('participant.participant_id')
    .executeTakeFirst()) !== undefined;

/** The trial's card for a participant of this site or trial; without one when the trial has none. */
export const cardOf = (...of: Parameters<typeof cardholder>) =>
  cardholder(...of)
    .innerJoin('trial_card as card', 'card.care_group_id', 'trial.care_group_id')
    .select([
      'participant.ctrx_id as ctrxId',
      'participant.is_active as isActive',
      'participant.first_name as firstName',
      'participant.last_name as lastName',
      'participant.email',
      'participant.phone',
      'participant.trial_id as trialId',
      'participant.site_id as siteId',
      'trial.outreach_preference as outreachPreference',
    ])
    .selectAll('card')
    .executeTakeFirst();
export type CardRow = NonNullable<Awaited<ReturnType<typeof cardOf>>>;

/** Whether the site of a participant or else their trial has the brand `given.brand_id`; null for neither. */
export const nearnessOfBrand = ({ siteId, trialId }: Pick<CardRow, 'siteId' | 'trialId'>) =>
  sql<number | null>`(select min(case care_group_id when ${siteId} then 0 else 1 end) from care_group
    where (care_group_id = ${siteId} or care_group_id = ${trialId}) and brand_id = given.brand_id)`;

/** Until the transaction ends the participant stays who and where they are: what is sent can be taken back by whoever changes that. */
export const holdParticipant = (tx: Tx, participantId: number) =>
  tx
    .selectFrom('participant')
    .select('participant_id')
    .where('participant_id', '=', participantId)
    .forShare()
    .execute();

/**
 * When the card of a participant was sent the last time in this way, and not taken back, where to, and whether it does not arrive there.
 * Whether they are in sight is asked first.
 */
export const lastSending = (tx: Tx, participantId: number, channel: 'email' | 'sms', now: Date) =>
  tx
    .selectFrom('card_outreach')
    .select([
      'recipient',
      'sent_at as sentAt',
      sql<boolean>`card_does_not_arrive(outreach_id, ${now})`.as('isUndelivered'),
    ])
    .where('participant_id', '=', participantId)
    .where('channel', '=', channel)
    .where('withdrawn_at', 'is', null)
    .orderBy('sent_at', 'desc')
    .orderBy('outreach_id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Whoever works at a pharmacy that has a request of the trial, and reads there the card of the participant it is for (ROL-27). */
export const pharmacistsOf = async (tx: Tx, trialId: number): Promise<number[]> =>
  (
    await tx
      .selectFrom('provider')
      .where('type', '=', 'Pharmacy User')
      .where('partner_id', 'in', (eb) =>
        eb
          .selectFrom('shipment_request')
          .where('trial_id', '=', trialId)
          .where('shipment_type', '=', 'pharmacy')
          .select('partner_id'),
      )
      .select('provider_id as id')
      .orderBy('provider_id')
      .execute()
  ).map(({ id }) => id);
