/** How a medication or an allergy is filled in: in a patient's record, and with an assessment. */
import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Drug } from '@portal/contract/drugs/endpoints.ts';
import { longest } from '@portal/contract/patient-records/rules.ts';
import type { Column } from '#kit/AppTable.tsx';
import { Notice } from '#kit/Notice.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { DrugSearch } from './DrugSearch.tsx';
import type { KnownAllergies } from './known-allergies.ts';
import { inMedications, withoutSeparators } from './medication-text.ts';

export const medicineLabels = { medicationName: 'Name', dosage: 'Dosage', description: 'Description', notes: 'Notes' };
export type MedicineDraft = Record<keyof typeof medicineLabels, string>;
export type MedicineRow = MedicineDraft & { id: number; version: number };

export const draftOf = (row?: MedicineDraft): MedicineDraft => ({
  medicationName: row?.medicationName ?? '',
  dosage: row?.dosage ?? '',
  description: row?.description ?? '',
  notes: row?.notes ?? '',
});

/** MAL-02. */
export const problemsIn = (draft: MedicineDraft): Partial<MedicineDraft> =>
  Object.fromEntries(
    (Object.keys(medicineLabels) as (keyof MedicineDraft)[])
      .filter((field) => draft[field].trim() === '')
      .map((field) => [field, 'is required']),
  );

export const medicineColumns: readonly Column<MedicineRow>[] = [
  { accessor: 'medicationName', title: 'Name', sortable: true, card: 'head' },
  { accessor: 'dosage', title: 'Dosage' },
  { accessor: 'description', title: 'Description' },
  { accessor: 'notes', title: 'Notes' },
];

/** Of a medication, what the patient is allergic to is held against it. */
export function MedicineInputs({
  form,
  allergies = [],
}: {
  form: UseFormReturnType<MedicineDraft>;
  allergies?: KnownAllergies;
}) {
  /** DRG-07. What no field takes is left out. */
  const pick = ({ brandName, genericName, strength, dosageForm, ndc }: Drug) =>
    form.setValues({
      medicationName: withoutSeparators(brandName || genericName).slice(0, longest.name),
      dosage: withoutSeparators(strength).slice(0, longest.dosage),
      description: [genericName, dosageForm, `NDC ${ndc}`].filter(Boolean).join(', ').slice(0, longest.text),
    } as Partial<MedicineDraft>);
  return (
    <>
      <AllergyNotice to={allergies} taken={`${form.values.medicationName} ${form.values.description}`} />
      <DrugSearch onPick={pick} />
      <StrictField
        label={medicineLabels.medicationName}
        required
        allowed={inMedications}
        maxLength={longest.name}
        {...form.getInputProps('medicationName')}
        value={form.values.medicationName}
      />
      <StrictField
        label={medicineLabels.dosage}
        required
        allowed={inMedications}
        maxLength={longest.dosage}
        {...form.getInputProps('dosage')}
        value={form.values.dosage}
      />
      <Textarea
        label={medicineLabels.description}
        required
        maxLength={longest.text}
        {...form.getInputProps('description')}
      />
      <Textarea
        label={medicineLabels.notes}
        required
        rows={2}
        maxLength={longest.text}
        {...form.getInputProps('notes')}
      />
    </>
  );
}

/** Said before it is saved, and never in the way: a name says little, and whoever adds the medication decides. */
function AllergyNotice({ to, taken }: { to: KnownAllergies; taken: string }) {
  if (to === null)
    return <Notice tone="warning">The allergies of this patient could not be loaded. Please check them first.</Notice>;
  const given = ` ${words(taken)} `;
  const met = to.filter((name) => words(name) !== '' && given.includes(` ${words(name)} `));
  if (met.length === 0) return null;
  return <Notice tone="error">An allergy to {met.join(', ')} is on record for this patient.</Notice>;
}
const words = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
