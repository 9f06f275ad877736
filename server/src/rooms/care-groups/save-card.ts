import { announce } from '#platform/announce.ts';
import type { Clock } from '#platform/clock.ts';
import type { Tx } from '#platform/db.ts';
import { fail } from '#platform/fail.ts';
import { changesBetween, record } from '#platform/record.ts';
import type { Actor } from '#platform/viewer.ts';
import { lockGroup, type Sight } from './queries.ts';

/** The card template of a trial (CRD-02). Logos are base64 images. */
export interface CardTemplate {
  rxBin: string;
  rxPcn: string;
  rxGrp: string;
  cardholderNameLabel: string;
  cardholderIdLabel: string;
  participants: string;
  claimSubmissions: string;
  pharmacyInstructions: string;
  cardIntroduction: string;
  contactInfo: string;
  mainLogo: string | null;
  optionalLogo: string | null;
}

/** Stores the one card template of a trial, the first as well as every later one (CRD-01, CRD-10). */
export async function saveCard(
  tx: Tx,
  clock: Clock,
  viewer: Actor & Sight,
  trialId: number,
  card: CardTemplate,
): Promise<void> {
  const trial = await lockGroup(tx, viewer, trialId, 'trial');
  if (!trial) throw fail('not_found');
  if (!trial.is_configured) throw fail('care_group.trial_not_configured');
  const before = await tx.selectFrom('trial_card').selectAll().where('care_group_id', '=', trialId).executeTakeFirst();
  const fields = {
    rx_bin: card.rxBin,
    rx_pcn: card.rxPcn,
    rx_grp: card.rxGrp,
    cardholder_name_label: card.cardholderNameLabel,
    cardholder_id_label: card.cardholderIdLabel,
    participants: card.participants,
    claim_submissions: card.claimSubmissions,
    pharmacy_instructions: card.pharmacyInstructions,
    card_introduction: card.cardIntroduction,
    contact_info: card.contactInfo,
    main_logo: card.mainLogo,
    optional_logo: card.optionalLogo,
  };
  await tx
    .insertInto('trial_card')
    .values({ ...fields, care_group_id: trialId, company_id: viewer.companyId })
    .onConflict((conflict) => conflict.column('care_group_id').doUpdateSet(fields))
    .execute();
  await record(tx, clock, viewer, {
    action: 'card.saved',
    record: { kind: 'trial_card', id: trialId },
    changes: changesBetween(before ?? {}, fields),
  });
  await announce(tx, clock, viewer.companyId, { type: 'care_group.changed', id: trialId, careGroupId: trialId });
}
