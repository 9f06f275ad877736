/** What the panels of the two kinds of partners say. */
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';

export const kindWord: Record<PartnerKind, string> = { pharmacy: 'Pharmacy', wholesaler: 'Wholesaler' };

/** PSU-07, PSU-08. */
export const noPartners: Record<PartnerKind, string> = {
  pharmacy: 'No pharmacy partners connected to trial.',
  wholesaler: 'No wholesaler partners connected to trial.',
};

/** PRC-17, ERR-08: what has to be read before the next try stays on the panel, in red. */
export const isToInvalidate = (message: string): boolean => message.includes('Must invalidate pricing');
