import * as api from '@portal/contract/patient-records/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { Failed } from '#kit/States.tsx';
import { useKnownAllergies } from '#shared/known-allergies.ts';
import { type Change, type Held, heldUnder } from '#shared/questions/held.ts';
import type { TableType } from '#shared/questions/answer-props.ts';
import { GoalTable, MedicineTable, medicationsAfter } from '#shared/questions/QuestionTable.tsx';

interface Props {
  type: TableType;
  uId: number;
  held: Held;
  /** Which additions may be on record already, by their keys. */
  perhapsAdded: ReadonlySet<string>;
  onHeld?: ((held: Held) => void) | undefined;
}

/** What a patient has on record, with what is held to be changed (ANS-08, ANS-09). */
export function PatientTable({ type, held, onHeld, ...props }: Props) {
  const key = heldUnder[type];
  const table = {
    changes: held[key] ?? [],
    onChanges: onHeld && ((changes: Change[]) => onHeld({ ...held, [key]: changes })),
    held,
    ...props,
  };
  if (type === 'UserGoals') return <Goals {...table} />;
  return type === 'AdditionalMed' ? <Medications {...table} /> : <Allergies {...table} />;
}

interface TableProps {
  uId: number;
  held: Held;
  perhapsAdded: ReadonlySet<string>;
  changes: readonly Change[];
  onChanges: ((changes: Change[]) => void) | undefined;
}

// CLN-09 is not for these parts of a record: a patient of whom nothing is found is not one who has nothing.
const medicationsOf = (uId: number) => read(api.listMedications, { query: { u_id: uId } });

function Medications({ held, ...table }: TableProps) {
  const { uId } = table;
  const { data, isLoading, error, refetch } = useQuery(medicationsOf(uId));
  const allergies = useKnownAllergies(uId);
  if (error && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  const added = (held.allergyChanges ?? []).flatMap(({ medicationName, description = '' }) =>
    medicationName === undefined ? [] : { medicationName, description },
  );
  return (
    <MedicineTable
      type="AdditionalMed"
      entries={data?.medications ?? []}
      isLoading={isLoading}
      allergies={allergies}
      addedAllergies={added}
      {...table}
    />
  );
}

function Allergies({ held, ...table }: TableProps) {
  const { uId } = table;
  const { data, isLoading, error, refetch } = useQuery(read(api.listAllergies, { query: { u_id: uId } }));
  if (error && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  return (
    <MedicineTable
      type="DrugAllergy"
      entries={data?.allergies ?? []}
      isLoading={isLoading}
      medicationChanges={held.medicationChanges ?? []}
      {...table}
    />
  );
}

function Goals({ held, ...table }: TableProps) {
  const { uId } = table;
  const { data, isLoading, error, refetch } = useQuery(read(api.listGoals, { query: { u_id: uId } }));
  const medications = useQuery(medicationsOf(uId)).data?.medications;
  if (error && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  const entries = (data?.goals ?? []).map(({ goalId, ...goal }) => ({ ...goal, id: goalId }));
  const taken = medicationsAfter(medications ?? [], held.medicationChanges ?? []);
  return <GoalTable entries={entries} medications={taken} isLoading={isLoading} {...table} />;
}
