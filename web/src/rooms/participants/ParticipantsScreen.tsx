import { Button, Stack } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import {
  addParticipant,
  listParticipants,
  type Participant,
  removeParticipant,
} from '@portal/contract/participants/endpoints.ts';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { useChosenGroup } from '#shared/chosen-group.ts';
import { ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import { SitePicker } from '#shared/SitePicker.tsx';
import { Empty, Failed } from '#kit/States.tsx';
import { filters, isParticipantFound } from './found.ts';
import { ParticipantTable, type RowAct } from './ParticipantTable.tsx';
import { useParticipants, useSites } from './queries.ts';
import type { Site } from './sites.ts';

// Loaded when they are opened: most visits only look at the table.
const ParticipantDialog = lazyDialog(() => import('./ParticipantDialog.tsx'), 'ParticipantDialog');
const ParticipantInfo = lazyDialog(() => import('./ParticipantInfo.tsx'), 'ParticipantInfo');
const RemoveDialog = lazyDialog(() => import('./RemoveDialog.tsx'), 'RemoveDialog');
const StatusDialog = lazyDialog(() => import('./StatusDialog.tsx'), 'StatusDialog');

/** What is open, and of which site: that one can go out of reach meanwhile. */
type Open = ({ act: 'add' } | { act: RowAct; participant: Participant }) & { site: Site };

/** The participants of a trial site (PAR-01). */
export function ParticipantsScreen(props: {
  /** The site of the address bar. */
  siteId: number | null;
  onSite: (gId: number) => void;
  onRequestShipment: (participant: Participant, site: Site) => void;
  /** The card of a participant, who is given as the list has them by now. */
  card: (shown: { participant: Participant; gId: number; onClose: () => void }) => ReactNode;
}) {
  const { siteId, onSite, onRequestShipment, card } = props;
  const viewer = useViewer();
  const sites = useSites();
  const [open, setOpen] = useState<Open | null>(null);
  const [site, pick] = useChosenGroup('site', sites.data ?? [], siteId, onSite);
  const { participants, others, loading } = useParticipants(site?.gId ?? null);
  const list = useNarrowedList(participants, isParticipantFound, filters);
  const mayChange = meets(addParticipant.access, viewer);
  const close = () => setOpen(null);
  const currentOf = (one: Participant) =>
    participants.find(({ participantId }) => participantId === one.participantId) ?? one;
  const act = (what: RowAct, participant: Participant) => {
    if (!site) return;
    if (what === 'request') onRequestShipment(participant, site);
    else setOpen({ act: what, participant, site });
  };

  if (!meets(listParticipants.access, viewer)) return <Empty message="No Participant Data Available" />;
  return (
    <Stack gap="md">
      <ListToolbar
        list={list}
        things="participants"
        placeholder="Name, subject number or email"
        scope={
          <SitePicker sites={sites.data ?? []} value={site?.gId ?? null} onChange={pick} loading={sites.isLoading} />
        }
        actions={
          mayChange && (
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              disabled={!site}
              onClick={() => site && setOpen({ act: 'add', site })}
            >
              Add Participant
            </Button>
          )
        }
      />
      {sites.isLoadingError && <Failed message={sentenceOf(sites.error)} onRetry={() => void sites.refetch()} />}
      {site || sites.isLoading ? (
        <ParticipantTable
          list={list}
          others={others}
          loading={loading || sites.isLoading}
          siteId={site?.gId ?? 0}
          ships={site?.ships ?? false}
          mayChange={mayChange}
          mayRemove={meets(removeParticipant.access, viewer)}
          onAct={act}
        />
      ) : (
        sites.isSuccess && (
          <Empty
            message={
              sites.data.length > 0 ? 'Choose a trial site to see its participants.' : 'No Participant Data Available'
            }
          />
        )
      )}
      {open?.act === 'add' && <ParticipantDialog opened sites={sites.data ?? []} site={open.site} onClose={close} />}
      {open?.act === 'edit' && (
        <ParticipantDialog
          opened
          sites={sites.data ?? []}
          site={open.site}
          participant={open.participant}
          onClose={close}
        />
      )}
      {open?.act === 'card' && card({ participant: currentOf(open.participant), gId: open.site.gId, onClose: close })}
      {open?.act === 'info' && <ParticipantInfo participant={currentOf(open.participant)} onClose={close} />}
      {open?.act === 'remove' && (
        <RemoveDialog participant={open.participant} current={currentOf(open.participant)} onClose={close} />
      )}
      {open?.act === 'status' && (
        <StatusDialog participant={open.participant} current={currentOf(open.participant)} onClose={close} />
      )}
    </Stack>
  );
}
