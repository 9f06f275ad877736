import { Group, Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { type ListedPatient, listPatients, setPatientStatus } from '@portal/contract/patients/endpoints.ts';
import { hasRootAccess } from '@portal/contract/patients/rules.ts';
import { useEffect } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { ClearButton } from '#shared/ListToolbar.tsx';
import { RowHeightSwitch } from '#shared/RowHeightSwitch.tsx';
import { ListTree } from './ListTree.tsx';
import { chosenList, type Look, longestSearch, type PatientList, type Size } from './look.ts';
import { PatientTable } from './PatientTable.tsx';
import classes from './patients.module.css';
import { useGroups, useLivePatients, usePatients } from './queries.ts';
import { usePaused } from './use-paused.ts';

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

function Patients({ look, onLook, onPatient }: Props) {
  const viewer = useViewer();
  const hasRoot = hasRootAccess(viewer);
  const groups = useGroups();
  useLivePatients();
  // Whether a group is in sight is known once they are here.
  const isKnown = look.list === null || look.list <= 0 || !groups.isLoading;
  const list = isKnown ? chosenList(look.list, groups.data ?? [], hasRoot) : null;
  const [typed, type] = usePaused(look.q, (q) => onLook({ ...look, q, page: 1 }, { replace: true }));
  const clear = () => onLook({ ...look, q: '', page: 1 }, { replace: true });
  const { data, error, isFetching, refetch } = usePatients(list, look);
  const { patients = [], totalPatients: total = 0, isMore = false } = data ?? {};
  useLastPage({ look, total, isEmpty: data !== undefined && !isFetching && patients.length === 0, onLook });

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
            {look.q !== '' && patients.length > 0 && <ClearButton onClear={clear} />}
            <RowHeightSwitch />
          </Group>
        </Group>
        {groups.isError && <Failed message={sentenceOf(groups.error)} onRetry={() => void groups.refetch()} />}
        {error ? (
          <Failed message={listPatients.failure ?? sentenceOf(error)} onRetry={() => void refetch()} />
        ) : (
          <PatientTable
            patients={patients}
            loading={isFetching || list === null}
            empty={emptyWords(look, list)}
            emptyAction={look.q !== '' && <ClearButton onClear={clear} inList />}
            mayStep={meets(setPatientStatus.access, viewer)}
            onOpen={onPatient}
            onDetails={(_: ListedPatient) => undefined}
            onStep={() => undefined}
            remote={{
              page: look.page,
              size: look.size,
              total,
              more: isMore,
              onPage: (page) => onLook({ ...look, page }),
              onSize: (size) => onLook({ ...look, size: size as Size, page: 1 }),
            }}
          />
        )}
      </Stack>
    </div>
  );
}

/** PCG-07. */
const emptyWords = ({ q }: Look, list: PatientList | null): string =>
  q === '' ? `No patients to display in ${list?.label ?? ''} group` : `No patient matches “${q}”.`;

/** A page that was emptied, such as by others, is left for the last one that there is. */
function useLastPage(of: { look: Look; total: number; isEmpty: boolean; onLook: OnLook }): void {
  const { look, total, isEmpty, onLook } = of;
  const last = Math.max(1, Math.ceil(total / look.size));
  const isBeyond = isEmpty && look.page > last;
  useEffect(() => {
    if (isBeyond) onLook({ ...look, page: last }, { replace: true });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each page that is empty
  }, [isBeyond, last]);
}
