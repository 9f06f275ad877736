import { addCard, type CardTemplate } from '@portal/contract/cards/endpoints.ts';
import { type CardTexts, cardTexts, newCard } from '@portal/contract/cards/rules.ts';
import type { Asked } from '@portal/contract/endpoint.ts';
import type { DraftFields } from '#kit/rebase.ts';
import { problemsBy } from '#shared/open-form.ts';

/** A card while it is written. */
export interface Draft extends CardTexts {
  mainLogo: string | null;
  optionalLogo: string | null;
}

export const labels: Readonly<Record<keyof Draft, string>> = {
  rxBin: 'RxBIN',
  rxPcn: 'RxPCN',
  rxGrp: 'RxGRP',
  cardholderNameLabel: 'Cardholder name label',
  cardholderIdLabel: 'Cardholder ID label',
  cardIntroduction: 'Card introduction',
  participants: 'Participants',
  pharmacyInstructions: 'Pharmacy instructions',
  claimSubmissions: 'Claim submissions',
  contactInfo: 'Contact information',
  mainLogo: 'Main logo',
  optionalLogo: 'Optional logo',
};

/** How a card that somebody else has changed is told of (REL-07). */
export const draftFields: DraftFields<Draft> = {
  labels,
  shown: (draft, field) => (field.endsWith('Logo') && draft[field] ? 'another picture' : (draft[field] ?? '')),
};

/** What the form starts from: the card there is, or a new one (CRD-03 to CRD-05). */
export const draftOf = (card: CardTemplate | null, brand: Parameters<typeof newCard>[0]): Draft => {
  if (!card) return { ...newCard(brand), mainLogo: null, optionalLogo: null };
  const { g_id: _, version: __, ...draft } = card;
  return draft;
};

/** What is sent. A logo that is as it was stays behind: every round of making it anew would cost a little of it. */
export function bodyOf(draft: Draft, gId: number, base: CardTemplate | null): Asked<typeof addCard>['body'] {
  const { mainLogo, optionalLogo, ...texts } = draft;
  return {
    ...texts,
    g_id: gId,
    version: base?.version ?? 0,
    ...(mainLogo === (base?.mainLogo ?? null) ? {} : { mainLogo }),
    ...(optionalLogo === (base?.optionalLogo ?? null) ? {} : { optionalLogo }),
  };
}

export const problemsIn = (draft: Draft): Record<string, string> => {
  const texts = Object.fromEntries(cardTexts.map((name) => [name, draft[name]]));
  return problemsBy(addCard.body.safeParse({ ...texts, g_id: 1 }));
};
