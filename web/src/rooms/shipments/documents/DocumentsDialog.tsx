import { Stack, Title } from '@mantine/core';
import { useViewer } from '#api/viewer.ts';
import { Dialog } from '#kit/Dialog.tsx';
import { Held } from '#kit/Held.tsx';
import { Loading } from '#kit/States.tsx';
import { CompleteCopy } from '#shared/CompleteCopy.tsx';
import { DocumentsToOpen } from './DocumentsToOpen.tsx';
import { mayUpload, type TaskProps } from '../tasks.ts';
import { useUploadForm } from './upload-form.ts';
import { UploadForm } from './UploadForm.tsx';

/** The documents of a request: to open, and in the history to add to (SHP-12, ROL-25). */
export function DocumentsDialog({ row, onClose }: TaskProps) {
  const viewer = useViewer();
  const form = useUploadForm(row);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Documents of request ${row.srId}`}
      size="lg"
      mayClose={!form.isPending}
      held={false}
      dirty={form.isDirty}
    >
      <Stack gap="lg">
        <DocumentsToOpen srId={row.srId} waiting={<Loading label="Loading documents" />} />
        <div>
          <CompleteCopy of={{ gId: row.gId, displayName: row.siteName }} label="Complete copy of this site" />
        </div>
        {mayUpload(row, viewer) && (
          <section>
            <Title order={3} size="h5" mb="xs">
              Upload a document
            </Title>
            <Held isSending={form.isPending}>
              <UploadForm form={form} />
            </Held>
          </section>
        )}
      </Stack>
    </Dialog>
  );
}
