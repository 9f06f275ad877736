import { Button, Stack } from '@mantine/core';
import { listPhysicians, type Physician } from '@portal/contract/delegates/endpoints.ts';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { serverNow } from '#api/clock.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { csvOf, saveCsv } from '#kit/csv.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Failed } from '#kit/States.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { wholly } from '#shared/report-rows.ts';
import { PhysicianTable, type RowAct } from './PhysicianTable.tsx';
import { usePhysicians } from './queries.ts';
import { csvName, csvRow, filters, isFound } from './words.ts';

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx'), 'InviteDialog');
const EditAccessDialog = lazyDialog(() => import('./EditAccessDialog.tsx'), 'EditAccessDialog');
const ReinviteDialog = lazyDialog(() => import('./ReinviteDialog.tsx'), 'ReinviteDialog');

type Open = { act: 'invite' } | { act: RowAct; physician: Physician };

/** Who may act for physicians (PHY-01 to PHY-08). */
export function PhysiciansScreen(props: {
  /** What user management has of a delegate, where access is revoked and an invitation withdrawn (OPS-47). */
  person: (cpId: number, onClose: () => void) => ReactNode;
}) {
  const { companyId } = useViewer();
  const { data: all = [], isLoading, isLoadingError, error, refetch } = usePhysicians();
  const [open, setOpen] = useState<Open | null>(null);
  const [person, setPerson] = useState<number | null>(null);
  const list = useNarrowedList(all, isFound, filters);
  const close = () => setOpen(null);
  const save = async () => {
    try {
      // Asked for anew: a list that leaves the portal is on record (SEC-39).
      const { physicians } = await wholly(
        listPhysicians,
        { query: { company_id: companyId, file: true } },
        'These are too many delegates for one file.',
      );
      const fileName = csvName(serverNow());
      saveCsv(await csvOf(physicians.filter(list.holds).map(csvRow)), fileName);
      toastSuccess(`${fileName} is downloaded.`);
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.status === 401)) toastFailure(sentenceOf(failure));
    }
  };
  return (
    <Stack gap="md">
      <ListToolbar
        list={list}
        things="delegates"
        placeholder="Name, email or phone"
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={list.found.length === 0}
              onClick={() => void save()}
            >
              Export CSV
            </Button>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'invite' })}>
              Invite Delegate
            </Button>
          </>
        }
      />
      {isLoadingError ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <PhysicianTable
          list={list}
          loading={isLoading}
          onAct={(act, physician) => setOpen({ act, physician })}
          onOpen={setPerson}
        />
      )}
      {person !== null && props.person(person, () => setPerson(null))}
      {open?.act === 'invite' && <InviteDialog onClose={close} />}
      {open?.act === 'edit' && <EditAccessDialog physician={open.physician} onClose={close} />}
      {open?.act === 'reinvite' && <ReinviteDialog physician={open.physician} onClose={close} />}
    </Stack>
  );
}
