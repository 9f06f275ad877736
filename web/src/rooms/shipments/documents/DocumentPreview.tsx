import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#api/failure.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { documentFile } from '#shared/document-file.ts';
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
      onRetry={isGone ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}
