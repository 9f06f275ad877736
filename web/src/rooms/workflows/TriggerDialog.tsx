import { useViewer } from '#api/viewer.ts';
import { toastSuccess } from '#kit/toast.ts';
import { useAddDocument, useChangeDocument, useLibraryDocuments, type WorkflowDocument } from './queries.ts';
import { type Filled, type Thing, TriggerForm } from './TriggerForm.tsx';
import { useTriggerDraft } from './use-trigger-draft.ts';

const thing: Thing = {
  name: 'document',
  one: 'a document',
  placeholder: 'Choose a document of the library',
  notLoaded: 'The library could not be loaded.',
  noneLeft: 'Every document in the library is already in this group.',
};

/** Adds a document of the library to a workflow, or changes what triggers one of it (CGW-06 to CGW-09, CGW-15). */
export function TriggerDialog(props: {
  gId: number;
  /** What the workflow has already. */
  taken: readonly number[];
  /** The one that is changed; null adds one. */
  document: WorkflowDocument | null;
  onClose: () => void;
}) {
  const { gId, taken, document, onClose } = props;
  const { companyId } = useViewer();
  const { filled, version, takeOver } = useTriggerDraft(document?.docId ?? null, document);
  const library = useLibraryDocuments();
  const adding = useAddDocument();
  const changing = useChangeDocument();
  const { isPending, error } = document ? changing : adding;
  const free = (library.data ?? []).filter(({ docId }) => !taken.includes(docId));
  const send = ({ id: docId, ...trigger }: Filled, name: string) => {
    const docActivity = { docId, ...trigger };
    const after = (what: string) => ({
      onSuccess: () => {
        toastSuccess(`“${name}” is ${what}.`);
        onClose();
      },
    });
    if (document)
      changing.mutate({ body: { gId, companyId, docActivity, version } }, { ...after('changed'), onError: takeOver });
    else adding.mutate({ body: { gId, companyId, docActivity } }, after('added to this group'));
  };
  return (
    <TriggerForm
      thing={thing}
      filled={filled}
      changed={document?.friendlyName ?? null}
      free={free.map(({ docId, friendlyName }) => ({ id: docId, name: friendlyName }))}
      hasTaken={taken.length > 0}
      isLoading={library.isLoading}
      isNotLoaded={library.isError}
      isPending={isPending}
      error={error}
      onSend={send}
      onClose={onClose}
    />
  );
}
