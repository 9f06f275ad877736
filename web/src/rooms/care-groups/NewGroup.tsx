import { Button, Group, Select, Stack, TextInput } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { GroupType } from '@portal/contract/care-groups/rules.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Notice } from '#kit/Notice.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { CopyGroup } from './CopyGroup.tsx';
import { type Draft, emptyDraft, isComplete, newGroup, typesAt, typeWords } from './draft.ts';
import { GroupFields } from './GroupFields.tsx';
import { useAddGroup } from './queries.ts';

/** A new group below the selected one, or at the top (CGP-16, CGP-21, CGP-22). */
export function NewGroup(props: {
  parent: CareGroup | null;
  groups: readonly CareGroup[];
  isOfTrials: boolean;
  onAdded: (gId: number) => void;
}) {
  const { parent, groups, isOfTrials, onAdded } = props;
  const viewer = useViewer();
  const add = useAddGroup();
  const types = typesAt(parent, isOfTrials);
  const [draft, setDraft] = useState<Draft>({
    ...emptyDraft,
    parent: parent ? String(parent.gId) : 'top',
    type: types.length === 1 ? (types[0] ?? null) : null,
  });
  const type = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () =>
    add.mutateAsync({ body: newGroup(draft, viewer) }).then(
      ({ gId }) => {
        toastSuccess(`Care group ${draft.groupName.trim()} was created.`);
        onAdded(gId);
      },
      () => undefined,
    );
  return (
    <Stack gap="lg" maw={640}>
      <form
        noValidate
        aria-label="Create Care Group"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete(draft)) void save();
        }}
      >
        <Stack gap="md">
          {add.isError && <Notice tone="error">{sentenceOf(add.error)}</Notice>}
          <TextInput label="Parent" readOnly variant="filled" value={parent ? parent.groupName : 'None'} />
          <GroupFields draft={draft} onType={type} />
          {types.length > 1 && (
            <Select
              label="Type"
              required
              placeholder="Choose a type"
              data={types.map((one) => ({ value: one, label: typeWords[one] }))}
              value={draft.type}
              onChange={(chosen) => type({ type: chosen as GroupType | null })}
              comboboxProps={{ transitionProps: { duration: 0 } }}
            />
          )}
          <Group justify="space-between">
            <Button variant="default" disabled>
              Delete
            </Button>
            <Button type="submit" loading={add.isPending} disabled={!isComplete(draft)}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
      {parent && <CopyGroup target={parent} groups={groups} />}
    </Stack>
  );
}
