import { Stack } from '@mantine/core';
import type { Conversation } from '@portal/contract/conversations/shapes.ts';
import { useState } from 'react';
import { isUnanswered } from '#api/unanswered.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { saidAs } from '#shared/way-on.ts';
import { useAssign } from '../queries.ts';
import { ProviderLookup } from '../starting/ProviderLookup.tsx';

/** Gives a conversation to a colleague, who takes part from then on. */
export function AssignDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const { cpId: cp_id } = useViewer();
  const [chosen, setChosen] = useState<{ cpId: number; name: string } | null>(null);
  const assign = useAssign({ quiet: true });
  const { convId: conv_id } = conversation;
  const [first] = useState(conversation.version);
  // Whom a colleague gave it to meanwhile is not overwritten, until that was said.
  const version = assign.isError && !isUnanswered(assign.error) ? conversation.version : first;
  const give = () => {
    if (!chosen) return;
    assign.mutate(
      { body: { conv_id, cp_id, assignee: chosen.cpId, version } },
      {
        onSuccess: () => {
          toastSuccess(`Assigned to ${chosen.name}.`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog opened title="Assign conversation" mayClose={!assign.isPending} onClose={onClose}>
      <Stack>
        <ProviderLookup chosen={chosen ? [chosen] : []} onChoose={setChosen} onRemove={() => setChosen(null)} />
        <DialogFooter
          refused={
            assign.error !== null &&
            saidAs(assign.error, { of: 'The conversation was', done: 'assigned', press: 'Assign', isKeyless: true })
          }
        >
          <DialogCancel disabled={assign.isPending} />
          <SubmitButton busy={assign.isPending} ready={chosen !== null} onPress={give}>
            Assign
          </SubmitButton>
        </DialogFooter>
      </Stack>
    </Dialog>
  );
}
