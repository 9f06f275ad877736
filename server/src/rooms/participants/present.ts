import { type Participant, participant, type trialCard } from '@portal/contract/participants/endpoints.ts';
import { z } from 'zod';
import type { cardOf, ParticipantRow } from './queries.ts';

/** A participant as the wire speaks of one. */
export const present = (row: ParticipantRow): Participant => ({
  participantId: row.participantId,
  fname: row.firstName,
  lname: row.lastName,
  dob: row.bornOn,
  gender: row.gender === 1 ? 1 : 0,
  email: row.email,
  phone: row.phone,
  address:
    row.addressId === null
      ? null
      : {
          street: row.street ?? '',
          street2: row.street2 ?? '',
          city: row.city ?? '',
          state: row.state ?? '',
          zip: row.zip ?? '',
          country: row.country ?? '',
        },
  addrId: row.addressId,
  subjectNumber: row.subjectNumber,
  ctrxId: row.ctrxId,
  trial: row.trial,
  isActive: row.isActive,
  preferred_contact: row.preferredContact,
  cardTemplateInfo: { hasCard: row.hasCard, cardConfigured: row.cardIsConfigured ? 'configured' : 'not configured' },
  version: row.version,
});

/** The current state, for whoever changed an older one (REL-07). It goes out beside the failure, so it is encoded here. */
export const presentCurrent = (row: ParticipantRow) => ({ current: z.encode(participant, present(row)) });

type CardRow = NonNullable<Awaited<ReturnType<typeof cardOf>>>;

/** PCO-01, OPS-38: the card's cardholder id is the participant's. */
export const presentCard = (row: CardRow): z.output<typeof trialCard> => ({
  rxBin: row.rx_bin,
  rxPcn: row.rx_pcn,
  rxGrp: row.rx_grp,
  cardholderNameLabel: row.cardholder_name_label,
  cardholderIdLabel: row.cardholder_id_label,
  cardholderId: row.ctrxId,
  participants: row.participants,
  claimSubmissions: row.claim_submissions,
  pharmacyInstructions: row.pharmacy_instructions,
  cardIntroduction: row.card_introduction,
  contactInfo: row.contact_info,
  mainLogo: row.main_logo,
  optionalLogo: row.optional_logo,
});
