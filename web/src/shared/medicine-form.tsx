/** How a medication or an allergy is filled in: in a patient's record, and with an assessment. */
import type { UseFormReturnType } from '@mantine/form';
import { longest } from '@portal/contract/patient-records/rules.ts';
import type { Column } from '#kit/AppTable.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { Notice } from '#kit/Notice.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { tooLong } from '#kit/too-long.ts';
import { DrugSearch, type OnPick } from './DrugSearch.tsx';
import type { KnownAllergies } from './known-allergies.ts';
import { type Described, isSameMedication, meets } from './medicine-names.ts';
import { fitting, inMedications } from './medication-text.ts';

export const medicineLabels = { medicationName: 'Name', dosage: 'Dosage', description: 'Description', notes: 'Notes' };
export type MedicineDraft = Record<keyof typeof medicineLabels, string>;
export type MedicineRow = MedicineDraft & { id: number; version: number };

export const draftOf = (row?: MedicineDraft): MedicineDraft => ({
  medicationName: row?.medicationName ?? '',
  dosage: row?.dosage ?? '',
  description: row?.description ?? '',
  notes: row?.notes ?? '',
});

const mostOf: Record<keyof typeof medicineLabels, number> = {
  medicationName: longest.name,
  dosage: longest.dosage,
  description: longest.text,
  notes: longest.text,
};

/** MAL-02. */
export const problemsIn = (draft: MedicineDraft): Partial<MedicineDraft> => {
  const problems: Partial<MedicineDraft> = {};
  for (const field of Object.keys(medicineLabels) as (keyof MedicineDraft)[]) {
    const problem = draft[field].trim() === '' ? 'is required' : tooLong(draft[field], mostOf[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
};

export const medicineColumns: readonly Column<MedicineRow>[] = [
  { accessor: 'medicationName', title: 'Name', sortable: true, card: 'head' },
  { accessor: 'dosage', title: 'Dosage' },
  { accessor: 'description', title: 'Description' },
  { accessor: 'notes', title: 'Notes' },
];

export function MedicineInputs({ form }: { form: UseFormReturnType<MedicineDraft> }) {
  /** DRG-07. What no field takes is left out. */
  const pick: OnPick = ({ brandName, genericName, strength, dosageForm, ndc }) => {
    const name = brandName || genericName;
    const described = (of: readonly string[]) => of.filter(Boolean).join(', ');
    const [whole, short] = [described([genericName, dosageForm, `NDC ${ndc}`]), described([dosageForm, `NDC ${ndc}`])];
    const named = fitting(medicineLabels.medicationName, name, longest.name);
    const dosed = fitting(medicineLabels.dosage, strength, longest.dosage);
    form.setValues({
      medicationName: named.text,
      dosage: dosed.text,
      description: whole.length <= longest.text ? whole : short,
    } as Partial<MedicineDraft>);
    return [...named.leftEmpty, ...dosed.leftEmpty];
  };
  return (
    <>
      <DrugSearch onPick={pick} />
      <StrictField
        label={medicineLabels.medicationName}
        required
        allowed={inMedications}
        most={longest.name}
        {...form.getInputProps('medicationName')}
        value={form.values.medicationName}
      />
      <StrictField
        label={medicineLabels.dosage}
        required
        allowed={inMedications}
        most={longest.dosage}
        {...form.getInputProps('dosage')}
        value={form.values.dosage}
      />
      <LimitedTextarea
        label={medicineLabels.description}
        required
        most={longest.text}
        {...form.getInputProps('description')}
      />
      <LimitedTextarea
        label={medicineLabels.notes}
        required
        rows={2}
        most={longest.text}
        {...form.getInputProps('notes')}
      />
    </>
  );
}

/** What a patient takes: medications, and the prescriptions that are active. */
interface Taken {
  medications: readonly MedicineDraft[];
  prescriptions: readonly { displayName: string; rxNumber: string }[];
}

/** Those of them that are meant, as people read them; empty where none is. */
function named({ medications, prescriptions }: Taken, isMeant: (one: Described) => boolean): string {
  return [
    ...medications.filter(isMeant).map(({ medicationName, dosage }) => `${medicationName}, ${dosage}`),
    ...prescriptions
      .filter(({ displayName }) => isMeant({ medicationName: displayName }))
      .map(({ displayName, rxNumber }) => `${displayName} (prescription ${rxNumber})`),
  ].join('; ');
}

/** A patient may take one in two strengths; whoever adds it decides. */
export function SameNotice({ as, ...taken }: Taken & { as: MedicineDraft }) {
  const same = named(taken, (one) => isSameMedication(as, one));
  return same !== '' && <Notice tone="warning">This patient already has {same}.</Notice>;
}

/** Said before it is saved, and never in the way: a name says little, and whoever adds the medication decides. */
export function AllergyNotice(props: {
  title?: string;
  to: KnownAllergies;
  /** Those that are yet to be on record. */
  added?: readonly Described[] | undefined;
  taken: MedicineDraft;
}) {
  const { title, to, added = [], taken } = props;
  const metOf = (allergies: readonly Described[]) =>
    allergies.filter((one) => meets(one, taken)).map(({ medicationName }) => medicationName);
  const unknown =
    to === null
      ? 'The allergies of this patient could not be loaded. Please check them first.'
      : to === 'loading' && 'The allergies of this patient are still being loaded.';
  const onRecord = to === null || to === 'loading' ? [] : metOf(to);
  const here = metOf(added).filter((name) => !onRecord.includes(name));
  return (
    <>
      {unknown && <Notice tone="warning">{unknown}</Notice>}
      {onRecord.length > 0 && (
        <Notice tone="error" title={title}>
          An allergy to {onRecord.join(', ')} is on record for this patient.
        </Notice>
      )}
      {here.length > 0 && (
        <Notice tone="error" title={title}>
          An allergy to {here.join(', ')} is added with this assessment.
        </Notice>
      )}
    </>
  );
}

/** Of an allergy: what the patient takes already is held against it. */
export function TakenNotice({ allergy, ...taken }: Taken & { allergy: MedicineDraft }) {
  const met = named(taken, (one) => meets(allergy, one));
  return met !== '' && <Notice tone="error">This patient takes {met}.</Notice>;
}
