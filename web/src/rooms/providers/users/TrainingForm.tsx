import { useQuery } from '@tanstack/react-query';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { documentFile } from '#shared/document-file.ts';

/** A signed training form, read only (USR-11). */
export function TrainingForm({ docId, title, onClose }: { docId: number; title: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(documentFile(docId));
  return (
    <PdfPreview
      title={title}
      file={data?.file}
      filename={data?.filename ?? ''}
      failure={data ? null : error && sentenceOf(error)}
      onRetry={isNotThere(error) ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}
