import { Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Drug } from '@portal/contract/drugs/endpoints.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import { longest } from '@portal/contract/patient-records/rules.ts';
import { useViewer } from '#api/viewer.ts';
import type { Column } from '#kit/AppTable.tsx';
import { type Allowed, StrictField } from '#kit/StrictField.tsx';
import { DrugSearch } from './DrugSearch.tsx';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';

const labels = { medicationName: 'Name', dosage: 'Dosage', description: 'Description', notes: 'Notes' };
type Draft = Record<keyof typeof labels, string>;
type Row = Draft & { id: number; version: number };

/** MAL-04. */
const plain = (text: string): string => text.replace(/[,|]/g, '');
const allowed: Allowed = { keep: plain, refused: /[,|]/g, only: 'No commas or pipes', check: 'what is left' };

const draftOf = (row?: Row): Draft => ({
  medicationName: row?.medicationName ?? '',
  dosage: row?.dosage ?? '',
  description: row?.description ?? '',
  notes: row?.notes ?? '',
});

/** MAL-02. */
const problemsIn = (draft: Draft): Partial<Draft> =>
  Object.fromEntries(
    (Object.keys(labels) as (keyof Draft)[])
      .filter((field) => draft[field].trim() === '')
      .map((field) => [field, 'is required']),
  );

const columns: readonly Column<Row>[] = [
  { accessor: 'medicationName', title: 'Name', sortable: true, card: 'head' },
  { accessor: 'dosage', title: 'Dosage' },
  { accessor: 'description', title: 'Description' },
  { accessor: 'notes', title: 'Notes' },
];

/** Medications and allergies are filled in alike. */
const shared = {
  columns,
  idOf: (row: Row) => row.id,
  nameOf: (row: Row) => row.medicationName,
  draftOf,
  fields: { labels, shown: (draft: Draft, field: keyof Draft) => draft[field] },
  problemsIn,
  inputs: (form: UseFormReturnType<Draft>) => <Inputs form={form} />,
} satisfies Partial<RecordKind<Row, Draft>>;

function Inputs({ form }: { form: UseFormReturnType<Draft> }) {
  /** DRG-07. What no field takes is left out. */
  const pick = ({ brandName, genericName, strength, dosageForm, ndc }: Drug) =>
    form.setValues({
      medicationName: plain(brandName || genericName).slice(0, longest.name),
      dosage: plain(strength).slice(0, longest.dosage),
      description: [genericName, dosageForm, `NDC ${ndc}`].filter(Boolean).join(', ').slice(0, longest.text),
    } as Partial<Draft>);
  return (
    <>
      <DrugSearch onPick={pick} />
      <StrictField
        label={labels.medicationName}
        required
        allowed={allowed}
        maxLength={longest.name}
        {...form.getInputProps('medicationName')}
        value={form.values.medicationName}
      />
      <StrictField
        label={labels.dosage}
        required
        allowed={allowed}
        maxLength={longest.dosage}
        {...form.getInputProps('dosage')}
        value={form.values.dosage}
      />
      <Textarea label={labels.description} required maxLength={longest.text} {...form.getInputProps('description')} />
      <Textarea label={labels.notes} required rows={2} maxLength={longest.text} {...form.getInputProps('notes')} />
    </>
  );
}

const useReadOnly = () => useViewer().modules.includes('ReadOnlyPatientDetails');

/** MAL-01 to MAL-05. */
export function Medications({ uId }: { uId: number }) {
  const { add, change, remove, ...list } = useKind({
    list: api.listMedications,
    add: api.addMedication,
    change: api.changeMedication,
    remove: api.removeMedication,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.medications,
  });
  const kind: RecordKind<Row, Draft> = {
    ...shared,
    ...list,
    thing: 'Medication',
    label: 'Additional Medications',
    empty: 'No additional medications recorded',
    add: (draft) => add({ body: { u_id: uId, ...draft } }),
    change: (row, draft) => change({ body: { u_id: uId, ...draft, medId: row.id, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, med_id: row.id, version: row.version } }),
    history: { uId, of: 'medication', one: (row) => ({ med_id: row.id }) },
    readOnly: useReadOnly(),
  };
  return <Records kind={kind} />;
}

export function Allergies({ uId }: { uId: number }) {
  const { add, change, remove, ...list } = useKind({
    list: api.listAllergies,
    add: api.addAllergy,
    change: api.changeAllergy,
    remove: api.removeAllergy,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.allergies,
  });
  const kind: RecordKind<Row, Draft> = {
    ...shared,
    ...list,
    thing: 'Allergy',
    label: 'Drug Allergies',
    empty: 'No drug allergies recorded',
    add: (draft) => add({ body: { u_id: uId, ...draft } }),
    change: (row, draft) => change({ body: { u_id: uId, ...draft, allergyId: row.id, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, allergy_id: row.id, version: row.version } }),
    history: { uId, of: 'allergy', one: (row) => ({ allergy_id: row.id }) },
    readOnly: useReadOnly(),
  };
  return <Records kind={kind} />;
}
