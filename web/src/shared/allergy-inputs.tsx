/** How an allergy is filled in. What the patient takes is held against it, and is not read before. */
import type { UseFormReturnType } from '@mantine/form';
import { listMedications } from '@portal/contract/patient-records/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { Notice } from '#kit/Notice.tsx';
import { type MedicineDraft, MedicineInputs, type MedicineRow, TakenNotice } from './medicine-form.tsx';
import { useActivePrescriptions } from './prescriptions.ts';

type Medications = (onRecord: readonly MedicineRow[]) => readonly MedicineDraft[];

export function AllergyInputs(props: {
  form: UseFormReturnType<MedicineDraft>;
  uId: number;
  /** The medications as they will be, of those that are on record. */
  medicationsAfter?: Medications;
}) {
  const { form, uId, medicationsAfter = (onRecord) => onRecord } = props;
  const { isUnknown, isLoading, medications, prescriptions } = useTaken(uId);
  return (
    <>
      {isUnknown ? (
        <Notice tone="warning">What this patient takes could not be loaded completely. Please check it first.</Notice>
      ) : (
        isLoading && <Notice tone="warning">What this patient takes is still being loaded.</Notice>
      )}
      <TakenNotice allergy={form.values} medications={medicationsAfter(medications)} prescriptions={prescriptions} />
      <MedicineInputs form={form} />
    </>
  );
}

/** Medications and active prescriptions, as far as they are known. */
function useTaken(uId: number) {
  const medications = useQuery(read(listMedications, { query: { u_id: uId } }));
  const { prescriptions, ...reading } = useActivePrescriptions(uId);
  return {
    medications: medications.data?.medications ?? [],
    prescriptions,
    isUnknown: medications.isLoadingError || reading.isUnknown,
    isLoading: medications.isLoading || reading.isLoading,
  };
}
