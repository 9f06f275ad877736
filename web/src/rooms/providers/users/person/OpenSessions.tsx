import { Button, Stack, Text, Textarea } from '@mantine/core';
import { endSessionsOfUser } from '@portal/contract/providers/user-endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { isSignedOut, refusalOf } from '../access/refusal.ts';
import { useEndSessions } from '../queries.ts';
import { nameOf } from '../words.ts';
import type { Person } from './person.ts';
import classes from './person.module.css';

/** Where somebody is signed in, and the way to end all of that (SEC-05). */
export function OpenSessions({ person }: { person: Person }) {
  const { cpId } = useViewer();
  const [isAsking, ask] = useState(false);
  const { sessions } = person;
  const mayEnd = sessions.length > 0 && person.mayManage && person.cpID !== cpId;
  return (
    <Stack gap="sm" align="flex-start">
      {sessions.length === 0 && (
        <Text size="sm" c="gray.7">
          Not signed in anywhere.
        </Text>
      )}
      <ul className={classes.list}>
        {sessions.map(({ sessionId, device, host, address, createdAt, lastInputAt }) => (
          <li key={sessionId}>
            <Text size="sm" fw={500}>
              {device}
            </Text>
            <Text size="sm" c="gray.7">
              {host} · {address}
            </Text>
            <Text size="sm" c="gray.7">
              Since {asClinicTime(createdAt)} · last active {asClinicTime(lastInputAt)}
            </Text>
          </li>
        ))}
      </ul>
      {mayEnd && (
        <Button variant="default" size="compact-sm" onClick={() => ask(true)}>
          End all sessions
        </Button>
      )}
      {isAsking && <EndSessions person={person} onClose={() => ask(false)} />}
    </Stack>
  );
}

function EndSessions({ person, onClose }: { person: Person; onClose: () => void }) {
  const end = useEndSessions();
  const [reason, setReason] = useState('');
  const [isLeft, setLeft] = useState(false);
  const wrong = endSessionsOfUser.body.shape.reason.safeParse(reason).error?.issues[0]?.message;
  const count = person.sessions.length;
  const submit = () =>
    end.mutate(
      { body: { cp_id: person.cpID, reason: reason.trim() } },
      {
        onSuccess: () => {
          toastSuccess(`The sessions of ${nameOf(person)} have ended.`);
          onClose();
        },
      },
    );
  return (
    <Dialog opened title="End all sessions?" dirty={reason.trim() !== ''} mayClose={!end.isPending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setLeft(true);
          if (wrong === undefined && !end.isPending) submit();
        }}
      >
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {count === 1 ? 'The open session' : `All ${count} open sessions`} of {nameOf(person)} end at once. Signing
            in again is possible, with password and second factor.
          </Text>
          <Textarea
            label="Reason"
            required
            rows={2}
            data-autofocus
            value={reason}
            error={isLeft ? wrong : undefined}
            onBlur={() => setLeft(reason !== '')}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DialogFooter
            refused={
              end.isError &&
              !isSignedOut(end.error) &&
              refusalOf('There was a problem ending the sessions.', end.error, 'End all sessions')
            }
          >
            <DialogCancel disabled={end.isPending} />
            <SubmitButton color="red.8" busy={end.isPending}>
              End all sessions
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
