import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { documentFile } from '#shared/document-file.ts';

/** DOC-13: one document, read only, with what else can be done with it. */
export function DocumentViewer(props: {
  docId: number;
  /** What it is called, where a list has said so already. */
  title: string | undefined;
  actions?: ReactNode;
  about?: ReactNode;
  onClose: () => void;
}) {
  const { docId, title, actions, about, onClose } = props;
  const { data, error, refetch } = useQuery(documentFile(docId));
  return (
    <PdfPreview
      title={title ?? data?.friendlyName ?? 'Document'}
      file={data?.file}
      filename={data?.filename ?? ''}
      failure={error && sentenceOf(error)}
      actions={actions}
      about={about}
      onRetry={error?.status === 404 ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}
