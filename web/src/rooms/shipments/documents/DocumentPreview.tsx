import { Button } from '@mantine/core';
import { isPartner } from '@portal/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { Corrections } from '#shared/Corrections.tsx';
import { documentFile, type OpenedDocument } from '#shared/document-file.ts';
import { OpenInDocuments } from '#shared/OpenInDocuments.tsx';
import type { ShipmentDocument } from './documents.ts';
import { documentNotFound } from '../sentences.ts';

const DeletePaper = lazyDialog(() => import('./DeletePaper.tsx'), 'DeletePaper');
const VerifyDocument = lazyDialog(() => import('#shared/VerifyDocument.tsx'), 'VerifyDocument');

/**
 * SDC-05: one document of a request, read only, and from there what corrects it. Whoever may deletes it here (APD-03). One that is gone has
 * its own sentence (ERR-23).
 */
export function DocumentPreview({ document, onClose }: { document: ShipmentDocument; onClose: () => void }) {
  const [docId, setDocId] = useState(document.docId);
  const [isVerifying, setVerifying] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const { data, error, refetch } = useQuery(documentFile(docId));
  const isGone = isNotThere(error);
  const named = docId === document.docId ? document : undefined;
  // An order form is signed, and stays with its request as evidence.
  const mayDelete = named !== undefined && named.mayDelete === true && named.category !== null;
  const remove = mayDelete && !isGone && (
    <Button variant="default" onClick={() => setDeleting(true)}>
      Delete
    </Button>
  );
  const title = named?.friendlyName ?? data?.friendlyName ?? 'Document';
  return (
    <>
      <PdfPreview
        key={docId}
        title={title}
        file={data?.file}
        filename={data?.filename ?? named?.filename ?? ''}
        failure={isGone ? documentNotFound : data ? null : error && sentenceOf(error)}
        actions={
          data && (
            <>
              <FurtherActions {...data} onVerify={() => setVerifying(true)} />
              {remove}
            </>
          )
        }
        // What cannot be opened can be deleted all the same.
        about={data ? <Corrections {...data} onView={setDocId} /> : error && remove}
        onRetry={isGone ? undefined : () => void refetch()}
        onClose={onClose}
      />
      {isVerifying && <VerifyDocument docId={docId} title={title} onClose={() => setVerifying(false)} />}
      {isDeleting && <DeletePaper document={document} onDeleted={onClose} onClose={() => setDeleting(false)} />}
    </>
  );
}

/** What was signed is verified and corrected where documents are; partners have no such page (ROL-09), and verify it here (P11-04). */
function FurtherActions(props: OpenedDocument & { onVerify: () => void }) {
  const { docId, g_id, mayVerify, mayCorrect, onVerify } = props;
  const { type } = useViewer();
  if (isPartner(type))
    return (
      mayVerify && (
        <Button variant="default" onClick={onVerify}>
          Verify
        </Button>
      )
    );
  return (mayVerify || mayCorrect) && <OpenInDocuments docId={docId} g_id={g_id} />;
}
