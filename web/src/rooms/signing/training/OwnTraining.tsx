import { Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { writeLogEntry } from '#api/log.ts';
import { endSession, setViewer } from '#api/session.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { Failed, Loading } from '#kit/States.tsx';
import { StayQuestion } from '#kit/StayQuestion.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { SignDocument } from '../SignDocument.tsx';
import { useAcknowledge, useAskForCopy, useOwnCopy, useOwnTraining } from './queries.ts';

/**
 * The training forms that apply to a person, one after the other, until all are acknowledged; then the portal opens (OPN-61, OPN-64).
 * There is no other way on than to sign, or to sign out (OPN-63).
 */
export function OwnTraining({ terms }: { terms: ReactNode }) {
  const viewer = useViewer();
  const navigate = useNavigate();
  const training = useOwnTraining();
  const form = training.data;
  useEffect(() => {
    if (!form || form.trainingComplete === 0) return;
    const { trainingComplete, trainingDocId } = form;
    setViewer({ ...viewer, trainingComplete, trainingDocId });
    void navigate({ to: '/', replace: true });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the viewer is what changes here
  }, [form, navigate]);

  const around = (children: ReactNode) => (
    <>
      {children}
      <SignOut />
      {terms}
    </>
  );
  // A form that is being filled in stays where only its reading anew has failed.
  if (training.isLoadingError)
    return around(<Failed message={sentenceOf(training.error)} onRetry={() => void training.refetch()} />);
  if (form?.trainingComplete !== 0) return around(<Loading label="Loading your training" />);
  if (form.templateId === null) return around(<Text>There is no training form for you to sign.</Text>);
  return (
    <OneForm
      // Each form begins anew.
      key={form.templateId}
      templateId={form.templateId}
      docId={form.srUuid === null ? null : form.document_ID}
      unread={
        training.isRefetchError && !training.isFetching
          ? { message: sentenceOf(training.error), onRetry: () => void training.refetch() }
          : null
      }
      terms={terms}
      around={around}
    />
  );
}

/** One form: the own copy of it is asked for, signed, and recorded (ACK-02 to ACK-07). */
function OneForm(props: {
  templateId: number;
  /** The own copy, once it was asked for. */
  docId: number | null;
  /** Why it is not known where the person stands now. */
  unread: { message: string; onRetry: () => void } | null;
  terms: ReactNode;
  around: (children: ReactNode) => ReactNode;
}) {
  const { templateId, docId, unread, terms, around } = props;
  const asking = useAskForCopy();
  const copy = useOwnCopy(docId);
  const recording = useAcknowledge();
  const [holds, setHolds] = useState({ dirty: false, busy: false });
  const [signed, setSigned] = useState(false);
  const name = copy.data?.friendlyName ?? '';

  const { ask } = asking;
  const mustAsk = docId === null && asking.isIdle;
  useEffect(() => {
    if (mustAsk) ask(templateId);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, [mustAsk, templateId]);

  const record = () => {
    if (docId !== null) recording.acknowledge(docId, () => toastSuccess(`${name} is acknowledged.`));
  };
  // Also what was signed earlier, where only its recording failed.
  const mustRecord = (signed || (copy.data?.isCompletelySigned ?? false)) && recording.isIdle;
  useEffect(() => {
    if (mustRecord) record();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each form
  }, [mustRecord]);

  if (asking.error) return around(<Failed message={sentenceOf(asking.error)} onRetry={() => ask(templateId)} />);
  if (copy.isLoadingError)
    return around(<Failed message={sentenceOf(copy.error)} onRetry={() => void copy.refetch()} />);
  if (copy.data === null && !copy.isFetching)
    return around(<Failed message="Your training form could not be opened." onRetry={() => void copy.refetch()} />);
  if (recording.error)
    return around(
      <Failed
        message={`You have signed ${name}, but this could not be recorded. ${sentenceOf(recording.error)}`}
        onRetry={record}
      />,
    );
  // What was asked for, or recorded, is done: only the way on from there is not known.
  if (unread && ((docId === null && asking.isSuccess) || recording.isSuccess)) return around(<Failed {...unread} />);
  if (!copy.data?.uuid || !copy.data.signerUuid || signed || copy.data.isCompletelySigned)
    return around(<Loading label={signed ? 'Recording your acknowledgment' : 'Loading your training'} />);
  const link = { srUuid: copy.data.uuid, signerUuid: copy.data.signerUuid };
  return (
    <Sheet opened title={name} size="72rem" fills mayClose={!holds.busy}>
      <StayQuestion dirty={holds.dirty} away="page" />
      <Stack gap="sm" flex={1} mih={0}>
        <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
          <div>
            <Text tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
              Please read and sign this training form before you continue.
            </Text>
            {terms}
          </div>
          <SignOut dirty={holds.dirty} disabled={holds.busy} />
        </Group>
        <SignDocument link={link} onHolds={setHolds} onSigned={() => setSigned(true)} />
      </Stack>
    </Sheet>
  );
}

/** OPN-63. */
function SignOut({ dirty = false, disabled = false }: { dirty?: boolean; disabled?: boolean }) {
  const [asks, setAsking] = useState(false);
  const leave = () => {
    writeLogEntry('sign-out');
    endSession('signed-out');
  };
  return (
    <>
      <Button variant="default" flex="none" disabled={disabled} onClick={() => (dirty ? setAsking(true) : leave())}>
        Sign Out
      </Button>
      <ConfirmDialog
        opened={asks}
        title="Sign out now?"
        confirm="Sign Out"
        danger
        onConfirm={leave}
        onClose={() => setAsking(false)}
      >
        What you filled in is lost.
      </ConfirmDialog>
    </>
  );
}
