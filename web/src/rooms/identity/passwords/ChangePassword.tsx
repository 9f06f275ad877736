import { changePassword as endpoint } from '@portal/contract/identity/account-endpoints.ts';
import { passwordMessage } from '@portal/contract/identity/password.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { problemsBy, useOpenForm } from '#shared/open-form.ts';
import { SecretField } from '#kit/SecretField.tsx';
import { Sheet } from '#kit/Sheet.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { changePassword, ownSentence, useRefreshAccount } from '../account.ts';
import { Problem } from '../Problem.tsx';

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
          <Problem>{failure}</Problem>
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
          <Group justify="flex-end">
            <Button variant="default" disabled={busy} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={busy}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Sheet>
  );
}
