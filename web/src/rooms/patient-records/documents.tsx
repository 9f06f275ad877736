import { Button, Group, Stack, Text } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import type { Ours } from '@portal/contract/endpoint.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import * as api from '@portal/contract/patient-records/history-endpoints.ts';
import { signingLabel } from '@portal/contract/patient-records/rules.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { asClinicTime } from '#kit/clinic-time.ts';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowActions } from '#kit/RowActions.tsx';
import type { OpenedDocument } from '#shared/document-file.ts';
import { DocumentViewer } from '#shared/DocumentViewer.tsx';
import { OpenInDocuments } from '#shared/OpenInDocuments.tsx';

const AddDocument = lazyDialog(() => import('./AddDocument.tsx'), 'AddDocument');
const VerifyDocument = lazyDialog(() => import('#shared/VerifyDocument.tsx'), 'VerifyDocument');
const DeleteDocument = lazyDialog(() => import('./DeletePatientDocument.tsx'), 'DeletePatientDocument');

type Row = Ours<typeof api.listPatientDocuments.reply>['documents'][number];
type Named = Pick<Row, 'docId' | 'friendlyName'>;

/** PDO-01 to PDO-04. */
export function Documents({ uId }: { uId: number }) {
  const { data, isLoading } = useQuery(read(api.listPatientDocuments, { query: { u_id: uId } }));
  const [viewing, view] = useState<number | null>(null);
  const [verifying, verify] = useState<Named | null>(null);
  const [correcting, correct] = useState<OpenedDocument | null>(null);
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
      {isAdding && <AddDocument uIds={[uId]} onClose={() => setAdding(false)} />}
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
          {
            accessor: 'status',
            title: 'Status',
            render: (one) => (
              <div>
                {signingLabel(one) || '–'}
                {one.isCorrected && (
                  <Text c="gray.7" fz="xs">
                    Corrected by a later document
                  </Text>
                )}
              </div>
            ),
          },
          {
            accessor: 'action',
            title: 'Action',
            card: 'side',
            render: (one) =>
              one.mayDelete ? (
                <RowActions
                  of={one.friendlyName}
                  items={[
                    { label: 'Open', isNextStep: true, onClick: () => view(one.docId) },
                    { label: 'Delete', danger: true, onClick: () => setDeleting(one) },
                  ]}
                />
              ) : (
                <Button
                  variant="default"
                  size="compact-xs"
                  aria-label={`Open, ${one.friendlyName}`}
                  onClick={() => view(one.docId)}
                >
                  Open
                </Button>
              ),
          },
        ]}
      />
      {viewing !== null && (
        <Viewer
          key={viewing}
          docId={viewing}
          title={data?.documents.find(({ docId }) => docId === viewing)?.friendlyName}
          onView={view}
          onVerify={verify}
          onCorrect={(document) => {
            view(null);
            correct(document);
          }}
          onClose={() => view(null)}
        />
      )}
      {verifying && (
        <VerifyDocument docId={verifying.docId} title={verifying.friendlyName} onClose={() => verify(null)} />
      )}
      {correcting && (
        <AddDocument uIds={correcting.u_ids ?? [uId]} corrects={correcting} onClose={() => correct(null)} />
      )}
      {deleting && <DeleteDocument uId={uId} document={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

/** PDO-04, OPC-67: with who signed above the pages. */
function Viewer(props: {
  docId: number;
  /** What it is called, where the list has it. */
  title: string | undefined;
  onView: (docId: number) => void;
  onVerify: (document: Named) => void;
  onCorrect: (document: OpenedDocument) => void;
  onClose: () => void;
}) {
  const { onVerify, onCorrect, ...viewed } = props;
  return (
    <DocumentViewer
      {...viewed}
      actions={(opened) => <ViewerActions opened={opened} onVerify={onVerify} onCorrect={onCorrect} />}
      about={(opened) => <Signatures {...opened} />}
    />
  );
}

function ViewerActions(props: {
  opened: OpenedDocument;
  onVerify: (document: Named) => void;
  onCorrect: (document: OpenedDocument) => void;
}) {
  const { opened, onVerify, onCorrect } = props;
  // One that a document here corrects may be a group's, and is corrected there. An older server does not tell.
  const isOfPatients = opened.u_ids?.length !== 0;
  const hasDocuments = useViewer().modules.includes('TrialCard');
  return (
    <>
      {opened.mayVerify && (
        <Button variant="default" onClick={() => onVerify(opened)}>
          Verify
        </Button>
      )}
      {opened.mayCorrect && isOfPatients && (
        <Button variant="default" onClick={() => onCorrect(opened)}>
          Upload a correction
        </Button>
      )}
      {opened.mayCorrect && !isOfPatients && hasDocuments && <OpenInDocuments {...opened} />}
    </>
  );
}

function Signatures({ signatures }: OpenedDocument) {
  if (signatures.length === 0) return null;
  return (
    <ul aria-label="Signatures" style={{ margin: 0, paddingInlineStart: '1.25rem' }}>
      {signatures.map(({ fieldName, name, email, reason, date }) => (
        <li key={`${fieldName} ${name}`}>
          <Text size="sm">
            {fieldName}: {name} ({email}), {asClinicTime(date)}, {reason}
          </Text>
        </li>
      ))}
    </ul>
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
