import { Stack, Switch, Text } from '@mantine/core';
import type { User } from '@portal/contract/providers/user-endpoints.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useChangeUser } from '../queries.ts';
import { nameOf } from '../words.ts';
import { isSignedOut, refusalOf } from './refusal.ts';
import { invitationsStop } from './steps.ts';
import { StoppedInvitations } from './StoppedInvitations.tsx';

const rights = {
  prescriber: {
    title: 'Edit Prescriber',
    label: 'Prescriber',
    says: 'A prescriber can be named in shipment requests and asked to sign their order forms.',
    has: (user: User) => user.prescriber,
    name: 'prescriber',
    failed: 'There was a problem editing prescriber.',
    done: (name: string, has: boolean) => `${name} is ${has ? 'now' : 'no longer'} a prescriber.`,
  },
  'admin-rights': {
    title: 'Edit Admin Rights',
    label: 'Admin rights',
    says: 'Admin rights let a person manage the users, partners and settings of their care groups. The change takes effect at the next click.',
    has: (user: User) => user.adminRights,
    name: 'adminRights',
    failed: 'There was a problem editing admin rights.',
    done: (name: string, has: boolean) => `${name} ${has ? 'now has' : 'no longer has'} admin rights.`,
  },
} as const;

const perhapsOwn =
  'This was changed in the meantime, perhaps by your first try. Save again to set it as it is shown here.';

/** Gives somebody a right, or takes it away (USR-10, USR-26, OPC-90). */
export function RightsDialog(props: { right: keyof typeof rights; user: User; onClose: () => void }) {
  const { right, user, onClose } = props;
  const { title, label, says, has, name, failed, done } = rights[right];
  const { companyId } = useViewer();
  const change = useChangeUser();
  // What the dialog was opened with: the row behind it may change meanwhile (REL-07).
  const [before] = useState(has(user));
  const [given, setGiven] = useState(before);
  const [version, setVersion] = useState(user.version);
  /** A try got no answer: this call takes no key by which it would be known. */
  const [mayBeOwn, setMayBeOwn] = useState(false);
  const told = (failure: CallFailure) =>
    failure.code === 'stale' && mayBeOwn ? { title: failed, text: perhapsOwn } : refusalOf(failed, failure, 'Save');
  const save = () =>
    change.mutate(
      { body: { companyId, cpId: user.cpID, careProviderData: [{ Name: name, Value: given }], version } },
      {
        onSuccess: () => {
          toastSuccess(done(nameOf(user), given));
          onClose();
        },
        onError: (failure) => {
          if (isUnanswered(failure)) setMayBeOwn(true);
          // REL-07: the next try names the version that is told.
          const current = failure.detail['current'] as { person?: { version: number } } | undefined;
          if (failure instanceof CallFailure && failure.code === 'stale' && current?.person)
            setVersion(current.person.version);
        },
      },
    );
  return (
    <Dialog opened title={title} dirty={given !== before} mayClose={!change.isPending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== before && !change.isPending) save();
        }}
      >
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>{nameOf(user)}</Text>
          <Switch
            label={label}
            description={says}
            checked={given}
            data-autofocus
            onChange={(event) => setGiven(event.currentTarget.checked)}
          />
          {right === 'admin-rights' && before && !given && <StoppedInvitations user={user} says={invitationsStop} />}
          <DialogFooter refused={change.isError && !isSignedOut(change.error) && told(change.error)}>
            <DialogCancel disabled={change.isPending} />
            <SubmitButton busy={change.isPending} ready={given !== before}>
              Save
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
