import { Stack, Text } from '@mantine/core';
import { decideUserReport } from '@portal/contract/user-reports/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallFailure } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { tooLong } from '#kit/too-long.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';
import { refreshLists } from './queries.ts';

const longestReason = 500;

/** UMR-07, DOC-13: the current signer of a report rejects it, after a question. */
export function RejectReport(props: { docId: number; name: string; onRejected: () => void; onClose: () => void }) {
  const { docId, name, onRejected, onClose } = props;
  const { companyId } = useViewer();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [wasUnanswered, setWasUnanswered] = useState(false);
  const rejecting = useCall(decideUserReport, { quiet: true });
  const reject = () => {
    const body = { document_ID: docId, is_rejected: true, companyId, ...(reason.trim() && { reason: reason.trim() }) };
    // The row is gone from its list by the time the focus goes back there.
    rejecting.mutate(
      { body },
      {
        onSuccess: () => void refreshLists(client).then(onRejected),
        onError: (failure) => isUnanswered(failure) && setWasUnanswered(true),
      },
    );
  };
  const { error } = rejecting;
  const busy = rejecting.isPending || rejecting.isSuccess;
  const refusalOf = (failure: CallFailure): Refused => {
    const act = { of: 'The report was', done: 'rejected', press: 'Confirm', isKeyless: true };
    // It takes no key, so the answer of the first try never comes again.
    if (failure.code === 'user_report.decided' && wasUnanswered)
      return { title: failure.message, text: 'Your first try, which got no answer, may have rejected it.' };
    return refusedAs(failure, {
      ...act,
      text: isUnanswered(failure) ? undefined : sentenceAndWayOn(failure, act.press),
    });
  };
  return (
    <Dialog
      opened
      title="Reject report"
      mayClose={!busy}
      dirty={(reason.trim() !== '' || rejecting.isPending) && !rejecting.isSuccess}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text>Are you sure you would like to reject this report? Nobody can sign it any more.</Text>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <LimitedTextarea
          label="Reason (optional)"
          rows={2}
          most={longestReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          data-autofocus
        />
        <DialogFooter refused={error && error.status !== 401 && refusalOf(error)}>
          <DialogCancel disabled={busy} />
          <SubmitButton color="red.8" busy={busy} ready={!tooLong(reason, longestReason)} onPress={reject}>
            Confirm
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
