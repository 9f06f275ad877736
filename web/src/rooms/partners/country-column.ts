import type { Column } from '#kit/AppTable.tsx';
import { countryOfPartner } from './form.ts';
import type { Partner } from './kinds.ts';

/** OPC-92: in every table of partners. */
export const countryColumn: Column<Partner> = {
  accessor: 'country',
  title: 'Country',
  sortable: true,
  sortValue: countryOfPartner,
  render: (one) => countryOfPartner(one) || '–',
};
