import { Button, Group, Stack } from '@mantine/core';
import { listPhysicians, type Physician } from '@portal/contract/delegates/endpoints.ts';
import { mayReinvite } from '@portal/contract/delegates/rules.ts';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { serverNow } from '#api/clock.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { csvOf, saveCsv } from '#kit/csv.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { PressedButtons } from '#kit/PressedButtons.tsx';
import { useListSearch } from '#shared/list-search.ts';
import { SearchField } from '#kit/SearchField.tsx';
import { Failed } from '#kit/States.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { PhysicianTable, type RowAct } from './PhysicianTable.tsx';
import { usePhysicians } from './queries.ts';
import { csvName, csvRow, isFound } from './words.ts';

const InviteDialog = lazyDialog(() => import('./InviteDialog.tsx'), 'InviteDialog');
const EditAccessDialog = lazyDialog(() => import('./EditAccessDialog.tsx'), 'EditAccessDialog');
const ReinviteDialog = lazyDialog(() => import('./ReinviteDialog.tsx'), 'ReinviteDialog');

type Open = { act: 'invite' } | { act: RowAct; physician: Physician };

/** Who may act for physicians (PHY-01 to PHY-08). */
export function PhysiciansScreen({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { companyId } = useViewer();
  const { data: all = [], isLoading, isError, error, refetch } = usePhysicians();
  const [open, setOpen] = useState<Open | null>(null);
  const [{ statuses }, narrow] = useListSearch();
  const pending = statuses.includes('invited');
  const isShown = (one: Physician) => isFound(one, search) && (!pending || mayReinvite(one.status));
  const found = all.filter(isShown);
  const close = () => setOpen(null);
  const save = async () => {
    try {
      // Asked for anew: a list that leaves the portal is on record (SEC-39).
      const { physicians } = await call(listPhysicians, { query: { company_id: companyId, file: true } });
      const fileName = csvName(serverNow());
      saveCsv(await csvOf(physicians.filter(isShown).map(csvRow)), fileName);
      toastSuccess(`${fileName} is downloaded.`);
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.status === 401)) toastFailure(sentenceOf(failure));
    }
  };
  return (
    <Stack gap="md">
      <Group align="flex-end" gap="md">
        <SearchField placeholder="Name, email or phone" value={search} onChange={onSearch} miw={280} />
        <Group gap="sm" ml="auto">
          <Button
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden />}
            disabled={found.length === 0}
            onClick={() => void save()}
          >
            Export CSV
          </Button>
          <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'invite' })}>
            Invite Delegate
          </Button>
        </Group>
      </Group>
      <PressedButtons
        label="Show only"
        of={[
          {
            key: 'invited',
            label: 'Pending',
            count: all.filter(({ status }) => mayReinvite(status)).length,
            pressed: pending,
          },
        ]}
        onPress={() => narrow({ statuses: pending ? [] : ['invited'] })}
      />
      {isError ? (
        <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />
      ) : (
        <PhysicianTable
          physicians={found}
          isNarrowed={all.length > 0 && found.length === 0}
          search={search}
          loading={isLoading}
          onAct={(act, physician) => setOpen({ act, physician })}
          onClearSearch={() => onSearch('')}
        />
      )}
      {open?.act === 'invite' && <InviteDialog onClose={close} />}
      {open?.act === 'edit' && <EditAccessDialog physician={open.physician} onClose={close} />}
      {open?.act === 'reinvite' && <ReinviteDialog physician={open.physician} onClose={close} />}
    </Stack>
  );
}
