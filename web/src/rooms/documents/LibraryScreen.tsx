import { Button, Stack, Text, Title } from '@mantine/core';
import { meets } from '@portal/contract/access.ts';
import { addToLibrary } from '@portal/contract/documents/endpoints.ts';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { useViewer } from '#api/viewer.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { ListEnd } from '#kit/ListEnd.tsx';
import { ClearButton, ListToolbar } from '#shared/ListToolbar.tsx';
import { useNarrowedList } from '#shared/narrowed-list.ts';
import type { Filter } from '#shared/narrowed-list.ts';
import { actionColumn, nameColumn, noDocuments } from './lists/DocumentTable.tsx';
import { isDocumentFound } from './lists/sections.ts';
import { type Document, useLibrary } from './queries.ts';

const DeleteDocument = lazyDialog(() => import('./DeleteDocument.tsx'), 'DeleteDocument');
const DocumentViewer = lazyDialog(() => import('#shared/DocumentViewer.tsx'), 'DocumentViewer');
const UploadDialog = lazyDialog(() => import('./upload/UploadDialog.tsx'), 'UploadDialog');

/** LIB-07. */
const filters: readonly Filter<Document>[] = [
  { key: 'template', label: 'Template', leaves: ({ isTemplate }) => isTemplate, stays: true },
  { key: 'read-only', label: 'Read-Only PDF', leaves: ({ isTemplate }) => !isTemplate, stays: true },
];

/** The documents of the company from which workflows take theirs (LIB-01 to LIB-05). */
export function LibraryScreen({ viewing, onView }: { viewing: number | null; onView: (docId: number | null) => void }) {
  const { documents, others, isLoading } = useLibrary();
  const mayChange = meets(addToLibrary.access, useViewer());
  const list = useNarrowedList(documents, isDocumentFound, filters);
  const [open, setOpen] = useState<{ act: 'upload' } | { act: 'delete'; document: Document } | null>(null);
  const close = () => setOpen(null);
  const acts = {
    onView: ({ docId }: Pick<Document, 'docId'>) => onView(docId),
    ...(mayChange && { onDelete: (document: Document) => setOpen({ act: 'delete', document }) }),
  };
  const name = nameColumn(acts);
  const nothingFound = list.isNarrowed && list.of > 0;
  return (
    <Stack gap="md">
      <Title order={2}>Document Library</Title>
      <ListToolbar
        list={list}
        things="documents"
        placeholder="Name"
        actions={
          mayChange && (
            <Button leftSection={<IconUpload size={18} aria-hidden />} onClick={() => setOpen({ act: 'upload' })}>
              Upload
            </Button>
          )
        }
      />
      <AppTable
        label="Document Library"
        storeKey="documents:library"
        records={list.found}
        columns={[
          {
            ...name,
            render: (document) => (
              <div>
                {name.render?.(document)}
                <Text c="gray.7" fz="xs">
                  {document.isTemplate ? 'Template' : 'Read-Only PDF'}
                </Text>
              </div>
            ),
          },
          actionColumn(acts),
        ]}
        idAccessor="docId"
        loading={isLoading}
        pageSize={5}
        empty={nothingFound ? `No document matches ${list.words}.` : noDocuments}
        emptyAction={nothingFound && <ClearButton onClear={list.clear} inList />}
        pageKey={list.words}
      />
      <ListEnd
        shown={list.of}
        things="documents"
        others="more"
        hint="Search covers the loaded rows only."
        beyond={others}
      />
      {viewing !== null && (
        <DocumentViewer
          key={viewing}
          docId={viewing}
          title={documents.find(({ docId }) => docId === viewing)?.friendlyName}
          onView={onView}
          onClose={() => onView(null)}
        />
      )}
      {open?.act === 'delete' && <DeleteDocument fromLibrary document={open.document} onClose={close} />}
      {open?.act === 'upload' && <UploadDialog place={null} onView={onView} onClose={close} />}
    </Stack>
  );
}
