import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isNotThere, sentenceOf } from '#api/failure.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { Corrections } from './Corrections.tsx';
import { documentFile, type OpenedDocument } from './document-file.ts';

/** DOC-13, PDO-04: one document, read only, with what else can be done with it, and what corrects it before anything else (P11-08). */
export function DocumentViewer(props: {
  docId: number;
  /** What it is called, where a list has said so already. */
  title: string | undefined;
  actions?: (opened: OpenedDocument) => ReactNode;
  about?: ReactNode | ((opened: OpenedDocument) => ReactNode);
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
          {data && <Corrections {...data} onView={onView} />}
          {typeof about === 'function' ? data && about(data) : about}
        </>
      }
      onRetry={isNotThere(error) ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}
