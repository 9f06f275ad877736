import { Stack, Text, Textarea } from '@mantine/core';
import { decideUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { sentenceAndWayOn } from '#shared/way-on.ts';
import { refreshLists } from './queries.ts';

/** UMR-07, DOC-13: the current signer of a report rejects it, after a question. */
export function RejectReport(props: { docId: number; name: string; onRejected: () => void; onClose: () => void }) {
  const { docId, name, onRejected, onClose } = props;
  const { companyId } = useViewer();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const rejecting = useCall(decideUserReport, { quiet: true });
  const reject = () => {
    const body = { document_ID: docId, is_rejected: true, companyId, ...(reason.trim() && { reason: reason.trim() }) };
    // The row is gone from its list by the time the focus goes back there.
    rejecting.mutate({ body }, { onSuccess: () => void refreshLists(client).then(onRejected) });
  };
  const { error } = rejecting;
  return (
    <ConfirmDialog
      opened
      title="Reject report"
      confirm="Confirm"
      danger
      busy={rejecting.isPending || rejecting.isSuccess}
      refused={
        error &&
        error.status !== 401 && { title: 'The report was not rejected', text: sentenceAndWayOn(error, 'Confirm') }
      }
      onConfirm={reject}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>Are you sure you would like to reject this report? Nobody can sign it any more.</Text>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Textarea
          label="Reason (optional)"
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
