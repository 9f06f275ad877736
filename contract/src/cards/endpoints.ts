/** Cards: the template of a trial, and the card of a participant, which is read, sent and printed. */
import { z } from 'zod';
import { siteSide } from '../access.ts';
import { trialAdministrators } from '../care-groups/access.ts';
import { endpoint } from '../endpoint.ts';
import { maxImageBody } from '../images/rules.ts';
import { flag, instant, recordId, requiredText, text, whole } from '../wire.ts';
import { cardNotSent, longestLabel, longestNumber, longestParagraph } from './rules.ts';

const logo = z.string().nullable();
const words = {
  rxBin: z.string(),
  rxPcn: z.string(),
  rxGrp: z.string(),
  cardholderNameLabel: z.string(),
  cardholderIdLabel: z.string(),
  participants: z.string(),
  claimSubmissions: z.string(),
  pharmacyInstructions: z.string(),
  cardIntroduction: z.string(),
  contactInfo: z.string(),
  mainLogo: logo,
  optionalLogo: logo,
};

/** CRD-02. */
const cardTemplate = z.object({ ...words, g_id: z.number(), version: z.number() });
export type CardTemplate = z.output<typeof cardTemplate>;

/** APG-09; null while the trial has none (OPS-24). */
export const readCard = endpoint({
  method: 'GET',
  path: '/care-groups/clinical-trial/card',
  summary: 'A person reads the card template of a trial',
  access: { module: 'TrialCard', except: ['Pharmacy User', 'Wholesaler User'] },
  query: z.strictObject({ g_id: recordId('care_group') }),
  reply: z.object({ trialCard: cardTemplate.nullable() }),
});

/** base64, with or without `data:image/png;base64,` before it. Empty or null is none; left out, it stays as it is. */
const givenLogo = z.string().nullish();
const paragraph = text(longestParagraph);
const given = z.strictObject({
  g_id: recordId('care_group'),
  rxBin: requiredText(longestNumber),
  rxPcn: requiredText(longestNumber),
  rxGrp: requiredText(longestNumber),
  cardholderNameLabel: requiredText(longestLabel),
  cardholderIdLabel: requiredText(longestLabel),
  participants: paragraph,
  claimSubmissions: paragraph,
  pharmacyInstructions: paragraph,
  cardIntroduction: paragraph,
  contactInfo: paragraph,
  mainLogo: givenLogo,
  optionalLogo: givenLogo,
  /** 0 is that of a card that is not there yet. */
  version: whole.optional(),
});
const saved = {
  path: '/care-groups/clinical-trial/card',
  access: trialAdministrators,
  body: given,
  bodyLimit: 2 * maxImageBody,
  tooLarge: 'card.too_large',
  reply: z.object({ message: z.string(), gId: z.number(), version: z.number() }),
  refusesWith400: true,
  failure: 'Unable to save the card',
} as const;

/** APG-10, CRD-11. */
export const addCard = endpoint({
  ...saved,
  method: 'POST',
  summary: 'An administrator makes the card template of a trial',
  creates: true,
});

/** APG-11, CRD-11. */
export const changeCard = endpoint({
  ...saved,
  method: 'PUT',
  summary: 'An administrator changes the card template of a trial',
});

/** Sponsors get no participant data, partners only with the requests they handle (PRV-04). */
const ofSites = { module: 'TrialCard', types: siteSide } as const;
const ofParticipant = z.strictObject({ g_id: recordId('care_group'), participant_id: recordId('participant') });

const contactType = z.enum(['Email', 'Text']);

/** PCO-01: the trial's card, filled for one participant. */
export const trialCard = z.object({ ...words, cardholderId: z.string() });
export type TrialCard = z.output<typeof trialCard>;

/** When a participant's card was sent the last time in one of the two ways, where to, and whether it does not arrive there. */
const cardSending = z.object({ recipient: z.string(), sentAt: instant, isUndelivered: z.boolean().optional() });
export type CardSending = z.output<typeof cardSending>;

/** APS-06, PAR-06. 404 when the trial has no card, in words where it only is not configured yet. With it comes what decides whether it can be sent (PCO-05). */
export const readParticipantCard = endpoint({
  method: 'GET',
  path: '/groups/trial-participant/card',
  summary: 'A person reads the card of a participant',
  access: ofSites,
  query: ofParticipant,
  reply: z.object({
    ...trialCard.shape,
    outreachPreference: flag,
    /** The ways in which this portal sends anything. */
    ways: z.array(contactType).optional(),
    emailUnsubscribed: flag,
    lastEmail: cardSending.nullable(),
    lastText: cardSending.nullable(),
  }),
});

/** APS-05, PCO-04. */
export const sendCard = endpoint({
  method: 'POST',
  path: '/groups/trial-participant/card/outreach',
  summary: 'A person sends a participant their card',
  access: ofSites,
  creates: true,
  body: z.strictObject({
    participant_id: recordId('participant'),
    contactType,
    g_id: recordId('care_group'),
  }),
  reply: z.object({ message: z.string(), outreachId: z.number() }),
  failure: cardNotSent,
});

/** PCO-07: a PDF of one page, in base64. */
export const printCard = endpoint({
  method: 'GET',
  path: '/groups/trial-participant/card/print',
  summary: 'A person prints the card of a participant',
  access: ofSites,
  isCostly: true,
  query: ofParticipant,
  holdsFile: true,
  reply: z.object({ filename: z.string(), contentType: z.literal('application/pdf'), data: z.string() }),
  failure: 'Unable to print the card. Please try again later.',
});
