import { decideRecovery, listDecidedRecoveries, listRecoveries } from '@portal/contract/identity/account-endpoints.ts';
import { Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { problemsBy, useOpenForm } from '#shared/open-form.ts';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import type { Recovery } from '../account.ts';

/** Approves or refuses to take somebody's second factor off; the reason goes on record (SEC-13). */
export default function DecideRecovery(props: { recovery: Recovery; approved: boolean; onClose: () => void }) {
  const { recovery, approved, onClose } = props;
  const { recoveryId, fName, lName } = recovery;
  const name = `${fName} ${lName}`;
  const client = useQueryClient();
  const leave = () => {
    for (const { path } of [listRecoveries, listDecidedRecoveries]) void client.invalidateQueries({ queryKey: [path] });
    onClose();
  };
  const { form, typed, busy, failure, type, touch, submit, problem } = useOpenForm({
    empty: { reason: '' },
    problemsOf: (given) =>
      problemsBy(decideRecovery.body.safeParse({ recoveryId, approved: approved ? 1 : 0, ...given })),
    send: async ({ reason }) => {
      try {
        await call(decideRecovery, { body: { recoveryId, approved, reason } });
        toastSuccess(
          approved ? `${name} sets up a new authenticator app at the next sign-in.` : `${name} was refused.`,
        );
      } catch (error) {
        // Somebody else was quicker, or it is not needed any more.
        if (!isNotThere(error) && !(error instanceof CallFailure && error.status === 409)) throw error;
        toastFailure(sentenceOf(error));
      }
      leave();
    },
  });
  return (
    <Dialog
      opened
      title={approved ? `Approve the request of ${name}?` : `Refuse the request of ${name}?`}
      onClose={onClose}
      mayClose={!busy}
      dirty={typed.reason.trim() !== ''}
    >
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            {approved
              ? `MFA is removed from the account, all its sessions end, and a new authenticator app is set up at the next sign-in. Approve only if you are sure that ${name} is asking, for example after a call.`
              : 'MFA stays on the account. The code of the app is still needed to sign in.'}
          </Text>
          <Textarea
            label="Reason"
            required
            rows={3}
            data-autofocus
            value={typed.reason}
            error={problem('reason')}
            onBlur={() => typed.reason !== '' && touch('reason')}
            onChange={(event) => type({ reason: event.currentTarget.value })}
          />
          <DialogFooter refused={failure !== null && { text: failure }}>
            <DialogCancel disabled={busy} />
            <SubmitButton color={approved ? undefined : 'red.8'} busy={busy}>
              {approved ? 'Approve' : 'Refuse'}
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
