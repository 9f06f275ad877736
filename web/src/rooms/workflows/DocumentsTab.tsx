import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { AppTable } from '#kit/AppTable.tsx';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { RowMenu } from '#kit/RowMenu.tsx';
import { Failed } from '#kit/States.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { useRemoveDocument, useWorkflowDocuments, type WorkflowDocument } from './queries.ts';
import { valueWords } from './trigger.ts';

const TriggerDialog = lazyDialog(() => import('./TriggerDialog.tsx'), 'TriggerDialog');

type Open = { act: 'add' } | { act: 'view' | 'remove'; document: WorkflowDocument };

/** The documents that are planned for a group's patients, each with what triggers it: somebody hands them out (CGW-06 to CGW-09, CGW-17, CGW-20). */
export function DocumentsTab({ gId }: { gId: number }) {
  const { data, isError, error, isLoading, refetch } = useWorkflowDocuments(gId);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  if (isError && !data) return <Failed message={sentenceOf(error)} onRetry={() => void refetch()} />;
  const documents = data ?? [];
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text c="gray.7">
          Library documents planned for patients in this group. The portal does not send them by itself.
        </Text>
        <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen({ act: 'add' })}>
          Add document
        </Button>
      </Group>
      <AppTable
        label="Documents of this group"
        storeKey="workflow-documents"
        pageKey={String(gId)}
        records={documents}
        columns={[
          {
            accessor: 'friendlyName',
            title: 'Document',
            sortable: true,
            card: 'head',
            render: (document) => (
              <Anchor
                component="button"
                type="button"
                fz="inherit"
                ta="left"
                style={{ overflowWrap: 'anywhere' }}
                onClick={() => setOpen({ act: 'view', document })}
              >
                {document.friendlyName}
              </Anchor>
            ),
          },
          { accessor: 'triggerType', title: 'Trigger type', sortable: true },
          {
            accessor: 'triggerValue',
            title: 'Trigger value',
            noWrap: true,
            render: ({ triggerValue }) => valueWords(triggerValue),
          },
          { accessor: 'triggerDescription', title: 'Trigger description' },
          {
            accessor: 'actions',
            title: 'Action',
            titleHidden: true,
            width: 56,
            textAlign: 'right',
            render: (document) => (
              <RowMenu
                label={`Actions for ${document.friendlyName}`}
                items={[
                  { label: 'View', onClick: () => setOpen({ act: 'view', document }) },
                  { label: 'Remove', danger: true, onClick: () => setOpen({ act: 'remove', document }) },
                ]}
              />
            ),
          },
        ]}
        idAccessor="triggerId"
        loading={isLoading}
        pageSize={5}
        empty="No documents to display"
      />
      {open?.act === 'add' && (
        <TriggerDialog gId={gId} taken={documents.map(({ docId }) => docId)} document={null} onClose={close} />
      )}
      {open?.act === 'view' && <TriggerDialog gId={gId} taken={[]} document={open.document} onClose={close} />}
      {open?.act === 'remove' && <Remove gId={gId} document={open.document} onClose={close} />}
    </Stack>
  );
}

function Remove({ gId, document, onClose }: { gId: number; document: WorkflowDocument; onClose: () => void }) {
  const { companyId } = useViewer();
  const removing = useRemoveDocument();
  const { docId, friendlyName } = document;
  return (
    <ConfirmDialog
      opened
      title="Remove document"
      confirm="Remove"
      cancel="Close"
      danger
      busy={removing.isPending}
      refused={
        removing.error &&
        removing.error.status !== 401 &&
        refusedAs(removing.error, { of: 'The document was', done: 'removed', press: 'Remove', isKeyless: true })
      }
      onConfirm={() =>
        removing.mutate(
          { query: { companyId, gId, docId } },
          {
            onSuccess: () => {
              toastSuccess(`“${friendlyName}” is removed from this group.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>Would you like to remove “{friendlyName}” from this group?</Text>
        <Text c="gray.7">It is no longer planned for patients in this group, and stays in the library.</Text>
      </Stack>
    </ConfirmDialog>
  );
}
