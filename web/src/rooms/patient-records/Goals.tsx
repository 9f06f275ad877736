import type { UseFormReturnType } from '@mantine/form';
import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patient-records/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { read } from '#api/queries.ts';
import { draftOfGoal, type GoalDraft, GoalInputs, goalLabels, problemsInGoal } from '#shared/goal-form.tsx';
import { type RecordKind, Records } from './Records.tsx';
import { useKind } from './use-kind.ts';

type Row = Ours<typeof api.listGoals.reply>['goals'][number];
const isMedication = (value: GoalDraft[keyof GoalDraft]): value is GoalDraft['medication'] => typeof value !== 'string';

const bodyOf = (uId: number, { medication, ...draft }: GoalDraft) => ({ u_id: uId, ...draft, ...medication });

/** GOL-01 to GOL-03. They can be changed also where the details cannot (CLN-18). */
export function Goals({ uId }: { uId: number }) {
  const { add, change, remove, ...list } = useKind({
    list: api.listGoals,
    add: api.addGoal,
    change: api.changeGoal,
    remove: api.removeGoal,
    asked: { query: { u_id: uId } },
    rowsOf: (reply) => reply.goals,
    changedIn: ({ body }) => body.goalId,
  });
  const kind: RecordKind<Row, GoalDraft> = {
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
    draftOf: draftOfGoal,
    fields: {
      labels: goalLabels,
      shown: (draft, field) => (field === 'medication' ? (draft.medication.medName ?? '') : draft[field]),
      same: (a, b) => (isMedication(a) && isMedication(b) ? a.medId === b.medId && a.medName === b.medName : a === b),
    },
    problemsIn: problemsInGoal,
    inputs: (form) => <Inputs uId={uId} form={form} />,
    add: async (draft) => (await add({ body: bodyOf(uId, draft) })).goalId,
    change: (row, draft) => change({ body: { ...bodyOf(uId, draft), goalId: row.goalId, version: row.version } }),
    remove: (row) => remove({ query: { u_id: uId, goal_id: row.goalId, version: row.version } }),
    history: { uId, of: 'goal', one: (row) => ({ goal_id: row.goalId }) },
    readOnly: false,
  };
  return <Records kind={kind} />;
}

function Inputs({ uId, form }: { uId: number; form: UseFormReturnType<GoalDraft> }) {
  const { data } = useQuery(read(api.listMedications, { query: { u_id: uId } }));
  return <GoalInputs medications={data?.medications ?? []} form={form} />;
}
