/** The card of a trial: what a new one says, how long its parts may be, and when it may be sent. */

/** What somebody may write on a card. Logos are pictures and stand apart. */
export const cardTexts = [
  'rxBin',
  'rxPcn',
  'rxGrp',
  'cardholderNameLabel',
  'cardholderIdLabel',
  'cardIntroduction',
  'participants',
  'pharmacyInstructions',
  'claimSubmissions',
  'contactInfo',
] as const;
export type CardTexts = Record<(typeof cardTexts)[number], string>;

export const longestNumber = 20;
export const longestLabel = 40;
export const longestParagraph = 1_500;

/** CRD-03 to CRD-05, OPS-37: how the card of a trial starts, with the help desk of the brand it is made under. */
export const newCard = (brand: { name: string; email: string; phone: string | null }): CardTexts => ({
  rxBin: 'XXXXX',
  rxPcn: 'XXXXX',
  rxGrp: 'XXXXX',
  cardholderNameLabel: 'Cardholder Name:',
  cardholderIdLabel: 'Cardholder ID:',
  cardIntroduction:
    'This card belongs to a participant of a clinical trial. Questions about it are answered by the Help desk.',
  participants:
    'Show this card each time you collect your study medication. If it is not accepted, call the Help desk before you leave the pharmacy.',
  pharmacyInstructions:
    'Enter the numbers on this card as the primary payer. If a claim is rejected, call the Help desk and do not charge the cardholder.',
  claimSubmissions:
    'Submit claims electronically with the BIN, PCN and group on this card. For a claim on paper, ask the Help desk.',
  contactInfo: `Help desk of ${brand.name}: ${[brand.phone, brand.email].filter((one) => one !== null).join(', ')}`,
});

/** What the seeds say of a card (CRD-10). */
export const configureFirst = 'Trials should be configured before card';

/** PCO-09: what is said whatever kept the card from being sent. */
export const cardNotSent = 'Unable to send trial card. Please try again later or use the print option.';
export const cardSent = 'Card sent successfully!';

/** In 15 minutes, by one person (SEC-36). */
export const mostCardsSent = 60;

type Way = 'Email' | 'Text';

/** What decides whether a card may be sent to a participant. */
export interface Reachable {
  /** What the trial says. */
  outreachPreference: boolean;
  email: string | null;
  phone: string | null;
  emailUnsubscribed: boolean;
  /** Those in which the portal sends anything; left out by a server that does not say. */
  ways?: readonly Way[] | undefined;
}

const notServed = { Email: 'This portal sends no emails.', Text: 'This portal sends no texts.' };

/** PCO-05, PCO-06, PRV-08: why the card cannot go this way; null where it can. */
export function sendProblem(way: Way, to: Reachable): string | null {
  if (!to.outreachPreference) return 'This trial does not send cards.';
  if (to.ways && !to.ways.includes(way)) return notServed[way];
  if (way === 'Text') return to.phone ? null : 'This participant has no phone number.';
  if (!to.email) return 'This participant has no email.';
  return to.emailUnsubscribed ? 'This participant has unsubscribed from emails.' : null;
}

/** How the audit trail names an image of a card. */
export const imageMark = (sha256: string): string => `image sha256:${sha256}`;
/** The hash in such a name; null where it is none. */
export const markedImage = (value: unknown): string | null =>
  typeof value === 'string' ? (/^image sha256:([0-9a-f]{64})$/.exec(value)?.[1] ?? null) : null;
