import { Stack, Text } from '@mantine/core';
import * as api from '@portal/contract/documents/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type CallFailure, sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { ConfirmDialog } from '#kit/ConfirmDialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { isOrderForm, isTrainingForm } from './lists/sections.ts';
import { type Document, refreshDocuments } from './queries.ts';

/** Deletes a document, after saying what that does (DOC-09, DOC-23, LIB-05, LIB-08). */
export function DeleteDocument({
  document,
  ...props
}: {
  document: Document;
  fromLibrary?: boolean;
  onClose: () => void;
}) {
  const { companyId } = useViewer();
  const settled = useRefreshed();
  const removing = useCall(api.deleteDocument, { quiet: true, settled });
  const removingFromLibrary = useCall(api.removeFromLibrary, { quiet: true, settled });
  const then = {
    onSuccess: () => {
      toastSuccess(`Document “${document.friendlyName}” is deleted.`);
      props.onClose();
    },
  };
  const { docId } = document;
  const { error, isPending } = props.fromLibrary ? removingFromLibrary : removing;
  return (
    <ConfirmDialog
      opened
      title="Delete document"
      confirm="Confirm"
      danger
      busy={isPending}
      refused={refusalOf(error, api.deleteDocument.failure)}
      onConfirm={() =>
        props.fromLibrary
          ? removingFromLibrary.mutate({ query: { companyId, docId } }, then)
          : removing.mutate({ query: { docId } }, then)
      }
      onClose={props.onClose}
    >
      <Stack gap="xs">
        <Text>Are you sure you would like to delete this document?</Text>
        <Text fw={500} style={{ overflowWrap: 'anywhere' }}>
          {document.friendlyName}
        </Text>
        {reachOf(document, props.fromLibrary === true).map((sentence) => (
          <Text key={sentence} c="gray.7">
            {sentence}
          </Text>
        ))}
      </Stack>
    </ConfirmDialog>
  );
}

/** Takes a document out of one group; it stays in the others (DOC-23, APD-04). */
export function RemoveFromGroup(props: {
  document: Document;
  group: { gId: number; displayName: string };
  onClose: () => void;
}) {
  const { document, group, onClose } = props;
  const removing = useCall(api.detachFromGroup, { quiet: true, settled: useRefreshed() });
  return (
    <ConfirmDialog
      opened
      title="Remove from group"
      confirm="Confirm"
      danger
      busy={removing.isPending}
      refused={refusalOf(removing.error, api.detachFromGroup.failure)}
      onConfirm={() =>
        removing.mutate(
          { query: { docId: document.docId, g_id: group.gId } },
          {
            onSuccess: () => {
              toastSuccess(`Document “${document.friendlyName}” is removed from ${group.displayName}.`);
              onClose();
            },
          },
        )
      }
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

/** The fixed sentence, and below it the server's reason where it gave one. */
function refusalOf(failure: CallFailure | null, sentence: string): Refused | null {
  if (!failure || failure.status === 401) return null;
  const reason = sentenceOf(failure);
  return { title: sentence, text: reason === sentence ? undefined : reason };
}

/** What goes with it, in sentences. */
function reachOf(document: Document, fromLibrary: boolean): string[] {
  if (fromLibrary) return ['The document is removed from the library. Copies made from it are kept.'];
  return [
    'It leaves every list and care group that it is in.',
    ...(document.waitsFor === null
      ? []
      : [`The open request for signatures is withdrawn: ${document.waitsFor} can no longer sign it.`]),
    ...(document.orderFormTemplate ? ['Requests of this trial will have no order form. Signed copies stay.'] : []),
    ...(isTrainingForm(document) ? ['Nobody is asked to acknowledge it any more. Signed copies stay.'] : []),
    ...(document.isCompletelySigned || isOrderForm(document) ? ['Its signatures are kept for the records.'] : []),
  ];
}
