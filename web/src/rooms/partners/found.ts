/** Which partners are those that somebody looks for. */
import { isFound } from '#shared/list-search.ts';
import type { Filter } from '#shared/narrowed-list.ts';
import { countryOfPartner } from './form.ts';
import type { Partner } from './kinds.ts';

export const isPartnerFound = (partner: Partner, text: string): boolean => {
  const { name, email, phoneNumber, faxNumber, address } = partner;
  return isFound(text, [name, email, phoneNumber, faxNumber, address?.city, countryOfPartner(partner)]);
};

/** Of the site that is chosen: who supplies it, and who does not. */
export const connectionFilters = (
  site: { displayName: string } | null,
  connected: readonly number[] | undefined,
): Filter<Partner>[] =>
  site && connected
    ? [
        {
          key: 'connected',
          label: `Connected to ${site.displayName}`,
          leaves: ({ partnerId }) => connected.includes(partnerId),
        },
        { key: 'not-connected', label: 'Not connected', leaves: ({ partnerId }) => !connected.includes(partnerId) },
      ]
    : [];
