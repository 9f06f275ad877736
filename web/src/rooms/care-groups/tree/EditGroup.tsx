import { Button, Group, Stack } from '@mantine/core';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { ChangedNotice } from '#kit/ChangedNotice.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { type Difference, rebase } from '#kit/rebase.ts';
import { Refusal, type Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { saidAs } from '#shared/way-on.ts';
import { changedGroup, type Draft, draftOf, isDescribed, nameFields, sameDraft } from './draft.ts';
import { GroupFields } from './GroupFields.tsx';
import { RemovalSaid } from './RemovalSaid.tsx';
import { readGroupNow, useChangeGroup, useRemoveGroup } from '../queries.ts';

/** Changes what a group is called, or removes it; asks before each (CGP-21 to CGP-27). */
export function EditGroup(props: {
  group: CareGroup;
  onChanged: () => void;
  onRemoved: () => void;
  onDirty?: (dirty: boolean) => void;
  /** Where the buttons stand. */
  footer?: ComponentType<{ refused?: Refused | null | false; children: ReactNode }>;
}) {
  const { group, onChanged, onRemoved, onDirty, footer: Footer = Plain } = props;
  const [change, remove] = [useChangeGroup(), useRemoveGroup()];
  const [base, setBase] = useState(group);
  const [draft, setDraft] = useState<Draft>(() => draftOf(group));
  const [asking, setAsking] = useState<'edit' | 'delete' | null>(null);
  const [told, setTold] = useState<Refused | null>(null);
  const [changed, setChanged] = useState<{ differences: readonly Difference[]; isOwn: boolean } | null>(null);
  const dirty = !sameDraft(draft, draftOf(base));
  // What was configured or branded meanwhile is no reason to ask again: the names are as they were.
  const current = group.version > base.version && sameDraft(draftOf(group), draftOf(base)) ? group : base;
  const busy = change.isPending || remove.isPending;
  // At once: Escape may be the very next key.
  useLayoutEffect(() => onDirty?.(dirty), [onDirty, dirty]);

  const save = async () => {
    try {
      const { version } = await change.mutateAsync({ body: changedGroup(draft, current) });
      toastSuccess(`Care group ${draft.groupName.trim()} was changed.`);
      setBase({ ...base, ...draft, version } as CareGroup);
      setTold(null);
      setChanged(null);
      onChanged();
    } catch (failure) {
      await explain(failure);
    }
    setAsking(null);
  };

  /** REL-07: what somebody else has changed is told, and what was typed stays. */
  const explain = async (failure: unknown) => {
    const theirs =
      failure instanceof CallFailure &&
      failure.code === 'stale' &&
      (await readGroupNow(base.gId).catch(() => undefined));
    if (!theirs) return setTold(saidAs(failure, { of: 'The care group was', done: 'changed', press: 'Edit' }));
    const rebased = rebase(draftOf(base), draft, draftOf(theirs), nameFields);
    setBase(theirs);
    setDraft(rebased.draft);
    setChanged({ differences: rebased.differences, isOwn: isOwnChange(failure) });
    setTold(null);
  };

  const takeAway = async () => {
    try {
      await remove.mutateAsync({ query: { g_id: base.gId } });
      toastSuccess(`Care group ${base.groupName} was deleted.`);
      onRemoved();
    } catch (failure) {
      setAsking(null);
      const act = { of: 'The care group was', done: 'deleted', press: 'Delete', isKeyless: true };
      const text = `Could not delete care group at this time as ${sentenceOf(failure)}`;
      setTold(isUnanswered(failure) ? saidAs(failure, act) : { text });
    }
  };

  return (
    <form
      noValidate
      aria-label="Edit Care Group"
      onSubmit={(event) => {
        event.preventDefault();
        if (isDescribed(draft)) setAsking('edit');
      }}
    >
      <Stack gap="md">
        {!told && changed && <ChangedNotice what="care group" {...changed} />}
        <GroupFields draft={draft} onType={(part) => setDraft((before) => ({ ...before, ...part }))} />
        <Footer refused={asking === null && told}>
          <Group justify="space-between" w="100%">
            <Button
              variant="default"
              c="red.9"
              disabled={!isDescribed(draft) || busy}
              onClick={() => setAsking('delete')}
            >
              Delete
            </Button>
            <SubmitButton busy={busy} ready={isDescribed(draft)}>
              Edit
            </SubmitButton>
          </Group>
        </Footer>
      </Stack>
      <ConfirmDialog
        opened={asking === 'edit'}
        title="Do you want to edit the care group"
        confirm="Edit"
        busy={change.isPending}
        onConfirm={() => void save()}
        onClose={() => setAsking(null)}
      >
        {base.groupName}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'delete'}
        title="Do you want to delete the care group"
        confirm="Delete"
        danger
        busy={remove.isPending}
        onConfirm={() => void takeAway()}
        onClose={() => setAsking(null)}
      >
        <RemovalSaid group={base} />
      </ConfirmDialog>
    </form>
  );
}

/** The end of the form where it stands in the page. */
const Plain = ({ refused, children }: { refused?: Refused | null | false; children: ReactNode }) => (
  <>
    {refused && <Refusal {...refused} />}
    {children}
  </>
);
