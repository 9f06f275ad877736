import { List } from '@mantine/core';
import { messages, type PatientStep } from '@portal/contract/patients/rules.ts';
import { sentenceOf } from '#api/failure.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { usePatient, useRemovePatient, useSetStatus } from './queries.ts';
import { consequences, isEnding, stepWords } from './steps.ts';

/** Says what a step will do, and does it once it is confirmed (PST-05, PST-08 to PST-12). */
export function StepDialog(props: {
  step: PatientStep;
  uId: number;
  name: string;
  onDone?: () => void;
  onClose: () => void;
}) {
  const { step, uId, name, onDone, onClose } = props;
  const { data: patient, error } = usePatient(uId);
  const [setStatus, remove] = [useSetStatus(), useRemovePatient()];
  const doing = isEnding(step) ? remove : setStatus;
  const failed = doing.error ?? (patient ? null : error);
  const done = {
    onSuccess: () => {
      toastSuccess(messages[step]);
      onClose();
      onDone?.();
    },
  };
  const confirm = () => {
    const of = { u_id: uId, version: patient?.version };
    if (step === 'deactivate' || step === 'remove') remove.mutate({ query: { ...of, removal_type: step } }, done);
    else setStatus.mutate({ body: { ...of, new_status: step === 'activate' ? 'active' : 'pending' } }, done);
  };
  return (
    <ConfirmDialog
      opened
      title={`${stepWords[step]} patient?`}
      confirm={stepWords[step]}
      danger={isEnding(step)}
      busy={doing.isPending}
      disabled={!patient}
      refused={failed !== null && failed.status !== 401 && { text: sentenceOf(failed) }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {consequences[step](name).map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </ConfirmDialog>
  );
}
