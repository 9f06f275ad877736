import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type ListedPatient, listPatients, setPatientStatus } from '@portal/contract/patients/endpoints.ts';
import { importPatients } from '@portal/contract/patients/import-endpoints.ts';
import { hasRootAccess, type PatientStep } from '@portal/contract/patients/rules.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { isEmptyList, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { closeFirst } from '#kit/close-first.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import type { Column } from '#kit/AppTable.tsx';
import { Notice } from '#kit/Notice.tsx';
import { SearchField } from '#kit/SearchField.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { toastWarning } from '#kit/toast.ts';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { RowHeightSwitch } from '#shared/RowHeightSwitch.tsx';
import { usePageOf, useSought } from '#shared/sought.ts';
import { ListTree } from './ListTree.tsx';
import { chosenList, type Look, longestSearch, type PatientList, type Size } from './look.ts';
import { OtherLists } from './OtherLists.tsx';
import { PatientTable } from './PatientTable.tsx';
import classes from './patients.module.css';
import { useGroups, useLivePatients, usePatients } from './queries.ts';

// Loaded when they are opened: most visits only look at the list.
const PatientDialog = lazyDialog(() => import('./PatientDialog.tsx'), 'PatientDialog');
const AddPatientDialog = lazyDialog(() => import('./AddPatientDialog.tsx'), 'AddPatientDialog');
const ImportDialog = lazyDialog(() => import('./ImportDialog.tsx'), 'ImportDialog');
const StepDialog = lazyDialog(() => import('./StepDialog.tsx'), 'StepDialog');

type Open =
  | { act: 'add' | 'import' }
  | { act: 'details'; patient: ListedPatient }
  | { act: 'step'; patient: ListedPatient; step: PatientStep };

/** `replace`: it takes the place of what was asked before, and is no step to go back to. */
export type OnLook = (next: Look, how?: { replace: boolean }) => void;
interface Props {
  look: Look;
  onLook: OnLook;
  /** Leads to the page of a patient; absent where there is none (OPC-15). */
  onPatient: ((uId: number) => void) | undefined;
}

/** The patients that a person looks after, list by list (PCG-01 to PCG-18). */
export function PatientsScreen(props: Props) {
  const viewer = useViewer();
  if (!meets(listPatients.access, viewer)) return <Empty message="Your role does not see patients." />;
  return <Patients {...props} />;
}

/** PCG-06. */
const pauseMs = 400;

