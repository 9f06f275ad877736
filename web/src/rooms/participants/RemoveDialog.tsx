import { List, Stack } from '@mantine/core';
import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { longestReason } from '@portal/contract/participants/rules.ts';
import { useState } from 'react';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { saidAs } from '#shared/way-on.ts';
import { useRemove } from './queries.ts';

/** Removes a deactivated participant for good (PRV-03); why stays on record (P11-15). */
export function RemoveDialog(props: {
  participant: Participant;
  /** The same as the list has them by now. */
  current: Participant;
  onClose: () => void;
}) {
  const { participant, current, onClose } = props;
  const { participantId, subjectNumber } = participant;
  const [typed, setTyped] = useState('');
  const remove = useRemove();
  const reason = typed.trim();
  const confirm = () =>
    remove.mutate(
      { query: { participant_id: participantId, version: current.version, ...(reason && { reason }) } },
      {
        onSuccess: () => {
          toastSuccess(`Participant ${subjectNumber} was removed.`);
          onClose();
        },
      },
    );
  return (
    <Dialog opened title="Remove Participant" mayClose={!remove.isPending} dirty={reason !== ''} onClose={onClose}>
      <Stack>
        <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
          <List.Item>
            Name, date of birth, email, phone and addresses of {current.fname} {current.lname} ({subjectNumber}) are
            erased. This cannot be undone.
          </List.Item>
          <List.Item>
            Shipment requests, their documents and the audit trail stay as records of the trial, under the subject
            number.
          </List.Item>
          <List.Item>
            Order forms of cancelled requests that nobody has signed are deleted, and open requests for signatures on
            documents of this participant alone are withdrawn.
          </List.Item>
        </List>
        <LimitedTextarea
          label="Reason (optional)"
          description="Kept with the removal in the audit trail"
          rows={2}
          most={longestReason}
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <DialogFooter
          refused={
            remove.error !== null &&
            remove.error.status !== 401 &&
            saidAs(remove.error, { of: 'The participant was', done: 'removed', press: 'Remove', isKeyless: true })
          }
        >
          <DialogCancel disabled={remove.isPending}>Close</DialogCancel>
          <SubmitButton color="red.8" busy={remove.isPending} ready={!tooLong(typed, longestReason)} onPress={confirm}>
            Remove
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
