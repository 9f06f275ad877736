import { type Patient, readPatient } from '@portal/contract/patients/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';

const patientOf = (uId: number) => ({
  ...read(readPatient, { query: { u_id: uId } }),
  select: ({ patient }: { patient: Patient }) => patient,
});

export const usePatient = (uId: number, enabled = true) => useQuery({ ...patientOf(uId), enabled });
/** For who it is alone: what the page has read already is not read again, which would stand in the log of accesses. */
export const useKnownPatient = (uId: number) => useQuery({ ...patientOf(uId), staleTime: Infinity });
