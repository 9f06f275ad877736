import { useQuery } from '@tanstack/react-query';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { Notice } from '#kit/Notice.tsx';
import { PdfPreview } from '#kit/PdfPreview.tsx';
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
      failure={error && sentenceOf(error)}
      actions={data && actions?.(data)}
      about={
        <>
          {about}
          {data && <Corrections {...data} onView={onView} />}
        </>
      }
      onRetry={error?.status === 404 ? undefined : () => void refetch()}
      onClose={onClose}
    />
  );
}

/** P11-08: whoever reads what was corrected is told so, before anything else of it. */
function Corrections(props: Pick<OpenedDocument, 'corrects' | 'correctedBy'> & { onView: (docId: number) => void }) {
  const { corrects, correctedBy, onView } = props;
  const latest = correctedBy.at(-1);
  const to = ({ docId, friendlyName }: { docId: number; friendlyName: string | null }) => (
    <Anchor component="button" type="button" inherit style={{ overflowWrap: 'anywhere' }} onClick={() => onView(docId)}>
      {friendlyName}
    </Anchor>
  );
  return (
    <>
      {latest && (
        // A notice by itself would shrink where there is little room.
        <div>
          <Notice tone="warning" title="A later document corrects this one.">
            <Text>Read {to(latest)} instead.</Text>
          </Notice>
        </div>
      )}
      {corrects && (
        <Text style={{ overflowWrap: 'anywhere' }}>
          {corrects.isDeleted ? (
            `Corrects ${corrects.friendlyName === null ? 'a document' : `“${corrects.friendlyName}”`}, which was deleted.`
          ) : (
            <>Corrects {to(corrects)}.</>
          )}
        </Text>
      )}
    </>
  );
}
