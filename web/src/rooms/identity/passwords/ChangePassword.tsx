import { changePassword as endpoint } from '@portal/contract/identity/account-endpoints.ts';
import { passwordMessage } from '@portal/contract/identity/password.ts';
import { Button, Stack, Text } from '@mantine/core';
import { problemsBy, useOpenForm } from '#shared/open-form.ts';
import { DialogFooter } from '#kit/Dialog.tsx';
import { SecretField } from '#kit/SecretField.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { changePassword, ownSentence, useRefreshAccount } from '../account.ts';

/** A new password by the old one (SEC-14). This session goes on; every other one ends (SEC-05). */
export default function ChangePassword({ onClose }: { onClose: () => void }) {
  const refresh = useRefreshAccount();
  const { form, typed, busy, failure, type, touch, submit, problem } = useOpenForm({
    empty: { password: '', newPassword: '' },
    problemsOf: (given) => problemsBy(endpoint.body.safeParse(given)),
    send: async (given) => {
      await changePassword(given);
      refresh();
      toastSuccess('Your password was changed.');
      onClose();
    },
    sentence: ownSentence,
  });
  const field = (name: 'password' | 'newPassword') => ({
    value: typed[name],
    error: problem(name),
    onBlur: () => typed[name] !== '' && touch(name),
    onChange: (event: { currentTarget: HTMLInputElement }) => type({ [name]: event.currentTarget.value }),
  });
  return (
    <Sheet opened title="Change password" onClose={onClose} mayClose={!busy}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap="md">
          <Text size="sm">Everywhere else you will be signed out.</Text>
          <SecretField
            label="Current password"
            name="password"
            autoComplete="current-password"
            data-autofocus
            {...field('password')}
          />
          <SecretField
            label="New password"
            name="new-password"
            autoComplete="new-password"
            description={passwordMessage}
            {...field('newPassword')}
          />
          <DialogFooter refused={failure !== null && { text: failure }}>
            <Button variant="default" disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <SubmitButton busy={busy}>Change password</SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Sheet>
  );
}
