import { Text } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useSetStatus } from './queries.ts';

/** Deactivates a participant, or takes them back (PAR-08, PAR-09). */
export function StatusDialog(props: {
  participant: Participant;
  /** The same as the list has them by now. */
  current: Participant;
  onClose: () => void;
}) {
  const { participant, current, onClose } = props;
  const setStatus = useSetStatus();
  // What was pressed is done, though somebody else does the same meanwhile.
  const { participantId, isActive } = participant;
  const { version, subjectNumber, fname, lname } = current;
  const act = isActive ? 'Deactivate' : 'Reactivate';
  const confirm = () =>
    setStatus.mutate(
      { body: { participant_id: participantId, isActive: !isActive, version } },
      {
        onSuccess: () => {
          toastSuccess(`Participant ${subjectNumber} was ${isActive ? 'deactivated' : 'reactivated'}.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      title={`${act} Participant`}
      confirm={act}
      danger={isActive}
      busy={setStatus.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text>
        {fname} {lname} ({subjectNumber}){' '}
        {isActive
          ? 'can no longer be edited, shown a card or named in a shipment request. You can reactivate them at any time.'
          : 'can be edited, shown a card and named in a shipment request again.'}
      </Text>
      {isActive && <Text mt="sm">Shipment requests that are under way are not cancelled by this.</Text>}
    </ConfirmDialog>
  );
}
