/** How a medication is filled in. Allergies of the patient are held against it, and what they take already is told. */
import type { UseFormReturnType } from '@mantine/form';
import { Notice } from '#kit/Notice.tsx';
import type { KnownAllergies } from './known-allergies.ts';
import type { Described } from './medicine-names.ts';
import { AllergyNotice, type MedicineDraft, MedicineInputs, SameNotice } from './medicine-form.tsx';
import { useActivePrescriptions } from './prescriptions.ts';

export function MedicationInputs(props: {
  form: UseFormReturnType<MedicineDraft>;
  uId: number;
  allergies: KnownAllergies;
  /** Those that are yet to be on record. */
  addedAllergies?: readonly Described[] | undefined;
  /** What the patient takes already. */
  medications: readonly MedicineDraft[];
}) {
  const { form, uId, allergies, addedAllergies, medications } = props;
  // Of one that is changed the name was there before.
  const isNew = form.getInitialValues().medicationName === '';
  return (
    <>
      <AllergyNotice to={allergies} added={addedAllergies} taken={form.values} />
      {isNew && <Already as={form.values} uId={uId} medications={medications} />}
      <MedicineInputs form={form} />
    </>
  );
}

function Already({ uId, ...given }: { as: MedicineDraft; uId: number; medications: readonly MedicineDraft[] }) {
  const { prescriptions, isLoading, isUnknown } = useActivePrescriptions(uId);
  return (
    <>
      {isUnknown ? (
        <Notice tone="warning">The prescriptions of this patient could not be loaded. Please check them first.</Notice>
      ) : (
        isLoading && <Notice tone="warning">The prescriptions of this patient are still being loaded.</Notice>
      )}
      <SameNotice prescriptions={prescriptions} {...given} />
    </>
  );
}
