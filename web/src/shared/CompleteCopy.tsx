import { Button } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { copyRecords } from '@portal/contract/audit/endpoints.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';

const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx'), 'CopyDialog');

/** P11-19: the records of a trial or a site as one file, for those who may take it. */
export function CompleteCopy({
  of,
  label = 'Complete copy',
}: {
  of: { gId: number; displayName: string };
  label?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  if (!meets(copyRecords.access, useViewer())) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <CopyDialog of={of} onClose={() => setOpen(false)} />}
    </>
  );
}
