/** The card as it goes out: what a pharmacy enters and whom to ask, and nothing of the trial, its illness or medicine (PRV-12). */
import type { TrialCard } from '@portal/contract/cards/endpoints.ts';
import { preferencesPage } from '@portal/contract/subscriptions/rules.ts';
import { brandedMail, linkTo } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

type NamedCard = TrialCard & { name: string };

const label = (text: string): string => text.replace(/:\s*$/, '');
const numbers = (card: NamedCard): string[] => [
  `RxBIN: ${card.rxBin}`,
  `RxPCN: ${card.rxPcn}`,
  `RxGRP: ${card.rxGrp}`,
  `${label(card.cardholderIdLabel)}: ${card.cardholderId}`,
];

export const cardMail = (brand: Brand, to: string, card: NamedCard): Mail =>
  brandedMail(brand, {
    to,
    subject: 'Your pharmacy card',
    paragraphs: [
      'Here is your card. Please show it at the pharmacy.',
      [`${label(card.cardholderNameLabel)}: ${card.name}`, ...numbers(card)].join('\n'),
      ...(card.contactInfo ? [card.contactInfo] : []),
      'To stop receiving emails like this one, use the page below.',
    ],
    action: { label: 'Manage notifications', href: linkTo(brand, preferencesPage, { email: to }) },
  });

export const cardText = (brand: Brand, card: NamedCard): string =>
  [
    `${brand.name}: your pharmacy card.`,
    ...numbers(card),
    `Help: ${[brand.phone, brand.email].filter((one) => one !== null).join(', ')}`,
  ].join('\n');
