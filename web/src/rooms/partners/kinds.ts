/** The two kinds of partners, and what the screen calls them (PPW-01). */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { listPharmacies, listWholesalers } from '@portal/contract/partners/manage-endpoints.ts';

export const kindWords: Record<PartnerKind, string> = {
  pharmacy: 'Pharmacy Partner',
  wholesaler: 'Wholesaler Partner',
};

type Pharmacy = Ours<typeof listPharmacies.reply>['pharmacyPartners'][number];
type Wholesaler = Ours<typeof listWholesalers.reply>['wholesalerPartners'][number];

/** A partner of either kind. */
export interface Partner extends Omit<Pharmacy, 'ppId' | 'pharmacyName'> {
  partnerId: number;
  name: string;
}

export const asPartner = ({ ppId: partnerId, pharmacyName: name, ...rest }: Pharmacy): Partner => ({
  partnerId,
  name,
  ...rest,
});
export const asWholesaler = ({ wpId: partnerId, wholesalerName: name, ...rest }: Wholesaler): Partner => ({
  partnerId,
  name,
  ...rest,
});
