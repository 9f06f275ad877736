import { createHash } from 'node:crypto';
import { type CardTexts, imageMark } from '@portal/contract/cards/rules.ts';
import type { Act } from '#platform/act/act.ts';
import { lockGroup, type Sight, tellOfTrial } from '#rooms/care-groups/door.ts';
import { fail, failStale } from '#platform/core/fail.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { presentTemplate } from './present.ts';
import { keepImage, pharmacistsOf } from './queries.ts';

/** The card template of a trial (CRD-02). Logos are base64 images; null is none, and one that is left out stays as it is. */
export interface CardTemplate extends CardTexts {
  mainLogo?: string | null | undefined;
  optionalLogo?: string | null | undefined;
  /** The one that was read; 0 is that of a card that is not there yet. */
  version?: number | undefined;
}

/** Stores the one card template of a trial, the first as well as every later one, and gives its version (CRD-01, CRD-10). */
export async function saveCard(act: Act<Actor & Sight>, trialId: number, card: CardTemplate): Promise<number> {
  const { tx, viewer, record } = act;
  const trial = await lockGroup(tx, viewer, trialId, 'trial');
  if (!trial) throw fail('not_found');
  if (!trial.is_configured) throw fail('care_group.trial_not_configured');
  const before = await tx.selectFrom('trial_card').selectAll().where('care_group_id', '=', trialId).executeTakeFirst();
  if (card.version !== undefined && card.version !== (before?.version ?? 0))
    throw failStale(before ? presentTemplate(before) : { version: 0 });
  const texts = {
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
  };
  const logos = {
    main_logo: card.mainLogo === undefined ? (before?.main_logo ?? null) : card.mainLogo,
    optional_logo: card.optionalLogo === undefined ? (before?.optional_logo ?? null) : card.optionalLogo,
  };
  const changes = changesBetween({ ...before, ...(before && marksOf(before)) }, { ...texts, ...marksOf(logos) });
  if (before && changes.length === 0) return before.version;
  const fields = { ...texts, ...logos, version: (before?.version ?? 0) + 1 };
  await tx
    .insertInto('trial_card')
    .values({ ...fields, care_group_id: trialId, company_id: viewer.companyId })
    .onConflict((conflict) => conflict.column('care_group_id').doUpdateSet(fields))
    .execute();
  for (const field of ['main_logo', 'optional_logo'] as const) {
    const logo = logos[field];
    if (logo && logo !== before?.[field]) await keepImage(tx, viewer.companyId, Buffer.from(logo, 'base64'));
  }
  await record({ action: 'card.saved', record: { kind: 'trial_card', id: trialId }, changes });
  await tellOfTrial(act, trialId, await pharmacistsOf(tx, trialId));
  return fields.version;
}

/** The audit trail tells one picture from another and does not keep megabytes of them; `card_image` does. */
const marksOf = (logos: { main_logo: string | null; optional_logo: string | null }) => ({
  main_logo: markOf(logos.main_logo),
  optional_logo: markOf(logos.optional_logo),
});
const markOf = (logo: string | null) => logo && imageMark(createHash('sha256').update(logo, 'base64').digest('hex'));