function Patients({ look: inAddress, onLook, onPatient }: Props) {
  const viewer = useViewer();
  const hasRoot = hasRootAccess(viewer);
  const groups = useGroups();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  useLivePatients();
  const { typed, sought, type, seek } = useSought({ pauseMs, longest: longestSearch });
  const toFirst = () => onLook({ ...inAddress, page: 1 }, { replace: true });
  const look = { ...inAddress, page: usePageOf(sought, inAddress.page, toFirst) };
  // Whether a group is in sight is known once they are here.
  const isKnown = look.list === null || look.list <= 0 || !groups.isLoading;
  const list = isKnown ? chosenList(look.list, groups.data ?? [], hasRoot) : null;
  const clear = () => seek('');
  const { data, error, isFetching, refetch } = usePatients(list, sought, look);
  const { patients = [], totalPatients: total = 0, isMore = false } = data ?? {};
  /** PNW-14: whoever was added is there, for those who may see it. */
  const showPending = () => {
    closeFirst(close);
    if (!hasRoot) return;
    clear();
    onLook({ ...look, list: 0, page: 1 });
  };
  /** Who is pending and in no group is seen with root access alone. */
  const [waiting, setWaiting] = useState<string | null>(null);
  const added = (name: string) => {
    showPending();
    if (!hasRoot) setWaiting(name);
  };
  // Over all pages of the list, or of what is found in it.
  const [ticked, setTicked] = useTicked(JSON.stringify([list?.value, sought]));

  return (
    <div className={classes.columns}>
      <ListTree
        groups={groups.data ?? []}
        hasRoot={hasRoot}
        chosen={list?.value ?? null}
        onChoose={(value) => onLook({ ...look, list: value, page: 1 })}
      />
      <Stack gap="md" miw={0}>
        <Group align="flex-end" gap="sm">
          <SearchField
            className={classes.search}
            placeholder="Search user by any field"
            maxLength={longestSearch}
            value={typed}
            onChange={type}
          />
          <Group gap="xs" mih={36}>
            {sought !== '' && patients.length > 0 && <ClearButton onClear={clear} />}
            <RowHeightSwitch />
          </Group>
          <Group gap="sm" ml="auto">
            {ticked.size > 0 && (
              <Text size="sm" aria-live="polite">
                <span>{ticked.size} selected</span>
                <Text span display="block" size="xs" c="gray.7">
                  {notTogether}
                </Text>
              </Text>
            )}
            <Button
              variant="default"
              aria-disabled={ticked.size > 0 || undefined}
              data-disabled={ticked.size > 0 || undefined}
              onClick={() => ticked.size === 0 && toastWarning('No patients selected.')}
            >
              Add Selected to Group
            </Button>
            {meets(importPatients.access, viewer) && (
              <Button variant="default" onClick={() => setOpen({ act: 'import' })}>
                Import
              </Button>
            )}
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'add' })}>
              Create New Patient
            </Button>
          </Group>
        </Group>
        {list && sought !== '' && (
          <OtherLists
            sought={sought}
            list={list}
            hasRoot={hasRoot}
            isWanted={data !== undefined}
            onChoose={(value) => onLook({ ...look, list: value, page: 1 })}
          />
        )}
        {waiting !== null && (
          <Notice tone="info">
            <Group justify="space-between" gap="sm">
              <span style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
                {waiting} is pending, so you do not see this patient yet. Someone who sees the whole company finds them
                in “Pending Patients”, and has to activate them and add them to one of your care groups.
              </span>
              <Button variant="default" size="compact-sm" onClick={() => setWaiting(null)}>
                Got it
              </Button>
            </Group>
          </Notice>
        )}
        {groups.isLoadingError && !isEmptyList(groups.error) && (
          <Failed message={sentenceOf(groups.error)} onRetry={() => void groups.refetch()} />
        )}
        {error && !data ? (
          <Failed message={listPatients.failure ?? sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <PatientTable
            patients={patients}
            loading={isFetching || list === null}
            empty={emptyWords(sought, list)}
            emptyAction={sought !== '' && <ClearButton onClear={clear} inList />}
            first={tickColumn(patients, ticked, setTicked)}
            mayStep={meets(setPatientStatus.access, viewer)}
            onOpen={onPatient}
            onDetails={(patient) => setOpen({ act: 'details', patient })}
            onStep={(step, patient) => setOpen({ act: 'step', patient, step })}
            remote={{
              page: look.page,
              size: look.size,
              total,
              more: isMore,
              onPage: (page) => onLook({ ...look, page }),
              onSize: (size) => onLook({ ...look, size: size as Size, page: 1 }),
              onEmpty: (page) => onLook({ ...look, page }, { replace: true }),
            }}
          />
        )}
      </Stack>
      {open?.act === 'add' && <AddPatientDialog onAdded={added} onClose={close} />}
      {open?.act === 'import' && <ImportDialog groups={groups.data ?? []} onImported={showPending} onClose={close} />}
      {open?.act === 'details' && (
        <PatientDialog
          key={open.patient.u_ID}
          listed={open.patient}
          groups={groups.data ?? []}
          hasPage={onPatient !== undefined}
          onClose={close}
        />
      )}
      {open?.act === 'step' && (
        <StepDialog step={open.step} uId={open.patient.u_ID} name={open.patient.name} onClose={close} />
      )}
    </div>
  );
}

type Ticked = ReadonlySet<number>;
const nobody: Ticked = new Set();
/** Who is ticked of some list; of another one nobody is. */
function useTicked(of: string): readonly [Ticked, (ticked: Ticked) => void] {
  const [kept, keep] = useState({ of, ticked: nobody });
  return [kept.of === of ? kept.ticked : nobody, (ticked) => keep({ of, ticked })];
}

/** PCG-16 to PCG-18: so far nothing is done with several patients at once. */
const notTogether = 'Several patients cannot be added at once yet. Open each of them to add them to a care group.';

function tickColumn(
  patients: readonly ListedPatient[],
  ticked: Ticked,
  onTick: (ticked: Ticked) => void,
): Column<ListedPatient> {
  const count = patients.filter(({ u_ID }) => ticked.has(u_ID)).length;
  const isAll = count > 0 && count === patients.length;
  const page = patients.map(({ u_ID }) => u_ID);
  return {
    accessor: 'tick',
    title: 'Select',
    width: 36,
    card: 'tick',
    screenOnly: true,
    header: (
      <Checkbox
        size="sm"
        aria-label={`Select all ${patients.length}`}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() =>
          onTick(new Set(isAll ? [...ticked].filter((one) => !page.includes(one)) : [...ticked, ...page]))
        }
      />
    ),
    render: ({ u_ID, name }) => (
      <Checkbox
        size="sm"
        aria-label={`Select ${name}`}
        checked={ticked.has(u_ID)}
        onChange={() =>
          onTick(new Set(ticked.has(u_ID) ? [...ticked].filter((one) => one !== u_ID) : [...ticked, u_ID]))
        }
      />
    ),
  };
}

/** PCG-07. */
const emptyWords = (sought: string, list: PatientList | null): string =>
  sought === '' ? `No patients to display in ${list?.label ?? ''} group` : `No patient matches “${sought}”.`;
