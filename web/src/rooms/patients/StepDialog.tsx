import { List, Stack } from '@mantine/core';
import { longest, messages, type PatientStep } from '@portal/contract/patients/rules.ts';
import { useRef, useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { LimitedTextarea } from '#kit/LimitedTextarea.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { usePatient } from '#shared/patient.ts';
import { saidAs } from '#shared/way-on.ts';
import { nameAndBirth } from '#shared/name-and-birth.ts';
import { useRemovePatient, useSetStatus } from './queries.ts';
import { consequences, doneWords, isEnding, seenAfter, stepWords, wantsReason } from './steps.ts';
import { WaitingNotice } from './WaitingNotice.tsx';

/** Says what a step will do, and does it once it is confirmed (PST-05, PST-08 to PST-12, CLN-19); why stays on record (P11-15). */
export function StepDialog(props: {
  step: PatientStep;
  uId: number;
  name: string;
  onDone?: () => void;
  onClose: () => void;
}) {
  const { step, uId, name, onDone, onClose } = props;
  const { data: patient, error, refetch } = usePatient(uId);
  const [typed, setTyped] = useState('');
  /** After a lost answer what stands there may be one's own step: the next press is the same one, where a key tells that (REL-06). */
  const version = useRef<number>(undefined);
  const [setStatus, remove] = [useSetStatus(), useRemovePatient()];
  const doing = isEnding(step) ? remove : setStatus;
  const failed = doing.error ?? (patient ? null : error);
  const act = { of: 'The patient was', done: doneWords[step], press: stepWords[step], isKeyless: isEnding(step) };
  const done = {
    onSuccess: () => {
      toastSuccess(messages[step]);
      onClose();
      onDone?.();
    },
    // Whoever is told that a colleague was faster goes on from what stands there now.
    onError: () => void refetch(),
  };
  const reason = typed.trim();
  const confirm = () => {
    if (isEnding(step) || !isUnanswered(doing.error)) version.current = patient?.version;
    const of = { u_id: uId, version: version.current, ...(reason && { reason }) };
    if (step === 'deactivate' || step === 'remove') remove.mutate({ query: { ...of, removal_type: step } }, done);
    else setStatus.mutate({ body: { ...of, new_status: step === 'activate' ? 'active' : 'pending' } }, done);
  };
  return (
    <Dialog
      opened
      title={`${stepWords[step]} patient?`}
      mayClose={!doing.isPending}
      dirty={reason !== ''}
      onClose={onClose}
    >
      <Stack>
        <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
          {consequences[step](patient ? `${nameAndBirth({ name, dob: patient.dob })},` : name).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        {isEnding(step) && <WaitingNotice uId={uId} seenBy={seenAfter[step]} />}
        {wantsReason(step) && (
          <LimitedTextarea
            label="Reason (optional)"
            description="Kept with the change in the patient’s record"
            rows={2}
            most={longest.reason}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <DialogFooter
          refused={
            failed !== null &&
            failed.status !== 401 &&
            (doing.error ? saidAs(failed, act) : { text: sentenceOf(failed) })
          }
        >
          <DialogCancel disabled={doing.isPending}>{step === 'remove' ? 'Close' : 'Cancel'}</DialogCancel>
          <SubmitButton
            color={isEnding(step) ? 'red.8' : undefined}
            busy={doing.isPending}
            ready={patient !== undefined && !tooLong(typed, longest.reason)}
            onPress={confirm}
            data-autofocus={wantsReason(step) ? undefined : true}
          >
            {stepWords[step]}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
