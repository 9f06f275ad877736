import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import { longest } from '@portal/contract/patient-records/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';

type Row = Ours<typeof api.listGoals.reply>['goals'][number];
interface Draft {
  goalName: string;
  goalDescription: string;
  medication: { medId: number | null; medName: string | null };
  notes: string;
}
const labels: Record<keyof Draft, string> = {
  goalName: 'Goal',
  goalDescription: 'Description',
  medication: 'Medication',
  notes: 'Notes',
};

const draftOf = (row?: Row): Draft => ({
  goalName: row?.goalName ?? '',
  goalDescription: row?.goalDescription ?? '',
  medication: { medId: row?.medId ?? null, medName: row?.medName ?? null },
  notes: row?.notes ?? '',
});

const bodyOf = (uId: number, { medication, ...draft }: Draft) => ({ u_id: uId, ...draft, ...medication });

/** GOL-02: the medication may be left out. */
const problemsIn = (draft: Draft): Partial<Record<keyof Draft, string>> =>
  Object.fromEntries(
    (['goalName', 'goalDescription', 'notes'] as const)
      .filter((field) => draft[field].trim() === '')
      .map((field) => [field, 'is required']),
  );

const isMedication = (value: Draft[keyof Draft]): value is Draft['medication'] => typeof value !== 'string';

/** GOL-01 to GOL-03. They can be changed also where the details cannot (CLN-18). */
export function Goals({ uId }: { uId: number }) {
  const { add, change, remove, ...list } = useKind({
    list: api.listGoals,
    add: api.addGoal,
    change: api.changeGoal,
    remove: api.removeGoal,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.goals,
  });
  const kind: RecordKind<Row, Draft> = {
    thing: 'Goal',
    label: 'Goals',
    empty: 'No goals recorded',
    columns: [
      { accessor: 'goalName', title: 'Goal', sortable: true, card: 'head' },
      { accessor: 'goalDescription', title: 'Description' },
      { accessor: 'medName', title: 'Medication', render: (row) => row.medName ?? '–' },
      { accessor: 'notes', title: 'Notes' },
    ],
    ...list,
    idOf: (row) => row.goalId,
    nameOf: (row) => row.goalName,
    draftOf,
    fields: {
      labels,
      shown: (draft, field) => (field === 'medication' ? (draft.medication.medName ?? '') : draft[field]),
      same: (a, b) => (isMedication(a) && isMedication(b) ? a.medId === b.medId && a.medName === b.medName : a === b),
    },
    problemsIn,
    inputs: (form) => <Inputs uId={uId} form={form} />,
    add: (draft) => add({ body: bodyOf(uId, draft) }),
    change: (row, draft) => change({ body: { ...bodyOf(uId, draft), goalId: row.goalId, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, goal_id: row.goalId, version: row.version } }),
    history: { uId, of: 'goal', one: (row) => ({ goal_id: row.goalId }) },
    readOnly: false,
  };
  return <Records kind={kind} />;
}

function Inputs({ uId, form }: { uId: number; form: UseFormReturnType<Draft> }) {
  const { data } = useQuery(read(api.listMedications, { query: { u_id: uId } }));
  const { medId, medName } = form.values.medication;
  const offered = (data?.medications ?? []).map((one) => ({ value: String(one.medId), label: one.medicationName }));
  // What the goal speaks of may have been removed meanwhile, or have no number.
  const own =
    medName && !offered.some(({ value }) => value === String(medId)) ? [{ value: 'own', label: medName }] : [];
  const value = own.length > 0 ? 'own' : medId === null ? null : String(medId);
  const choose = (next: string | null) => {
    if (next === 'own') return;
    const chosen = offered.find((one) => one.value === next);
    form.setFieldValue(
      'medication',
      (chosen ? { medId: Number(chosen.value), medName: chosen.label } : { medId: null, medName: null }) as never,
    );
  };
  return (
    <>
      <TextInput
        label={labels.goalName}
        required
        data-autofocus
        autoComplete="off"
        maxLength={longest.name}
        {...form.getInputProps('goalName')}
      />
      <Textarea
        label={labels.goalDescription}
        required
        maxLength={longest.text}
        {...form.getInputProps('goalDescription')}
      />
      <Select
        label={labels.medication}
        data={[...own, ...offered]}
        value={value}
        clearable
        comboboxProps={{ transitionProps: { duration: 0 } }}
        onChange={choose}
      />
      <Textarea label={labels.notes} required rows={2} maxLength={longest.text} {...form.getInputProps('notes')} />
    </>
  );
}
