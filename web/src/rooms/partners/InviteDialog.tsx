import { Group, Stack, TextInput } from '@mantine/core';
import type { PartnerKind } from '@portal/contract/partners/kinds.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { Dialog, DialogCancel } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { lineAs } from '#shared/way-on.ts';
import { inviteProblem } from './form.ts';
import type { Partner } from './kinds.ts';
import { PartnerUsers } from './PartnerUsers.tsx';
import { useInvite } from './queries.ts';

/** Invites somebody who works for a partner (PPW-07, PPW-08); who was invited stands below at once. */
export function InviteDialog(props: { kind: PartnerKind; partner: Partner; onClose: () => void }) {
  const { kind, partner, onClose } = props;
  const { send, isPending } = useInvite(kind);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const submit = async () => {
    const wrong = inviteProblem(email);
    setProblem(wrong);
    if (wrong) return;
    try {
      await send(partner.partnerId, email.trim());
      toastSuccess(`${email.trim()} was invited to ${partner.shownName}.`);
      setEmail('');
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure;
      if (failure.status !== 401)
        setProblem(
          failure.fields['email'] ?? lineAs(failure, { of: 'The invitation was', done: 'sent', press: 'Send invite' }),
        );
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!isPending}
      dirty={email.trim() !== ''}
      size="lg"
      title={`Send invite for ${partner.shownName}`}
    >
      <Stack gap="lg">
        <form
          noValidate
          aria-label="Invite"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <Stack gap="md">
            <TextInput
              label="Email"
              type="email"
              required
              autoComplete="off"
              data-autofocus
              value={email}
              error={problem}
              onChange={(event) => {
                setEmail(event.currentTarget.value);
                setProblem(undefined);
              }}
              onBlur={() => email.trim() !== '' && setProblem(inviteProblem(email))}
            />
            <Group justify="flex-end">
              <DialogCancel disabled={isPending}>Close</DialogCancel>
              <SubmitButton busy={isPending}>Send invite</SubmitButton>
            </Group>
          </Stack>
        </form>
        <PartnerUsers kind={kind} partner={partner} />
      </Stack>
    </Dialog>
  );
}
