import { readPatient } from '@portal/contract/patients/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';

export const usePatient = (uId: number, enabled = true) =>
  useQuery({ ...read(readPatient, { query: { u_id: uId } }), select: ({ patient }) => patient, enabled });
