import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { Corrections } from '#shared/Corrections.tsx';
import { documentFile, type OpenedDocument } from '#shared/document-file.ts';

/** DOC-13: one document, read only, with what else can be done with it. */
export function DocumentViewer(props: {
  docId: number;
  /** What it is called, where a list has said so already. */
  title: string | undefined;
  actions?: (opened: OpenedDocument) => ReactNode;
  about?: ReactNode;
  onView: (docId: number) => void;
  onClose: () => void;
}) {
  const { docId, title, actions, about, onView, onClose } = props;
  const { data, error, refetch } = useQuery(documentFile(docId));
  return (
    <PdfPreview
      title={title ?? data?.friendlyName ?? 'Document'}
      file={data?.file}
      filename={data?.filename ?? ''}
      failure={data ? null : error && sentenceOf(error)}
      actions={data && actions?.(data)}
      about={
        <>
          {about}
          {data && <Corrections {...data} onView={onView} />}
        </>
      }
      onRetry={isNotThere(error) ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}
