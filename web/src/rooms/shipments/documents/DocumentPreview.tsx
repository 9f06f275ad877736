import { Button } from '@mantine/core';
import { isPartner } from '@portal/contract/access.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { documentFile, type OpenedDocument } from '#shared/document-file.ts';
import type { ShipmentDocument } from './documents.ts';
import { documentNotFound } from '../sentences.ts';

/** SDC-05: one document of a request, read only. One that is gone has its own sentence (ERR-23). */
export function DocumentPreview({ document, onClose }: { document: ShipmentDocument; onClose: () => void }) {
  const { data, error, refetch } = useQuery(documentFile(document.docId));
  const isGone = error?.status === 404;
  return (
    <PdfPreview
      title={document.friendlyName}
      file={data?.file}
      filename={data?.filename ?? document.filename}
      failure={error && (isGone ? documentNotFound : sentenceOf(error))}
      actions={data && <InDocuments {...data} />}
      onRetry={isGone ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}

/** What was signed is verified and corrected where documents are; partners have no such page (ROL-09). */
function InDocuments({ docId, g_id, mayVerify, mayCorrect }: OpenedDocument) {
  const { type } = useViewer();
  if (isPartner(type) || !(mayVerify || mayCorrect)) return null;
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link {...props} to="/document" search={{ group: g_id ?? undefined, view: docId } as never} />
      )}
    >
      Open in Documents
    </Button>
  );
}
