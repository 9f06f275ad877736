import type { CardTemplate, TrialCard } from '@portal/contract/cards/endpoints.ts';
import type { CardRow, TemplateRow } from './queries.ts';

const words = (row: TemplateRow | CardRow) => ({
  rxBin: row.rx_bin,
  rxPcn: row.rx_pcn,
  rxGrp: row.rx_grp,
  cardholderNameLabel: row.cardholder_name_label,
  cardholderIdLabel: row.cardholder_id_label,
  participants: row.participants,
  claimSubmissions: row.claim_submissions,
  pharmacyInstructions: row.pharmacy_instructions,
  cardIntroduction: row.card_introduction,
  contactInfo: row.contact_info,
  mainLogo: row.main_logo,
  optionalLogo: row.optional_logo,
});

export const presentTemplate = (row: TemplateRow): CardTemplate => ({
  ...words(row),
  g_id: row.care_group_id,
  version: row.version,
});

/** PCO-01, OPS-38: the card's cardholder id is the participant's. */
export const presentCard = (row: CardRow): TrialCard => ({ ...words(row), cardholderId: row.ctrxId });
