import { listAllergies } from '@portal/contract/patient-records/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import type { Described } from './medicine-names.ts';

/** What a patient is allergic to; null where nobody knows, since it could not be read. */
export type KnownAllergies = readonly Described[] | 'loading' | null;

export function useKnownAllergies(uId: number): KnownAllergies {
  const { data, isError } = useQuery(read(listAllergies, { query: { u_id: uId } }));
  if (!data) return isError ? null : 'loading';
  return data.allergies;
}
