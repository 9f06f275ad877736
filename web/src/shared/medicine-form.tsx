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

/** Of a medication, what the patient is allergic to is held against it. */
export function MedicineInputs({
  form,
  allergies = [],
  addedAllergies,
  medications = [],
}: {
  form: UseFormReturnType<MedicineDraft>;
  allergies?: KnownAllergies;
  /** Those that are yet to be on record. */
  addedAllergies?: readonly string[];
  /** What the patient takes already. */
  medications?: readonly Taken[];
}) {
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
      <AllergyNotice to={allergies} added={addedAllergies} taken={takenOf(form.values)} />
      {/* Of one that is changed the name was there before. */}
      {form.getInitialValues().medicationName === '' && (
        <SameNotice as={form.values.medicationName} medications={medications} />
      )}
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

type Taken = Pick<MedicineDraft, 'medicationName' | 'dosage'>;

/** A patient may take one in two strengths; whoever adds it decides. */
function SameNotice({ as, medications }: { as: string; medications: readonly Taken[] }) {
  const same = medications.filter(({ medicationName }) => sameName(medicationName) === sameName(as));
  if (same.length === 0) return null;
  const named = same.map(({ medicationName, dosage }) => `${medicationName}, ${dosage}`).join('; ');
  return <Notice tone="warning">This patient already has {named}.</Notice>;
}
const sameName = (name: string): string => name.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Where the name of an allergy, or of a medication, may stand. */
export const takenOf = ({ medicationName, description }: MedicineDraft): string => `${medicationName} ${description}`;

/** Said before it is saved, and never in the way: a name says little, and whoever adds the medication decides. */
export function AllergyNotice(props: {
  title?: string;
  to: KnownAllergies;
  added?: readonly string[] | undefined;
  taken: string;
}) {
  const { title, to, added = [], taken } = props;
  const metIn = (names: readonly string[]) => names.filter((name) => isNamedIn(taken, name)).join(', ');
  const unknown =
    to === null
      ? 'The allergies of this patient could not be loaded. Please check them first.'
      : to === 'loading' && 'The allergies of this patient are still being loaded.';
  const onRecord = to === null || to === 'loading' ? '' : metIn(to);
  const here = metIn(added);
  return (
    <>
      {unknown && <Notice tone="warning">{unknown}</Notice>}
      {onRecord !== '' && (
        <Notice tone="error" title={title}>
          An allergy to {onRecord} is on record for this patient.
        </Notice>
      )}
      {here !== '' && (
        <Notice tone="error" title={title}>
          An allergy to {here} is added with this assessment.
        </Notice>
      )}
    </>
  );
}

/** Of an allergy: what the patient takes already is held against it. */
export function TakenNotice(props: {
  allergy: MedicineDraft;
  medications: readonly MedicineDraft[];
  prescriptions: readonly { displayName: string; rxNumber: string }[];
}) {
  const { allergy, medications, prescriptions } = props;
  const { medicationName: name } = allergy;
  const met = [
    ...medications
      // An allergy to a brand that was looked up has its generic name in the description.
      .filter((one) => isNamedIn(takenOf(one), name) || isNamedIn(takenOf(allergy), one.medicationName))
      .map(({ medicationName, dosage }) => `${medicationName}, ${dosage}`),
    ...prescriptions
      .filter(({ displayName }) => isNamedIn(displayName, name))
      .map(({ displayName, rxNumber }) => `${displayName} (prescription ${rxNumber})`),
  ];
  return met.length > 0 && <Notice tone="error">This patient takes {met.join('; ')}.</Notice>;
}

/** Whether a text has all words of a name, one after the other. */
const isNamedIn = (text: string, name: string): boolean =>
  words(name) !== '' && ` ${words(text)} `.includes(` ${words(name)} `);
const words = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ');
