/**
 * What the address service tells, for the address form and the phone field (ADR-17, ADR-18, PHN-02). It is the same for
 * everybody and changes with a release only: it is asked once while the page is open, and kept apart from what one person
 * has read, because the registration page needs it too. Until it has told, and when it cannot, the contract's own tables
 * stand in; they have everything but the provinces.
 */
import { countries } from '@portal/contract/addresses/countries.ts';
import { listCountries, listFields, listProvinces } from '@portal/contract/addresses/endpoints.ts';
import { type AddressField, fieldsOf } from '@portal/contract/addresses/fields.ts';
import { countryOfCode } from '@portal/contract/addresses/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { useIsFetching, useQuery } from '@tanstack/react-query';
import { newQueryClient, read } from '#api/queries.ts';

export type ServedCountry = Ours<typeof listCountries.reply>[number];
export type Province = Ours<typeof listProvinces.reply>['provinces'][number];

const told = newQueryClient();
const always = { staleTime: Infinity, gcTime: Infinity } as const;
const countriesRead = { ...read(listCountries), ...always };
const fieldsRead = (isoCode: string) => ({ ...read(listFields, { query: { isoCode } }), ...always });
const provincesRead = (isoCode: string) => ({ ...read(listProvinces, { query: { isoCode } }), ...always });

const ownCountries: readonly ServedCountry[] = countries.map(({ isoCode, name }) => ({ isoCode, countryName: name }));
const ownFields = (isoCode: string): readonly AddressField[] => {
  const country = countryOfCode(isoCode);
  return country ? fieldsOf(country) : [];
};

/** The countries that addresses and phone numbers may be in. */
export const useCountries = (): readonly ServedCountry[] => useQuery(countriesRead, told).data ?? ownCountries;

/** The fields of an address in a country, and its provinces; null while nobody knows them. */
export function useCountryForm(isoCode: string) {
  const fields = useQuery(fieldsRead(isoCode), told);
  const provinces = useQuery(provincesRead(isoCode), told);
  return {
    fields: fields.data ?? ownFields(isoCode),
    provinces: provinces.data?.provinces ?? null,
    isLoading: provinces.isPending,
  };
}

/** The same, as far as it is known at this moment. */
export const countryFormNow = (isoCode: string) => ({
  fields: told.getQueryData(fieldsRead(isoCode).queryKey) ?? ownFields(isoCode),
  provinces: told.getQueryData(provincesRead(isoCode).queryKey)?.provinces ?? null,
});

/** For what asks `countryFormNow`: renders it anew when the service has told more. */
export const useAddressNews = (): void => void useIsFetching({}, told);

/** As if the page had just been loaded, for tests. */
export const forgetAddressService = (): void => told.clear();
