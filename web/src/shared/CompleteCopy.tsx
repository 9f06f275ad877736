import { Button } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { accessTo, type Copied } from './copied.ts';

const CopyDialog = lazyDialog(() => import('./CopyDialog.tsx'), 'CopyDialog');

/** P11-19, PRV-02: the records of a trial, a site or a person as one file, for those who may take it. */
export function CompleteCopy({ of, label = 'Complete copy' }: { of: Copied; label?: string }) {
  const [isOpen, setOpen] = useState(false);
  if (!meets(accessTo(of), useViewer())) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <CopyDialog of={of} onClose={() => setOpen(false)} />}
    </>
  );
}
