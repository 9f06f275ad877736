import { Stack } from '@mantine/core';
import type { Conversation } from '@portal/contract/conversations/shapes.ts';
import { useState } from 'react';
import { CallFailure } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { saidAs } from '#shared/way-on.ts';
import { useAssign, useConversation } from '../queries.ts';
import { ProviderLookup } from '../starting/ProviderLookup.tsx';

/** Gives a conversation to a colleague, who takes part from then on. */
export function AssignDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { cpId: cp_id } = useViewer();
  const [chosen, setChosen] = useState<{ cpId: number; name: string } | null>(null);
  const assign = useAssign({ quiet: true });
  const { convId: conv_id } = conversation;
  const { refetch } = useConversation(conv_id);
  const [version, setVersion] = useState(conversation.version);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  const give = async (to: NonNullable<typeof chosen>) => {
    setBusy(true);
    setRefused(null);
    try {
      await assign.mutateAsync({ body: { conv_id, cp_id, assignee: to.cpId, version } });
      toastSuccess(`Assigned to ${to.name}.`);
      onClose();
    } catch (failure) {
      // Whom a colleague gave it to meanwhile is not overwritten, until that is said and shown.
      if (failure instanceof CallFailure && failure.code === 'conversation.changed') {
        const { data } = await refetch();
        if (data) setVersion(data.version);
      }
      setRefused(saidAs(failure, { of: 'The conversation was', done: 'assigned', press: 'Assign', isKeyless: true }));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened title="Assign conversation" mayClose={!busy} onClose={onClose}>
      <Stack>
        <ProviderLookup chosen={chosen ? [chosen] : []} onChoose={setChosen} onRemove={() => setChosen(null)} />
        <DialogFooter refused={refused}>
          <DialogCancel disabled={busy} />
          <SubmitButton busy={busy} ready={chosen !== null} onPress={() => chosen && void give(chosen)}>
            Assign
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
