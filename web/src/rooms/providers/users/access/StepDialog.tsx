import { List, Stack, Textarea } from '@mantine/core';
import { type User, removeUser } from '@portal/contract/providers/user-endpoints.ts';
import type { UserStep } from '@portal/contract/providers/user-rules.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { stepWords } from '../actions.ts';
import { usePerson, useReactivate, useReinvite, useRemoveUser } from '../queries.ts';
import { isSignedOut, refusalOf } from './refusal.ts';
import { steps } from './steps.ts';

/** Says what a step will do, and does it once it is confirmed (USR-05 to USR-07, USR-27 to USR-29, CLN-19). */
export function StepDialog({ step, user, onClose }: { step: UserStep; user: User; onClose: () => void }) {
  const { companyId } = useViewer();
  const words = steps[step];
  const isEnding = step === 'deactivate' || step === 'remove';
  const [remove, reactivate, reinvite] = [useRemoveUser(), useReactivate(), useReinvite()];
  const [reason, setReason] = useState('');
  const cpId = user.cpID;
  const tooLong = removeUser.query.shape.reason.safeParse(reason).error?.issues[0]?.message;
  const done = {
    onSuccess: () => {
      toastSuccess(words.done(user));
      onClose();
    },
  };
  const doing = { deactivate: remove, remove, reactivate, 're-invite': reinvite }[step];
  const confirm = () => {
    if (step === 're-invite') reinvite.mutate({ body: { company_id: companyId, cp_id: cpId } }, done);
    else if (step === 'reactivate') reactivate.mutate({ body: { cp_id: cpId } }, done);
    else remove.mutate({ query: { cp_id: cpId, removal_type: step, reason: reason.trim() || undefined } }, done);
  };
  return (
    <Dialog opened title={words.title} mayClose={!doing.isPending} dirty={reason.trim() !== ''} onClose={onClose}>
      <Stack gap="md">
        {step === 'deactivate' ? <Revoked user={user} /> : <Says lines={words.says(user, undefined)} />}
        {isEnding && (
          <Textarea
            label="Reason"
            description="Kept with the entry in the audit trail."
            rows={2}
            value={reason}
            error={tooLong}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <DialogFooter
          refused={doing.isError && !isSignedOut(doing.error) && refusalOf(words.failed, doing.error, stepWords[step])}
        >
          <DialogCancel disabled={doing.isPending}>{words.cancel}</DialogCancel>
          <SubmitButton
            color={isEnding ? 'red.8' : undefined}
            busy={doing.isPending}
            ready={!isEnding || tooLong === undefined}
            onPress={confirm}
            data-autofocus={isEnding ? undefined : true}
          >
            {stepWords[step]}
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}

/** What ends now is read when it is asked. */
function Revoked({ user }: { user: User }) {
  const { data } = usePerson(user.cpID);
  const touched = data && {
    sessions: data.sessions.length,
    waitingSignatures: data.waitingSignatures,
    openInvitations: data.openInvitations ?? 0,
    requestsLeft: data.requestsLeft ?? 0,
    partner: data.partner,
  };
  return <Says lines={steps.deactivate.says(user, touched)} />;
}

function Says({ lines }: { lines: readonly string[] }) {
  return (
    <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
      {lines.map((line) => (
        <List.Item key={line}>{line}</List.Item>
      ))}
    </List>
  );
}
