import { Button, Group, Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import * as api from '@portal/contract/patient-records/history-endpoints.ts';
import { signingLabel } from '@portal/contract/patient-records/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#api/call.ts';
import { type CallFailure, isNotThere, sentenceOf } from '#api/failure.ts';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { fromBase64 } from '#kit/base64.ts';
import { asClinicTime } from '#kit/clinic-time.ts';
import { PdfPreview } from '#kit/PdfPreview.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import { documentWaitMs } from '#shared/document-file.ts';

const AddDocument = lazyDialog(() => import('./AddDocument.tsx'), 'AddDocument');
const DeleteDocument = lazyDialog(() => import('./DeletePatientDocument.tsx'), 'DeletePatientDocument');

type Row = Ours<typeof api.listPatientDocuments.reply>['documents'][number];

/** PDO-01 to PDO-04. */
export function Documents({ uId }: { uId: number }) {
  const { data, isLoading } = useQuery(read(api.listPatientDocuments, { query: { u_id: uId } }));
  const [open, setOpen] = useState<Row | null>(null);
  const [deleting, setDeleting] = useState<Row | null>(null);
  const [isAdding, setAdding] = useState(false);
  const mayAdd = meets(attachToPatients.access, useViewer());
  return (
    <>
      {mayAdd && (
        <Group justify="flex-end" mb="xs">
          <Button size="sm" variant="default" onClick={() => setAdding(true)}>
            Add document
          </Button>
        </Group>
      )}
      {isAdding && <AddDocument uId={uId} onClose={() => setAdding(false)} />}
      <AppTable
        label="Documents"
        storeKey="patient:documents"
        pageKey={String(uId)}
        records={data?.documents ?? []}
        loading={isLoading}
        idAccessor="docId"
        empty="No documents to display"
        columns={[
          { accessor: 'friendlyName', title: 'Name', sortable: true, card: 'head' },
          {
            accessor: 'timeUploaded',
            title: 'Uploaded',
            noWrap: true,
            render: (one) => asClinicTime(one.timeUploaded),
          },
          { accessor: 'status', title: 'Status', render: (one) => signingLabel(one) || '–' },
          {
            accessor: 'action',
            title: 'Action',
            card: 'side',
            render: (one) =>
              one.mayDelete ? (
                <RowActions
                  of={one.friendlyName}
                  items={[
                    { label: 'Open', isNextStep: true, onClick: () => setOpen(one) },
                    { label: 'Delete', danger: true, onClick: () => setDeleting(one) },
                  ]}
                />
              ) : (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`Open, ${one.friendlyName}`}
                  onClick={() => setOpen(one)}
                >
                  Open
                </Button>
              ),
          },
        ]}
      />
      {open && <Viewer document={open} onClose={() => setOpen(null)} />}
      {deleting && <DeleteDocument document={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** PDO-04, OPC-67: with who signed above the pages. */
function Viewer({ document, onClose }: { document: Row; onClose: () => void }) {
  const { docId, friendlyName, filename } = document;
  const { data, error, refetch } = useQuery<
    { file: Blob; signatures: Ours<typeof fetchDocument.reply>['signatures'] },
    CallFailure
  >({
    queryKey: [fetchDocument.path, docId, 'of patient'],
    queryFn: async ({ signal }) => {
      const reply = await call(fetchDocument, { query: { docId } }, { signal, waitMs: documentWaitMs });
      return { file: await fromBase64(reply.data, pdfType), signatures: reply.signatures };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const signatures = data?.signatures ?? [];
  return (
    <PdfPreview
      title={friendlyName}
      file={data?.file}
      filename={filename}
      failure={data ? null : error && sentenceOf(error)}
      onRetry={isNotThere(error) ? undefined : () => void refetch()}
      about={
        signatures.length > 0 && (
          <ul aria-label="Signatures" style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
            {signatures.map(({ fieldName, name, email, reason, date }) => (
              <li key={`${fieldName} ${name}`}>
                <Text size="sm">
                  {fieldName}: {name} ({email}), {asClinicTime(date)}, {reason}
                </Text>
              </li>
            ))}
          </ul>
        )
      }
      onClose={onClose}
    />
  );
}

const samples = [
  { row: 1, reason: 'Please sign the consent form', sentTime: new Date(2026, 0, 3, 16, 5), type: 'Email' },
  { row: 2, reason: 'A new document is ready', sentTime: new Date(2026, 0, 5, 9, 30), type: 'Text' },
];
/** OPC-68: sample content, which no call brings. */
export function SampleOutreach() {
  return (
    <Stack gap="xs">
      <Text size="sm" c="gray.7">
        Sample: none of this was sent.
      </Text>
      <AppTable
        label="Outreach"
        storeKey="patient:sample-outreach"
        records={samples}
        idAccessor="row"
        empty=""
        columns={[
          { accessor: 'row', title: '#' },
          { accessor: 'reason', title: 'Reason', card: 'head' },
          { accessor: 'sentTime', title: 'Time Sent', render: (one) => asClinicTime(one.sentTime) },
          { accessor: 'type', title: 'Type' },
        ]}
      />
    </Stack>
  );
}
