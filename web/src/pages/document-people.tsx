import { Button, Menu } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { addCard } from '@portal/contract/cards/endpoints.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { addParticipant, listParticipants, type Participant } from '@portal/contract/participants/endpoints.ts';
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

/** What was opened, of which trial or site: that one can go out of reach while somebody types (REL-17). */
export interface Opened {
  act: 'card' | 'participant';
  group: CareGroup;
}

/** DOC-15: what belongs to the chosen trial or site besides its documents. */
export function MoreOf({ group, onOpen }: { group: CareGroup; onOpen: (opened: Opened) => void }) {
  const viewer = useViewer();
  const isReady = group.trialConfigured === 'configured';
  const mayEditCard = isReady && group.type === 'clinicalTrial' && group.hasCard && meets(addCard.access, viewer);
  const mayAdd = isReady && group.type === 'trialSite' && meets(addParticipant.access, viewer);
  if (!mayEditCard && !mayAdd) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayEditCard && <Menu.Item onClick={() => onOpen({ act: 'card', group })}>Card template</Menu.Item>}
        {mayAdd && <Menu.Item onClick={() => onOpen({ act: 'participant', group })}>Add participant</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  );
}

export function OpenedDialog({ of: { act, group }, onClose }: { of: Opened; onClose: () => void }) {
  if (act === 'card') return <CardTemplateDialog group={group} opened onClose={onClose} />;
  return <AddParticipant siteId={group.gId} onClose={onClose} />;
}

/** What there was first: a list that is read anew takes nothing away from somebody who fills in a form (REL-17). */
function useFirst<T>(now: T | undefined): T | undefined {
  const [first, setFirst] = useState(now);
  if (first === undefined && now !== undefined) setFirst(now);
  return first ?? now;
}

function AddParticipant({ siteId, onClose }: { siteId: number; onClose: () => void }) {
  const { data: sites, isLoadingError, refetch } = useSites();
  const site = useFirst(sites?.find(({ gId }) => gId === siteId));
  if (site) return <ParticipantDialog opened sites={sites ?? []} site={site} onClose={onClose} />;
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
  const site = useFirst(sites.data?.find(({ gId }) => gId === siteId));
  const found = useQuery({
    // A list of one: what reads the participants anew, such as a refused change of status (REL-07), reads this one too.
    queryKey: [listParticipants.path, { siteId, participantId }],
    queryFn: async () => (await readNow(siteId, participantId)) ?? null,
    // It is what is edited: what was read for another press may have changed since.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const first = useFirst(found.data ?? undefined);
  // For a status nothing is typed: who has gone meanwhile, to another site for one, is not asked about for ever.
  const participant = act === 'edit' ? (first ?? found.data) : found.data;
  const title = act === 'edit' ? 'Edit Participant' : 'Participant Status';
  if (first && participant && act === 'status')
    return <StatusDialog participant={first} current={participant} onClose={onClose} />;
  if (participant?.isActive && site)
    return (
      <ParticipantDialog opened sites={sites.data ?? []} site={site} participant={participant} onClose={onClose} />
    );
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
