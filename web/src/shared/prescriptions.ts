import { listPrescriptions } from '@portal/contract/patient-records/history-endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';

/** The active prescriptions of a patient, as far as they are known. */
export function useActivePrescriptions(uId: number) {
  const { data, isLoading, isLoadingError } = useQuery(
    read(listPrescriptions, { query: { u_id: uId, med_type: 'prescription' } }),
  );
  const prescriptions = data?.medications.filter((one) => one.isActivePrescription === 1) ?? [];
  return { prescriptions, isLoading, isUnknown: isLoadingError };
}
