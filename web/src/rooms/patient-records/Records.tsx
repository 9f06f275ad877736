import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { whetherDone } from '#api/unanswered.ts';
import { AppTable, type Column } from '#kit/AppTable.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import type { DraftFields } from '#kit/rebase.ts';
import { Notice } from '#kit/Notice.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { type ToastAction, toastFailure, toastSuccess } from '#kit/toast.ts';
import { DeactivatedNotice } from '#shared/DeactivatedNotice.tsx';
import { OfPatient } from '#shared/OfPatient.tsx';
import { isFirstTryDone, saidAs } from '#shared/way-on.ts';
import { HistoryButton, type HistoryOf } from './HistoryButton.tsx';

const RecordDialog = lazyDialog(() => import('./RecordDialog.tsx'), 'RecordDialog');

/** A kind of entries in a patient's record: how it is listed, filled in and sent. */
export interface RecordKind<Row, Draft extends object> {
  /** What one is called, such as "Address". */
  thing: string;
  /** The table's name. */
  label: string;
  empty: string;
  columns: readonly Column<Row>[];
  /** Undefined until they are there; a list that could not be read is an empty one (PDT-09, CER-29). */
  rows: readonly Row[] | undefined;
  isLoading: boolean;
  idOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  /** What the form starts with; without a row, of a new entry. */
  draftOf: (row?: Row) => Draft;
  fields: DraftFields<Draft>;
  /** What one of them alone can have, such as "Primary". */
  flags?: readonly (keyof Draft & string)[];
  /** One that is recorded later may take the place of one that was removed. */
  isReplaced?: true;
  problemsIn: (draft: Draft, before?: Draft) => Partial<Record<keyof Draft & string, string>>;
  /** The inputs. `isNew`: nothing is kept yet; `sent`: everything that is wrong is said. */
  inputs: (form: UseFormReturnType<Draft>, given: { isNew: boolean; sent: boolean }) => ReactNode;
  /** Answers with the id of the new one. */
  add: (draft: Draft) => Promise<number>;
  change: (row: Row, draft: Draft) => Promise<unknown>;
  remove: (row: Row) => Promise<unknown>;
  /** As the server has them at this moment. */
  now: () => Promise<readonly Row[]>;
  /** P11-11: of whom, which kind, and how one of them is named. */
  history: { uId: number; of: HistoryOf['of']; one: (row: Row) => Partial<HistoryOf> };
  /** CLN-18. */
  readOnly: boolean;
}

type Open<Row> = { act: 'add' } | { act: 'edit' | 'remove'; row: Row };

/** One kind of entries in a table, with adding, changing and removing. */
export function Records<Row, Draft extends object>({ kind }: { kind: RecordKind<Row, Draft> }) {
  const { thing, label, rows, columns, idOf, nameOf, readOnly, history } = kind;
  const { uId, of } = history;
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const close = () => setOpen(null);
  const [again, setAgain] = useState<readonly Again<Draft>[]>([]);
  const [first] = again;
  const undoOf = useUndo(kind, (one) => setAgain((others) => [...others, one]));
  const adding = (more?: ReactNode): typeof kind => ({
    ...kind,
    inputs: (form, given) => (
      <>
        {more}
        <DeactivatedNotice uId={uId} />
        {kind.inputs(form, given)}
      </>
    ),
  });
  const action: Column<Row> = {
    accessor: 'action',
    title: 'Action',
    width: 96,
    textAlign: 'right',
    screenOnly: true,
    card: 'side',
    render: (row) => (
      <Group gap={4} justify="flex-end" wrap="nowrap">
        <HistoryButton uId={uId} title={nameOf(row)} of={{ of, ...history.one(row) }} />
        <RowMenu
          label={`Actions for ${nameOf(row)}`}
          items={[
            { label: 'Edit', onClick: () => setOpen({ act: 'edit', row }) },
            { label: 'Remove', danger: true, onClick: () => setOpen({ act: 'remove', row }) },
          ]}
        />
      </Group>
    ),
  };
  return (
    <Stack gap="sm">
      <Group justify="flex-end" gap="sm">
        <HistoryButton uId={uId} title={label} of={{ of }} withWord />
        {!readOnly && (
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'add' })}>
            Add {thing}
          </Button>
        )}
      </Group>
      <AppTable
        label={label}
        storeKey={`patient:${label}`}
        pageKey={String(uId)}
        records={rows ?? []}
        columns={readOnly ? columns : [...columns, action]}
        idAccessor={idOf}
        loading={kind.isLoading}
        empty={kind.empty}
      />
      {open?.act === 'add' && <RecordDialog kind={adding() as never} onClose={close} />}
      {open?.act === 'edit' && <RecordDialog kind={kind as never} row={open.row} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog kind={kind} row={open.row} undoOf={undoOf} onClose={close} />}
      {first && (
        <RecordDialog
          key={first.id}
          kind={
            adding(
              <Notice
                tone="warning"
                title={`Another ${thing.toLowerCase()} was recorded after “${first.name}” was removed.`}
              >
                Save this one only if both are right.
              </Notice>,
            ) as never
          }
          filled={first.draft}
          onClose={() => setAgain((all) => all.filter((one) => one !== first))}
        />
      )}
    </Stack>
  );
}

