import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useState } from 'react';
import { Dialog, DialogFooter } from '#kit/Dialog.tsx';
import { EditGroup } from './EditGroup.tsx';

/** "Edit Care Group" of the table's rows. */
export function EditGroupDialog({ group, onClose }: { group: CareGroup; onClose: () => void }) {
  const [dirty, setDirty] = useState(false);
  return (
    <Dialog opened title="Edit Care Group" onClose={onClose} dirty={dirty}>
      <EditGroup footer={DialogFooter} group={group} onChanged={onClose} onRemoved={onClose} onDirty={setDirty} />
    </Dialog>
  );
}
