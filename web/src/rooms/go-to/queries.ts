import { meets } from '@portal/contract/access.ts';
import { findPlaces } from '@portal/contract/go-to/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { listPatients } from '@portal/contract/patients/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { isNumber } from './places.ts';

/** So many are shown. */
const mostPatients = 5;

/** The patients in sight whose names have it; of a single letter there would be too many. */
export function useFoundPatients(text: string, hasPatients: boolean) {
  const enabled = hasPatients && text.length > 1 && !isNumber(text);
  const query = { search: text, patient_start: 0, patient_limit: mostPatients };
  const { data, isFetching, isError } = useQuery({ ...read(listPatients, { query }), enabled });
  const patients = enabled ? (data?.patients ?? []) : [];
  return {
    patients,
    areMore: enabled && data !== undefined && data.totalPatients > patients.length,
    isLooking: enabled && isFetching,
    hasFailed: enabled && isError,
  };
}

/** What has such a number, and the participants of such a name; of a single letter there would be too many. */
export function useFound(text: string) {
  const viewer = useViewer();
  const enabled =
    meets(findPlaces.access, viewer) && (isNumber(text) || (text.length > 1 && meets(listParticipants.access, viewer)));
  const { data, isFetching, isError } = useQuery({ ...read(findPlaces, { query: { begins: text } }), enabled });
  return { found: enabled ? data : undefined, isLooking: enabled && isFetching, hasFailed: enabled && isError };
}
