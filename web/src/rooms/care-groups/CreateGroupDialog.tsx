import { Button, Select, Stack } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { GroupType } from '@portal/contract/care-groups/rules.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Notice } from '#kit/Notice.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { CopyGroup } from './CopyGroup.tsx';
import { type Draft, emptyDraft, isComplete, newGroup, sameDraft, typesAt, typeWords } from './draft.ts';
import { GroupFields } from './GroupFields.tsx';
import { useAddGroup } from './queries.ts';

/** "Create Care Group": a trial, or a site of a trial (CGP-08, CGP-17). */
export function CreateGroupDialog({ groups, onClose }: { groups: readonly CareGroup[]; onClose: () => void }) {
  const viewer = useViewer();
  const add = useAddGroup();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const trials = groups.filter(({ type }) => type === 'clinicalTrial');
  const parent = draft.parent === 'top' ? null : trials.find(({ gId }) => String(gId) === draft.parent);
  const types = typesAt(draft.parent === null ? undefined : parent, true).filter((type) => type !== 'careGroup');
  const type = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const choose = (chosen: string | null) => {
    const offered = typesAt(chosen === null ? undefined : chosen === 'top' ? null : trials[0], true);
    type({ parent: chosen, type: draft.type && offered.includes(draft.type) ? draft.type : null });
  };
  const save = async () => {
    await add.mutateAsync({ body: newGroup(draft, viewer) }).then(
      () => {
        toastSuccess(`Care group ${draft.groupName.trim()} was created.`);
        onClose();
      },
      () => undefined,
    );
  };
  return (
    <Dialog
      opened
      title="Create Care Group"
      onClose={onClose}
      mayClose={!add.isPending}
      dirty={!sameDraft(draft, emptyDraft)}
    >
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
          <GroupFields draft={draft} onType={type} />
          <Select
            label="Parent"
            required
            placeholder="Choose where it belongs"
            data={[
              { value: 'top', label: 'None (a trial)' },
              ...trials.map(({ gId, groupName }) => ({ value: String(gId), label: groupName })),
            ]}
            value={draft.parent}
            onChange={choose}
            searchable
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          <Select
            label="Type"
            required
            placeholder="Choose a type"
            data={types.map((one) => ({ value: one, label: typeWords[one] }))}
            value={draft.type}
            onChange={(chosen) => type({ type: chosen as GroupType | null })}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          {parent && <CopyGroup key={parent.gId} target={parent} groups={groups} />}
          <DialogFooter>
            <DialogCancel disabled={add.isPending} />
            <Button type="submit" loading={add.isPending} disabled={!isComplete(draft)}>
              Add
            </Button>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
