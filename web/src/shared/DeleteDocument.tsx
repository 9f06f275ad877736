import { Stack, Text } from '@mantine/core';
import * as api from '@portal/contract/documents/endpoints.ts';
import type { ReactNode } from 'react';
import { useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusalOf, useRemoval } from './removing.ts';

/** What becomes of a document that is anywhere but in the library. */
export const leavesEveryList = 'It leaves every list and care group that it is in.';

/** What becomes of its signing. */
export const whatOfSigning = (signing: 'open' | 'completed' | undefined): string[] => {
  if (signing === 'completed') return ['Its signatures are kept for the records.'];
  return signing === 'open' ? ['The open request for signatures is withdrawn.'] : [];
};

/** Deletes a document, after saying what that does (DOC-09, DOC-23, LIB-05, LIB-08). */
export function DeleteDocument(props: {
  document: { docId: number; friendlyName: string };
  /** In whose record it is. */
  whose?: ReactNode;
  /** What goes with it, in sentences. */
  reach: readonly string[];
  fromLibrary?: boolean;
  /** Reads anew where it was listed, whatever came of it. */
  settled: () => void;
  onDeleted?: () => void;
  onClose: () => void;
}) {
  const { document, whose, reach, fromLibrary = false, settled, onDeleted, onClose } = props;
  const { docId, friendlyName } = document;
  const { companyId } = useViewer();
  const removing = useCall(api.deleteDocument, { quiet: true, settled });
  const removingFromLibrary = useCall(api.removeFromLibrary, { quiet: true, settled });
  const ends = useRemoval(() => {
    toastSuccess(`Document “${friendlyName}” is deleted.`);
    onClose();
    onDeleted?.();
  });
  const { error, isPending } = fromLibrary ? removingFromLibrary : removing;
  return (
    <ConfirmDialog
      opened
      title="Delete document"
      confirm="Confirm"
      danger
      busy={isPending}
      refused={refusalOf(error, api.deleteDocument.failure, 'deleted')}
      onConfirm={() =>
        fromLibrary
          ? removingFromLibrary.mutate({ query: { companyId, docId } }, ends)
          : removing.mutate({ query: { docId } }, ends)
      }
      onClose={onClose}
    >
      <Stack gap="xs">
        {whose}
        <Text>Are you sure you would like to delete this document?</Text>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {friendlyName}
        </Text>
        {reach.map((sentence) => (
          <Text key={sentence} c="gray.7">
            {sentence}
          </Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}
