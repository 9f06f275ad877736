import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { Held } from '#kit/Held.tsx';
import { Refusal } from '#kit/Refusal.tsx';
import { StayQuestion } from '#kit/StayQuestion.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { CopyGroup } from './CopyGroup.tsx';
import { type Draft, emptyDraft, sameDraft, typesAt } from './draft.ts';
import { NewGroupForm } from './NewGroupForm.tsx';

/** A new group below the selected one, or at the top (CGP-16, CGP-21, CGP-22). */
export function NewGroup(props: {
  parent: CareGroup | null;
  groups: readonly CareGroup[];
  isOfTrials: boolean;
  onAdded: (gId: number) => void;
}) {
  const { parent, groups, isOfTrials, onAdded } = props;
  const types = typesAt(parent, isOfTrials);
  const [empty] = useState<Draft>({
    ...emptyDraft,
    parent: parent ? String(parent.gId) : 'top',
    type: types.length === 1 ? (types[0] ?? null) : null,
  });
  const [draft, setDraft] = useState(empty);
  const [isSending, setSending] = useState(false);
  return (
    <Stack gap="lg" maw={640}>
      <StayQuestion dirty={!sameDraft(draft, empty)} away="page" />
      <Held isSending={isSending}>
        <NewGroupForm
          draft={draft}
          onType={(part) => setDraft((before) => ({ ...before, ...part }))}
          types={types.length > 1 ? types : null}
          onBusy={setSending}
          onAdded={onAdded}
          press="Create"
          parent={<TextInput label="Parent" readOnly variant="filled" value={parent ? parent.groupName : 'None'} />}
          buttons={({ busy, isReady, refused }) => (
            <Stack gap="md">
              {refused && <Refusal {...refused} />}
              <Group justify="space-between">
                <Button variant="default" disabled>
                  Delete
                </Button>
                <SubmitButton busy={busy} ready={isReady}>
                  Create
                </SubmitButton>
              </Group>
            </Stack>
          )}
        />
      </Held>
      {parent && <CopyGroup target={parent} groups={groups} />}
    </Stack>
  );
}