/** Whether it still stands: an answer may come when something else is there, such as the page of somebody else. */
function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return isShown;
}

/** What is brought back beside another one that was recorded since: its form is looked at before it is added again. */
interface Again<Draft> {
  /** Of what was removed. */
  id: number;
  name: string;
  draft: Draft;
}

/** What was removed can be added again at once, with the same content but for what was given to another one since (REL-07). */
function useUndo<Row, Draft extends object>(kind: RecordKind<Row, Draft>, onReplaced: (again: Again<Draft>) => void) {
  const { thing, idOf, nameOf, flags = [], fields } = kind;
  const isShown = useIsShown();
  /** One after the other: each knows what those before it have added, which nobody else has recorded. */
  const undos = useRef({ last: Promise.resolve(), added: new Set<number>() });
  const bringBack = async (row: Row) => {
    const [id, name, was] = [idOf(row), nameOf(row), kind.draftOf(row)];
    const held = flags.filter((flag) => was[flag]);
    let now: readonly Row[] = [];
    try {
      // What has nothing to compare does not wait for the list.
      if (kind.isReplaced || held.length > 0) now = await kind.now();
    } catch (failure) {
      const again = isShown.current ? undoOf(row) : undefined;
      toastFailure(sentenceOf(failure), `“${name}” was not brought back.`, again);
      return;
    }
    const known = new Set([id, ...(kind.rows ?? []).map(idOf), ...undos.current.added]);
    if (kind.isReplaced && now.some((one) => !known.has(idOf(one)))) {
      // Beside whatever is open: what is typed there stays.
      if (isShown.current) onReplaced({ id, name, draft: was });
      else
        toastFailure(
          `“${name}” was not brought back: another ${thing.toLowerCase()} was recorded after it was removed.`,
        );
      return;
    }
    const others = now.filter((one) => idOf(one) !== id).map((one) => kind.draftOf(one));
    const lost = held.filter((flag) => others.some((other) => other[flag]));
    const draft = { ...was, ...Object.fromEntries(lost.map((flag) => [flag, false])) };
    const add = () => kind.add(draft);
    try {
      // What a lost try had added stood there as well, or is what was removed: one more brings back what was there.
      const added = await add().catch((failure: unknown) =>
        isFirstTryDone(failure) ? add() : Promise.reject(failure),
      );
      undos.current.added.add(added);
      const labels = lost.map((flag) => fields.labels[flag].toLowerCase());
      const butFor = `, but no longer the ${new Intl.ListFormat('en').format(labels)} ${thing.toLowerCase()}`;
      toastSuccess(`“${name}” is back${lost.length > 0 ? butFor : ''}.`);
    } catch (failure) {
      toastFailure(sentenceOf(failure), whetherDone(failure));
    }
  };
  const undoOf = (row: Row): ToastAction => ({
    label: 'Undo',
    onPress: () => {
      undos.current.last = undos.current.last.then(() => bringBack(row));
    },
  });
  return undoOf;
}

/** CLN-19. */
function RemoveDialog<Row, Draft extends object>(props: {
  kind: RecordKind<Row, Draft>;
  row: Row;
  undoOf: (row: Row) => ToastAction;
  onClose: () => void;
}) {
  const { kind, undoOf, onClose } = props;
  const [isStale, setStale] = useState(false);
  // Whoever is told that it was changed may remove what is there now (REL-07); the list is read anew after a refusal.
  const now = isStale ? kind.rows?.find((one) => kind.idOf(one) === kind.idOf(props.row)) : undefined;
  const row = now ?? props.row;
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const { thing } = kind;
  const name = kind.nameOf(row);
  const isShown = useIsShown();
  const remove = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await kind.remove(row);
      toastSuccess(`“${name}” was removed.`, isShown.current ? undoOf(row) : undefined);
      onClose();
    } catch (failure) {
      if (failure instanceof CallFailure && failure.status === 401) return;
      setRefused(
        saidAs(failure, { of: `The ${thing.toLowerCase()} was`, done: 'removed', press: 'Remove', isKeyless: true }),
      );
      setStale(failure instanceof CallFailure && failure.code === 'stale');
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      opened
      title={`Remove ${thing}`}
      confirm="Remove"
      cancel="Close"
      danger
      busy={busy}
      refused={refused}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <OfPatient uId={kind.history.uId} />
      <Text style={{ overflowWrap: 'anywhere' }}>“{name}” leaves the patient’s record.</Text>
    </ConfirmDialog>
  );
}
