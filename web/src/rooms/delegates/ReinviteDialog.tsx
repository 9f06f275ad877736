import { Text } from '@mantine/core';
import type { Physician } from '@portal/contract/delegates/endpoints.ts';
import { linkSent } from '@portal/contract/delegates/rules.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useReinvite } from './queries.ts';

/** Asks before a pending delegate is invited once more (PHY-17). */
export function ReinviteDialog({ physician, onClose }: { physician: Physician; onClose: () => void }) {
  const { companyId } = useViewer();
  const reinvite = useReinvite();
  const { email } = physician;
  const confirm = () =>
    reinvite.mutate(
      { body: { email, companyId } },
      {
        onSuccess: () => {
          toastSuccess(`${linkSent} to ${email}.`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      opened
      title="Confirm Re-Invite"
      confirm="Re-invite"
      busy={reinvite.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text style={{ overflowWrap: 'anywhere' }}>
        {email} gets a new link to register. The link that was sent before no longer works.
      </Text>
    </ConfirmDialog>
  );
}
