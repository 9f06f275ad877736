import { Select } from '@mantine/core';
import type { GroupType } from '@portal/contract/care-groups/rules.ts';
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { CopyGroup } from './CopyGroup.tsx';
import { type Draft, emptyDraft, sameDraft, typesAt } from './draft.ts';
import { NewGroupForm } from './NewGroupForm.tsx';

/** "Create Care Group": a trial, for who sees the whole company, or a site of a trial (CGP-08, CGP-17, SEC-23). */
export function CreateGroupDialog(props: {
  groups: readonly CareGroup[];
  onClose: () => void;
  /** Leads to the page of a trial. */
  onTrial?: ((trialId: number) => void) | undefined;
}) {
  const { groups, onClose, onTrial } = props;
  const { seesWholeCompany } = useViewer();
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [busy, setBusy] = useState(false);
  const trials = groups.filter(({ type }) => type === 'clinicalTrial');
  const parent = draft.parent === 'top' ? null : trials.find(({ gId }) => String(gId) === draft.parent);
  const types = offeredAt(draft.parent === null ? undefined : parent);
  const type = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const choose = (chosen: string | null) => {
    const offered = offeredAt(chosen === null ? undefined : chosen === 'top' ? null : trials[0]);
    const [only] = offered.length === 1 ? offered : [];
    type({ parent: chosen, type: only ?? (draft.type && offered.includes(draft.type) ? draft.type : null) });
  };
  return (
    <Dialog opened title="Create Care Group" onClose={onClose} mayClose={!busy} dirty={!sameDraft(draft, emptyDraft)}>
      <NewGroupForm
        draft={draft}
        onType={type}
        types={types}
        press="Add"
        onBusy={setBusy}
        onAdded={onClose}
        leadsTo={
          onTrial && draft.type === 'clinicalTrial'
            ? (gId) => ({ label: 'Set up', onPress: () => onTrial(gId) })
            : undefined
        }
        parent={
          <Select
            label="Parent"
            required
            placeholder="Choose where it belongs"
            data={[
              ...(seesWholeCompany ? [{ value: 'top', label: 'None (a trial)' }] : []),
              ...trials.map(({ gId, groupName }) => ({ value: String(gId), label: groupName })),
            ]}
            value={draft.parent}
            onChange={choose}
            searchable
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
        }
        buttons={({ busy: isBusy, isReady, refused }) => (
          <DialogFooter refused={refused}>
            <DialogCancel disabled={isBusy} />
            <SubmitButton busy={isBusy} ready={isReady}>
              Add
            </SubmitButton>
          </DialogFooter>
        )}
      >
        {parent && <CopyGroup key={parent.gId} target={parent} groups={groups} />}
      </NewGroupForm>
    </Dialog>
  );
}

/** Groups of a clinic are made elsewhere. */
const offeredAt = (parent: CareGroup | null | undefined): readonly GroupType[] =>
  typesAt(parent, true).filter((type) => type !== 'careGroup');
