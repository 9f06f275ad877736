import { Stack, TextInput, Title } from '@mantine/core';
import { inviteDelegate, type NpiEntry } from '@portal/contract/delegates/endpoints.ts';
import { linkSent, npiTakenMessage } from '@portal/contract/delegates/rules.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { lineAs } from '#shared/way-on.ts';
import { useFleeting } from './fleeting.ts';
import { NpiEntries } from './NpiEntries.tsx';
import { useInvite } from './queries.ts';

const emailProblem = (email: string): string | undefined =>
  inviteDelegate.body.shape.email.safeParse(email).error?.issues[0]?.message;

/** Invites somebody to act for physicians (PHY-08 to PHY-12). */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { cpId, companyId } = useViewer();
  const invite = useInvite();
  const [email, setEmail] = useState('');
  const [left, setLeft] = useState(false);
  const [entries, setEntries] = useState<readonly NpiEntry[]>([]);
  const [typed, setTyped] = useState(false);
  const [problem, say] = useFleeting();
  const wrong = emailProblem(email);

  const add = (entry: NpiEntry): boolean => {
    if (entries.some(({ npi }) => npi === entry.npi)) {
      say(npiTakenMessage);
      return false;
    }
    setEntries([...entries, entry]);
    return true;
  };
  const rename = (entry: NpiEntry): boolean => {
    setEntries(entries.map((one) => (one.npi === entry.npi ? entry : one)));
    return true;
  };
  /** What was refused no longer stands there. */
  const change =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      say(null);
      set(value);
    };
  const send = () => {
    // It would be left behind without a word.
    if (typed) return say('Add the NPI you typed, or clear its fields.');
    invite.mutate(
      { body: { email: email.trim(), NPIs: [...entries], cpId, companyId } },
      {
        onSuccess: ({ message }) => {
          if (message.includes(linkSent)) toastSuccess(`${linkSent} to ${email.trim()}.`);
          else toastFailure(message);
          onClose();
        },
        onError: (failure) => {
          if (failure instanceof CallFailure && failure.status === 401) return;
          say(failure.fields['email'] ?? lineAs(failure, { of: 'The invitation was', done: 'sent', press: 'Invite' }));
        },
      },
    );
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      mayClose={!invite.isPending}
      dirty={email.trim() !== '' || entries.length > 0 || typed}
      size="lg"
      title="Invite Physician Delegate"
    >
      <Stack gap="md">
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="off"
          data-autofocus
          value={email}
          error={left && email.trim() !== '' ? wrong : undefined}
          onChange={(event) => change(setEmail)(event.currentTarget.value)}
          onBlur={() => setLeft(true)}
        />
        <Title order={3}>Physicians the delegate acts for</Title>
        <NpiEntries
          label="NPIs"
          entries={entries}
          rows={3}
          empty="Add at least one NPI to invite the delegate."
          onAdd={add}
          onChange={rename}
          onRemove={(entry) => change(setEntries)(entries.filter(({ npi }) => npi !== entry.npi))}
          isTyped={typed}
          onTyped={change(setTyped)}
        />
        <DialogFooter refused={problem !== null && { text: problem }}>
          <DialogCancel disabled={invite.isPending} />
          <SubmitButton busy={invite.isPending} ready={wrong === undefined && entries.length > 0} onPress={send}>
            Invite
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
