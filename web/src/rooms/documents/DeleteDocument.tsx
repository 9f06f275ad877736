import { Stack, Text } from '@mantine/core';
import * as api from '@portal/contract/documents/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '#api/queries.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { DeleteDocument as DeleteOne, leavesEveryList } from '#shared/DeleteDocument.tsx';
import { refusalOf, useRemoval } from '#shared/removing.ts';
import { isOrderForm, isTrainingForm } from './lists/sections.ts';
import { type Document, refreshDocuments } from './queries.ts';

/** Deletes a document of a group or of the library. */
export function DeleteDocument(props: { document: Document; fromLibrary?: boolean; onClose: () => void }) {
  const { document, fromLibrary = false } = props;
  return <DeleteOne {...props} reach={reachOf(document, fromLibrary)} settled={useRefreshed()} />;
}

/** Takes a document out of one group; it stays in the others (DOC-23, APD-04). */
export function RemoveFromGroup(props: {
  document: Document;
  group: { gId: number; displayName: string };
  onClose: () => void;
}) {
  const { document, group, onClose } = props;
  const removing = useCall(api.detachFromGroup, { quiet: true, settled: useRefreshed() });
  const ends = useRemoval(() => {
    toastSuccess(`Document “${document.friendlyName}” is removed from ${group.displayName}.`);
    onClose();
  });
  return (
    <ConfirmDialog
      opened
      title="Remove from group"
      confirm="Confirm"
      danger
      busy={removing.isPending}
      refused={refusalOf(removing.error, api.detachFromGroup.failure, 'removed')}
      onConfirm={() => removing.mutate({ query: { docId: document.docId, g_id: group.gId } }, ends)}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>
          Are you sure you would like to remove “{document.friendlyName}” from {group.displayName}?
        </Text>
        <Text c="gray.7">It stays in every other care group that it is in.</Text>
      </Stack>
    </ConfirmDialog>
  );
}

/** LIB-08: the lists are read anew whatever came of it. */
function useRefreshed() {
  const client = useQueryClient();
  return () => void refreshDocuments(client);
}

/** What goes with it, in sentences. */
function reachOf(document: Document, fromLibrary: boolean): string[] {
  if (fromLibrary) return ['The document is removed from the library. Copies made from it are kept.'];
  return [
    leavesEveryList,
    ...(document.waitsFor === null
      ? []
      : [`The open request for signatures is withdrawn: ${document.waitsFor} can no longer sign it.`]),
    ...(document.orderFormTemplate ? ['Requests of this trial will have no order form. Signed copies stay.'] : []),
    ...(isTrainingForm(document) ? ['Nobody is asked to acknowledge it any more. Signed copies stay.'] : []),
    ...(document.isCompletelySigned || isOrderForm(document) ? ['Its signatures are kept for the records.'] : []),
  ];
}
