import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { type Draft, emptyDraft, sameDraft } from '../tree/draft.ts';
import { NewGroupForm } from '../tree/NewGroupForm.tsx';

/** "Create Care Group" where both its parent and its type are known: a site of a trial (CGP-16, CGP-17). */
export function NewSiteDialog(props: {
  trial: CareGroup;
  onClose: () => void;
  /** Once there is one. */
  onAdded: (gId: number) => void;
}) {
  const { trial, onClose, onAdded } = props;
  const start: Draft = { ...emptyDraft, parent: String(trial.gId), type: 'trialSite' };
  const [draft, setDraft] = useState(start);
  const [busy, setBusy] = useState(false);
  return (
    <Dialog opened title="Create Care Group" onClose={onClose} mayClose={!busy} dirty={!sameDraft(draft, start)}>
      <NewGroupForm
        draft={draft}
        onType={(part) => setDraft((before) => ({ ...before, ...part }))}
        types={null}
        parent={<TextInput label="Parent" readOnly variant="filled" value={trial.groupName} />}
        press="Add"
        onBusy={setBusy}
        onAdded={onAdded}
        buttons={({ busy: isBusy, isReady, refused }) => (
          <DialogFooter refused={refused}>
            <DialogCancel disabled={isBusy} />
            <SubmitButton busy={isBusy} ready={isReady}>
              Add
            </SubmitButton>
          </DialogFooter>
        )}
      />
    </Dialog>
  );
}
