import { Anchor, Button, Group, Text } from '@mantine/core';
import type { Conversation } from '@portal/contract/conversations/shapes.ts';
import { shownBirthDate } from '@portal/contract/patients/rules.ts';
import { useRef, useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import classes from '../conversations.module.css';
import { useAssign, useSetState } from '../queries.ts';
import { Title } from '../Title.tsx';
import type { NextPlace } from './next-place.ts';

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx'), 'AssignDialog');

/** Who it is about and who looks after it, with the steps of the inbox. */
export function ThreadHead(props: {
  conversation: Conversation;
  /** The newest message that was seen on this screen, 0 for none. */
  seenTo: () => number;
  /** There are messages that this screen may not have. */
  onBehind: () => void;
  /** Where whoever has taken it goes on. */
  next: NextPlace;
  onBack: () => void;
  /** Left out where patients have no page (OPN-80). */
  onPatient: ((uId: number) => void) | undefined;
}) {
  const { conversation, next, onBack, onPatient } = props;
  const { convId: conv_id, uId, dob, version, assignedTo, isMember, seesPatient, state } = conversation;
  const { cpId: cp_id } = useViewer();
  const [open, setOpen] = useState<'assign' | 'close' | null>(null);
  /** What comes while the question stands may be hidden by it. */
  const [seenTo, setSeenTo] = useState(0);
  const [assign, setState] = [useAssign(), useSetState()];
  const isMine = assignedTo?.cpId === cp_id;
  const head = useRef<HTMLElement>(null);
  const give = (assignee: number | null, said: string, goOn?: () => void) =>
    assign.mutate(
      { body: { conv_id, cp_id, assignee, version } },
      {
        onSuccess: () => {
          toastSuccess(said);
          goOn?.();
        },
      },
    );
  // The button goes away once it is done.
  const take = () =>
    give(cp_id, 'The conversation is yours.', () => {
      if (state === 'closed') head.current?.querySelector('h2')?.focus();
      else next.go();
    });
  const close = () => {
    setOpen(null);
    setState.mutate(
      { body: { conv_id, cp_id, state: 'closed', version, seenTo } },
      { onSuccess: () => toastSuccess('Conversation closed.'), onError: props.onBehind },
    );
  };
  const askToClose = () => {
    setSeenTo(props.seenTo());
    setOpen('close');
  };
  return (
    <header ref={head} className={classes.head}>
      <div>
        <Title>{conversation.topic}</Title>
        <Text size="sm">
          About{' '}
          {seesPatient && onPatient ? (
            <Anchor component="button" type="button" fz="inherit" onClick={() => onPatient(uId)}>
              {conversation.patientName}
            </Anchor>
          ) : (
            conversation.patientName
          )}
          {dob && `, born ${shownBirthDate(dob)}`}
          {' · '}
          {conversation.careProviders}
        </Text>
        <Text size="sm" c="gray.7">
          {assignedTo === null ? 'Unassigned' : isMine ? 'Assigned to you' : `Assigned to ${assignedTo.name}`}
        </Text>
      </div>
      <Group gap="xs">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        {!isMine && seesPatient && (
          <SubmitButton busy={assign.isPending} onPress={take}>
            Take
          </SubmitButton>
        )}
        {isMember && (
          <RowMenu
            label="More"
            items={[
              { label: 'Assign…', onClick: () => setOpen('assign') },
              ...(assignedTo === null
                ? []
                : [{ label: 'Give back', onClick: () => give(null, 'The conversation is unassigned.') }]),
              ...(state === 'open' ? [{ label: 'Close conversation', onClick: askToClose }] : []),
            ]}
          />
        )}
      </Group>
      {open === 'assign' && <AssignDialog conversation={conversation} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        opened={open === 'close'}
        title="Close this conversation?"
        confirm="Close conversation"
        onConfirm={close}
        onClose={() => setOpen(null)}
      >
        The care team cannot write until the conversation is reopened. A message from the patient reopens it.
      </ConfirmDialog>
    </header>
  );
}
