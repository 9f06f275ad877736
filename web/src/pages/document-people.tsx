import { Button, Menu } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { addCard } from '@portal/contract/cards/endpoints.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { addParticipant, type Participant } from '@portal/contract/participants/endpoints.ts';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { Empty, Failed, Loading } from '#kit/States.tsx';
import { readNow, useSites } from '#rooms/participants/queries.ts';

const CardTemplateDialog = lazyDialog(() => import('#rooms/cards/CardTemplateDialog.tsx'), 'CardTemplateDialog');
const ParticipantDialog = lazyDialog(() => import('#rooms/participants/ParticipantDialog.tsx'), 'ParticipantDialog');
const StatusDialog = lazyDialog(() => import('#rooms/participants/StatusDialog.tsx'), 'StatusDialog');

/** DOC-15: what belongs to the chosen trial or site besides its documents. */
export function MoreOf({ group }: { group: CareGroup }) {
  const viewer = useViewer();
  const [opened, setOpened] = useState<'card' | 'participant' | null>(null);
  const close = () => setOpened(null);
  const isReady = group.trialConfigured === 'configured';
  const mayEditCard = isReady && group.type === 'clinicalTrial' && group.hasCard && meets(addCard.access, viewer);
  const mayAdd = isReady && group.type === 'trialSite' && meets(addParticipant.access, viewer);
  if (!mayEditCard && !mayAdd) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            More
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mayEditCard && <Menu.Item onClick={() => setOpened('card')}>Card template</Menu.Item>}
          {mayAdd && <Menu.Item onClick={() => setOpened('participant')}>Add participant</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
      {opened === 'card' && <CardTemplateDialog group={group} opened onClose={close} />}
      {opened === 'participant' && <AddParticipant siteId={group.gId} onClose={close} />}
    </>
  );
}

function AddParticipant({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { data: sites, isLoadingError, refetch } = useSites();
  const site = sites?.find(({ gId }) => gId === siteId);
  if (site) return <ParticipantDialog opened sites={[site]} site={site} onClose={onClose} />;
  return (
    <Waiting
      title="Add Participant"
      failed={isLoadingError}
      missing={sites && 'This site is not ready for participants yet.'}
      onRetry={() => void refetch()}
      onClose={onClose}
    />
  );
}

export interface Subject {
  participantId: number;
  siteId: number;
  act: 'edit' | 'status';
}

/** DOC-15: whom an order form is for, to be edited, deactivated or taken back. */
export function SubjectDialog({ of: { participantId, siteId, act }, onClose }: { of: Subject; onClose: () => void }) {
  const sites = useSites();
  const site = sites.data?.find(({ gId }) => gId === siteId);
  const found = useQuery({
    queryKey: ['subject of an order form', siteId, participantId],
    queryFn: async () => (await readNow(siteId, participantId)) ?? null,
    // It is what is edited: what was read for another press may have changed since.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const participant = found.data;
  const title = act === 'edit' ? 'Edit Participant' : 'Participant Status';
  if (participant && act === 'status')
    return <StatusDialog participant={participant} current={participant} onClose={onClose} />;
  if (participant?.isActive && site)
    return <ParticipantDialog opened sites={[site]} site={site} participant={participant} onClose={onClose} />;
  return (
    <Waiting
      title={title}
      failed={found.isLoadingError || sites.isLoadingError}
      missing={missing(participant, sites.isSuccess)}
      onRetry={() => {
        void found.refetch();
        void sites.refetch();
      }}
      onClose={onClose}
    />
  );
}

function missing(participant: Participant | null | undefined, areSitesKnown: boolean): string | undefined {
  if (participant === null) return 'This participant was not found.';
  if (participant && !participant.isActive) return 'A deactivated participant cannot be edited.';
  return participant && areSitesKnown ? 'This site is not ready for participants yet.' : undefined;
}

/** Until there is what a dialog is about, or where there is none. */
function Waiting(props: {
  title: string;
  failed: boolean;
  missing: string | undefined;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { title, failed, missing: said, onRetry, onClose } = props;
  return (
    <Dialog opened onClose={onClose} title={title}>
      {said ? (
        <Empty message={said} />
      ) : failed ? (
        <Failed message="There was a problem loading the participant." onRetry={onRetry} />
      ) : (
        <Loading label="Loading the participant" />
      )}
    </Dialog>
  );
}
