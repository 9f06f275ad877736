import * as api from '@portal/contract/patient-records/endpoints.ts';
import { useViewer } from '#api/viewer.ts';
import { AllergyInputs } from '#shared/allergy-inputs.tsx';
import { useKnownAllergies } from '#shared/known-allergies.ts';
import { MedicationInputs } from '#shared/medication-inputs.tsx';
import {
  draftOf,
  type MedicineDraft as Draft,
  type MedicineRow as Row,
  medicineColumns as columns,
  medicineLabels as labels,
  problemsIn,
} from '#shared/medicine-form.tsx';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';

/** Medications and allergies are filled in alike. */
const shared = {
  columns,
  idOf: (row: Row) => row.id,
  nameOf: (row: Row) => row.medicationName,
  draftOf,
  fields: { labels, shown: (draft: Draft, field: keyof Draft) => draft[field] },
  problemsIn,
} satisfies Partial<RecordKind<Row, Draft>>;

const useReadOnly = () => useViewer().modules.includes('ReadOnlyPatientDetails');

/** MAL-01 to MAL-05. */
export function Medications({ uId }: { uId: number }) {
  const allergies = useKnownAllergies(uId);
  const { add, change, remove, ...list } = useKind({
    list: api.listMedications,
    add: api.addMedication,
    change: api.changeMedication,
    remove: api.removeMedication,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.medications,
    changedIn: ({ body }) => body.medId,
  });
  const kind: RecordKind<Row, Draft> = {
    ...shared,
    ...list,
    thing: 'Medication',
    isReplaced: true,
    label: 'Additional Medications',
    empty: 'No additional medications recorded',
    add: async (draft) => (await add({ body: { u_id: uId, ...draft } })).medId,
    change: (row, draft) => change({ body: { u_id: uId, ...draft, medId: row.id, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, med_id: row.id, version: row.version } }),
    inputs: (form) => <MedicationInputs form={form} uId={uId} allergies={allergies} medications={list.rows ?? []} />,
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
    changedIn: ({ body }) => body.allergyId,
  });
  const kind: RecordKind<Row, Draft> = {
    ...shared,
    ...list,
    thing: 'Allergy',
    label: 'Drug Allergies',
    empty: 'No drug allergies recorded',
    add: async (draft) => (await add({ body: { u_id: uId, ...draft } })).allergyId,
    change: (row, draft) => change({ body: { u_id: uId, ...draft, allergyId: row.id, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, allergy_id: row.id, version: row.version } }),
    inputs: (form) => <AllergyInputs form={form} uId={uId} />,
    history: { uId, of: 'allergy', one: (row) => ({ allergy_id: row.id }) },
    readOnly: useReadOnly(),
  };
  return <Records kind={kind} />;
}
