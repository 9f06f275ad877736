/** The two kinds of partners, and what the screen calls them (PPW-01). */
import type { Ours } from '@portal/contract/endpoint.ts';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import type { listPharmacies, listWholesalers } from '@portal/contract/partners/manage-endpoints.ts';
import { nameApart, tellApart } from '@portal/contract/partners/names.ts';

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
  /** The name, with what tells it from others that are called so. */
  shownName: string;
}

export const pharmaciesOf = ({ pharmacyPartners }: { pharmacyPartners: readonly Pharmacy[] }): Partner[] =>
  shown(pharmacyPartners.map(({ ppId: partnerId, pharmacyName: name, ...rest }) => ({ partnerId, name, ...rest })));
export const wholesalersOf = ({ wholesalerPartners }: { wholesalerPartners: readonly Wholesaler[] }): Partner[] =>
  shown(wholesalerPartners.map(({ wpId: partnerId, wholesalerName: name, ...rest }) => ({ partnerId, name, ...rest })));

function shown(partners: readonly Omit<Partner, 'shownName'>[]): Partner[] {
  const apart = tellApart(
    partners.map(({ partnerId, name, address }) => ({ partnerId, name, city: address?.city, street: address?.street })),
  );
  return partners.map((one) => ({ ...one, shownName: nameApart(one.name, apart.get(one.partnerId)) }));
}
