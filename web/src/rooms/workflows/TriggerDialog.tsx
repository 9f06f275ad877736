import { Group, NativeSelect, Select, Stack, TextInput } from '@mantine/core';
import { triggerTypes, type TriggerUnit, triggerUnits } from '@portal/contract/workflows/rules.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { StrictField } from '#kit/StrictField.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { useAddDocument, useChangeDocument, useLibraryDocuments, type WorkflowDocument } from './queries.ts';
import { type Draft, draftOf, missingOf, newDraft, valueOf } from './trigger.ts';

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
  const [first] = useState(() => (document ? draftOf(document) : newDraft));
  const [draft, setDraft] = useState(first);
  const library = useLibraryDocuments();
  const adding = useAddDocument();
  const changing = useChangeDocument();
  const { isPending, error } = document ? changing : adding;
  const missing = missingOf(draft);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const free = (library.data ?? []).filter(({ docId }) => !taken.includes(docId));
  const name = document?.friendlyName ?? free.find(({ docId }) => docId === draft.docId)?.friendlyName;

  const send = () => {
    if (isPending || draft.docId === null || draft.type === null || missing.length > 0) return;
    const docActivity = {
      docId: draft.docId,
      triggerType: draft.type,
      triggerValue: valueOf(draft),
      triggerDescription: draft.description.trim(),
    };
    const after = (what: string) => ({
      onSuccess: () => {
        toastSuccess(`“${name}” is ${what}.`);
        onClose();
      },
    });
    if (document)
      changing.mutate({ body: { gId, companyId, docActivity, version: document.version } }, after('changed'));
    else adding.mutate({ body: { gId, companyId, docActivity } }, after('added to this group'));
  };

  return (
    <Dialog
      opened
      onClose={onClose}
      title={document ? document.friendlyName : 'Add document'}
      mayClose={!isPending}
      dirty={JSON.stringify(draft) !== JSON.stringify(first)}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="md">
          {!document && (
            <Select
              label="Document"
              placeholder="Choose a document of the library"
              required
              searchable
              data={free.map(({ docId, friendlyName }) => ({ value: String(docId), label: friendlyName }))}
              value={draft.docId === null ? null : String(draft.docId)}
              onChange={(docId) => change({ docId: docId === null ? null : Number(docId) })}
              error={library.isError && 'The library could not be loaded.'}
              nothingFoundMessage={
                taken.length > 0 && free.length === 0
                  ? 'Every document of the library is in this group already.'
                  : 'No document matches.'
              }
              comboboxProps={{ transitionProps: { duration: 0 } }}
            />
          )}
          <NativeSelect
            label="Trigger type"
            required
            data={[{ value: '', label: 'Choose a type', disabled: true }, ...triggerTypes]}
            value={draft.type ?? ''}
            onChange={(event) =>
              change({ type: triggerTypes.find((one) => one === event.currentTarget.value) ?? null })
            }
          />
          <Group gap="sm" align="flex-start" grow>
            <StrictField
              label="Trigger value"
              required
              inputMode="numeric"
              maxLength={4}
              allowed={{ keep: (typed) => typed.replace(/\D/g, ''), refused: /\D/g, only: 'Digits only' }}
              value={draft.amount}
              onChange={(amount) => change({ amount })}
            />
            <NativeSelect
              label="Unit"
              required
              data={[
                { value: '', label: 'Choose a unit', disabled: true },
                ...Object.entries(triggerUnits).map(([value, label]) => ({ value, label })),
              ]}
              value={draft.unit ?? ''}
              onChange={(event) => change({ unit: event.currentTarget.value as TriggerUnit })}
            />
          </Group>
          <TextInput
            label="Trigger description"
            required
            maxLength={500}
            value={draft.description}
            onChange={(event) => change({ description: event.currentTarget.value })}
            autoComplete="off"
          />
          <DialogFooter
            says={missing.length > 0 ? `Still missing: ${missing.join('; ')}.` : ''}
            refused={
              error &&
              !isPending &&
              error.status !== 401 && {
                title: document ? 'The document was not changed' : 'The document was not added',
                text: sentenceOf(error),
              }
            }
          >
            <Group gap="sm">
              <DialogCancel disabled={isPending} />
              <SubmitButton ready={missing.length === 0} busy={isPending}>
                {document ? 'Confirm' : 'Add'}
              </SubmitButton>
            </Group>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
