import { Button, List, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import type { DraftFields } from '#kit/rebase.ts';
import { RowMenu } from '#kit/RowMenu.tsx';
import { AllergyInputs } from '../allergy-inputs.tsx';
import { draftOfGoal, type GoalDraft, GoalInputs, goalLabels, problemsInGoal } from '../goal-form.tsx';
import type { KnownAllergies } from '../known-allergies.ts';
import { MedicationInputs } from '../medication-inputs.tsx';
import {
  AllergyNotice,
  draftOf,
  type MedicineDraft,
  medicineColumns,
  medicineLabels,
  problemsIn,
} from '../medicine-form.tsx';
import type { Described } from '../medicine-names.ts';
import { OfPatient } from '../OfPatient.tsx';
import { type Change, keep, type Kept, remove, type Row, rowsOf, save, takeBack } from './held.ts';
import type { TableType } from './answer-props.ts';
import classes from './questions.module.css';
import { TableDialog } from './TableDialog.tsx';
import type { TableKind } from './table-kind.ts';

/** What a patient has on record, in the names of the calls that list it. */
export type Medicine = MedicineDraft & Kept;
export type Goal = Kept & {
  goalName: string;
  goalDescription: string;
  medId: number | null;
  medName: string | null;
  notes: string;
};

interface Props {
  /** Whose record it is. */
  uId: number;
  changes: readonly Change[];
  /** Without it nothing can be changed. */
  onChanges?: ((changes: Change[]) => void) | undefined;
  isLoading?: boolean;
  /** Which additions may be on record already, by their keys. */
  perhapsAdded?: ReadonlySet<string>;
}

const words = {
  AdditionalMed: { thing: 'Medication', label: 'Additional Medications', empty: 'No additional medications recorded' },
  DrugAllergy: { thing: 'Allergy', label: 'Drug Allergies', empty: 'No drug allergies recorded' },
} as const;

/** Blanks at the ends are not kept. */
const sameIn =
  <Draft extends object>({ labels, shown }: DraftFields<Draft>) =>
  (one: Draft, other: Draft): boolean =>
    (Object.keys(labels) as (keyof Draft)[]).every((field) => shown(one, field).trim() === shown(other, field).trim());

const medicineFields: DraftFields<MedicineDraft> = { labels: medicineLabels, shown: (draft, field) => draft[field] };
const medicineForm = {
  ofEntry: draftOf,
  ofChange: (change: Change) => draftOf(change as MedicineDraft),
  isSame: sameIn(medicineFields),
};
const goalFields: DraftFields<GoalDraft> = {
  labels: goalLabels,
  shown: (draft, field) => (field === 'medication' ? (draft.medication.medName ?? '') : draft[field]),
};

const isTaken = ({ state }: Row<MedicineDraft>): boolean => state !== 'removed' && state !== 'gone';
/** Medications as they will be, those that go left out. */
const takenAfter = (entries: readonly Medicine[], changes: readonly Change[]) =>
  rowsOf<MedicineDraft, Medicine>(entries, changes, medicineForm).filter(isTaken);
/** To choose from; what is only added here has no number yet. */
export const medicationsAfter = (entries: readonly Medicine[], changes: readonly Change[]) =>
  takenAfter(entries, changes).map(({ id, draft }) => ({
    medId: id,
    medicationName: draft.medicationName.trim(),
    dosage: draft.dosage.trim(),
  }));

/** The patient's further medications, or their allergies (ANS-08). */
export function MedicineTable({
  type,
  entries,
  allergies = [],
  addedAllergies,
  medicationChanges = [],
  ...props
}: Props & {
  type: Exclude<TableType, 'UserGoals'>;
  entries: readonly Medicine[];
  /** Of whoever takes the medications. */
  allergies?: KnownAllergies;
  /** Those that are not on record before the assessment is submitted. */
  addedAllergies?: readonly Described[];
  /** Of an allergy: what is held to be changed of the medications. */
  medicationChanges?: readonly Change[];
}) {
  const rows = rowsOf<MedicineDraft, Medicine>(props.isLoading ? undefined : entries, props.changes, medicineForm);
  const taken = type === 'AdditionalMed' ? rows.filter(isTaken).map(({ draft }) => draft) : [];
  const kind: TableKind<MedicineDraft> = {
    ...words[type],
    nameOf: (draft) => draft.medicationName,
    columns: medicineColumns.map(({ accessor, title, card }) => ({
      accessor,
      title,
      ...(card && { card }),
      render: ({ draft, state }) => (
        <Cell isRemoved={state === 'removed'}>{draft[accessor as keyof MedicineDraft]}</Cell>
      ),
    })),
    fields: medicineFields,
    problemsIn,
    inputs: (form) =>
      type === 'DrugAllergy' ? (
        <AllergyInputs
          form={form}
          uId={props.uId}
          medicationsAfter={(onRecord) => takenAfter(onRecord, medicationChanges).map(({ draft }) => draft)}
        />
      ) : (
        <MedicationInputs
          form={form}
          uId={props.uId}
          allergies={allergies}
          addedAllergies={addedAllergies}
          medications={taken}
        />
      ),
    newDraft: draftOf,
    toFields: (draft) => draft,
  };
  return (
    <>
      <Table kind={kind} rows={rows} {...props} />
      {/* An allergy may be added after what it is held against. */}
      {allergies &&
        allergies !== 'loading' &&
        rows
          .filter(({ state }) => state === 'added' || state === 'changed')
          .map(({ key, draft }) => (
            <AllergyNotice key={key} title={draft.medicationName} to={allergies} added={addedAllergies} taken={draft} />
          ))}
    </>
  );
}

/** The patient's goals; each may speak of one of the medications. */
export function GoalTable({
  entries,
  medications,
  ...props
}: Props & { entries: readonly Goal[]; medications: Parameters<typeof GoalInputs>[0]['medications'] }) {
  const kind: TableKind<GoalDraft> = {
    thing: 'Goal',
    label: 'Goals',
    empty: 'No goals recorded',
    nameOf: (draft) => draft.goalName,
    columns: [
      { accessor: 'goalName', title: 'Goal', card: 'head', render: cellOf((draft) => draft.goalName) },
      { accessor: 'goalDescription', title: 'Description', render: cellOf((draft) => draft.goalDescription) },
      { accessor: 'medName', title: 'Medication', render: cellOf((draft) => draft.medication.medName ?? '–') },
      { accessor: 'notes', title: 'Notes', render: cellOf((draft) => draft.notes) },
    ],
    fields: goalFields,
    problemsIn: problemsInGoal,
    inputs: (form) => <GoalInputs medications={medications} form={form} />,
    newDraft: draftOfGoal,
    toFields: ({ medication, ...draft }) => ({ ...draft, ...medication }),
  };
  const rows = rowsOf<GoalDraft, Goal>(props.isLoading ? undefined : entries, props.changes, {
    ofEntry: draftOfGoal,
    ofChange: (change) => draftOfGoal(change as Partial<Goal>),
    isSame: sameIn(goalFields),
  });
  return <Table kind={kind} rows={rows} {...props} />;
}

const cellOf = (text: (draft: GoalDraft) => string) =>
  function GoalCell({ draft, state }: Row<GoalDraft>) {
    return <Cell isRemoved={state === 'removed'}>{text(draft)}</Cell>;
  };
const Cell = ({ isRemoved, children }: { isRemoved: boolean; children: ReactNode }) =>
  isRemoved ? <del className={classes.removed}>{children}</del> : children;

const states = {
  kept: '',
  added: 'Will be added',
  changed: 'Will be changed',
  removed: 'Will be removed',
  gone: 'Someone else has removed it meanwhile. Please undo the change.',
} as const;

function Table<Draft extends object>(props: Props & { kind: TableKind<Draft>; rows: readonly Row<Draft>[] }) {
  const { uId, kind, rows, changes, onChanges, isLoading, perhapsAdded } = props;
  const [open, setOpen] = useState<{ row: Row<Draft> | null } | null>(null);
  const [removing, setRemoving] = useState<Row<Draft> | null>(null);
  const state: Column<Row<Draft>> = {
    accessor: 'state',
    title: 'Change',
    render: (row) =>
      row.state === 'kept' ? (
        <span data-nothing>–</span>
      ) : (
        // In one piece: on a phone the parts of a cell stand beside each other.
        <div>
          <Text span size="sm" fw={500}>
            {states[row.state]}
          </Text>
          {row.theirs && <Theirs kind={kind} mine={row} theirs={row.theirs} />}
        </div>
      ),
  };
  const action: Column<Row<Draft>> = {
    accessor: 'action',
    title: 'Action',
    width: 72,
    textAlign: 'right',
    screenOnly: true,
    card: 'side',
    render: (row) => (
      <RowMenu
        label={`Actions for ${kind.nameOf(row.draft)}`}
        items={[
          {
            label: 'Edit',
            hidden: row.state === 'removed' || row.state === 'gone',
            onClick: () => setOpen({ row }),
          },
          {
            label: 'Keep change',
            hidden: row.theirs === null,
            onClick: () => onChanges?.(keep(changes, row)),
          },
          {
            label: 'Undo change',
            hidden: row.state === 'kept' || row.state === 'added',
            onClick: () => onChanges?.(takeBack(changes, row)),
          },
          {
            label: 'Remove',
            danger: true,
            hidden: row.state === 'removed' || row.state === 'gone',
            onClick: () => setRemoving(row),
          },
        ]}
      />
    ),
  };
  return (
    <Stack gap="xs" align="stretch">
      <AppTable
        label={kind.label}
        storeKey={`assessment:${kind.label}`}
        pageKey={String(uId)}
        records={rows}
        columns={onChanges ? [...kind.columns, state, action] : kind.columns}
        idAccessor={(row) => row.key}
        loading={isLoading ?? false}
        empty={kind.empty}
      />
      {onChanges && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpen({ row: null })}
        >
          Add {kind.thing}
        </Button>
      )}
      {open && (
        <TableDialog
          kind={kind}
          uId={uId}
          row={open.row}
          onSave={(draft) => {
            onChanges?.(save(changes, open.row, kind.toFields(draft)));
            setOpen(null);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {removing && (
        <ConfirmDialog
          opened
          title={`Remove ${kind.thing}`}
          confirm="Remove"
          cancel="Close"
          danger
          onConfirm={() => {
            onChanges?.(remove(changes, removing, perhapsAdded));
            setRemoving(null);
          }}
          onClose={() => setRemoving(null)}
        >
          <OfPatient uId={uId} />
          <Text style={{ overflowWrap: 'anywhere' }}>
            “{kind.nameOf(removing.draft)}”{' '}
            {removing.id === null
              ? 'is not added to the patient’s record.'
              : 'leaves the patient’s record when the assessment is submitted.'}
          </Text>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** What was changed since a change of the same entry was held, or was added before what is held to be added (REL-07). */
function Theirs<Draft extends object>(props: { kind: TableKind<Draft>; mine: Row<Draft>; theirs: Draft }) {
  const { kind, mine, theirs } = props;
  const { labels, shown } = kind.fields;
  const others = (Object.keys(labels) as (keyof Draft & string)[]).filter(
    (field) => shown(theirs, field) !== shown(mine.draft, field),
  );
  return (
    <>
      <Text size="sm">
        {mine.isAddedAlready ? 'It was already added, with other values.' : 'It was changed meanwhile.'} Please keep or
        undo the change.
      </Text>
      <List size="sm">
        {others.map((field) => (
          <List.Item key={field}>
            {labels[field]} is now {shown(theirs, field) === '' ? 'empty' : `“${shown(theirs, field)}”`}.
          </List.Item>
        ))}
      </List>
    </>
  );
}
