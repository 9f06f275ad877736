import { Button } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { copyAccount } from '@portal/contract/audit/endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';

const AccessesDialog = lazyDialog(() => import('./AccessesDialog.tsx'), 'AccessesDialog');

/** PRV-02: whom and what somebody saw and changed, for those who may have it. */
export function ReportOfAccesses({ cpId, name }: { cpId: number; name: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!meets(copyAccount.access, useViewer())) return null;
  return (
    <>
      <Button variant="default" size="compact-sm" style={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        Report of accesses
      </Button>
      {isOpen && <AccessesDialog cpId={cpId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
