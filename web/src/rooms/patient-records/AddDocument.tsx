import { Button, Stack } from '@mantine/core';
import { saveDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { newKey } from '#api/new-key.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { useViewer } from '#api/viewer.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { FileField, longestName, nameAfter, NameField, problemOfFile, UploadProgress } from '#shared/PdfUpload.tsx';
import { NotTakenBack, savedFirst, type SavedFirst, Unreadable } from '#shared/saved-first.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';

/** An administrator uploads a PDF, which is then in the patient's record (APD-11, UPW-20). */
export function AddDocument({ uId, onClose }: { uId: number; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const { add, throwAway, cancel, isAdding, mayBeSaved, sent, refused } = useAdding(uId, onClose);
  const friendlyName = name.trim();
  const isReady = file !== null && !problemOfFile(file) && friendlyName !== '' && !tooLong(name, longestName);
  const pick = (next: File | null) => {
    // Who closes the browser's question without a choice keeps the file.
    if (!next) return;
    setName(nameAfter(next, { file, name }));
    setFile(next);
  };
  const close = () => {
    throwAway();
    onClose();
  };
  return (
    <Dialog
      opened
      title="Add document"
      dirty={file !== null || name !== ''}
      mayClose={!isAdding}
      {...(mayBeSaved && {
        discard: {
          title: 'Discard this upload?',
          text: 'The document may have been uploaded already. What was uploaded will be deleted.',
        },
      })}
      onClose={close}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (file && isReady) void add({ file, friendlyName });
        }}
      >
        <Stack gap="sm">
          <FileField file={file} onPick={pick} disabled={isAdding} />
          <NameField name={name} onName={setName} disabled={isAdding} />
          {isAdding && file && <UploadProgress sent={sent} size={file.size} />}
          <DialogFooter refused={!isAdding && refused}>
            {isAdding ? (
              <Button variant="default" onClick={cancel}>
                Cancel upload
              </Button>
            ) : (
              <DialogCancel />
            )}
            <SubmitButton ready={isReady} busy={isAdding}>
              Add
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}

interface Chosen {
  file: File;
  friendlyName: string;
}
/** How far it came with one file and name: what is saved is not saved again when the rest is tried once more (REL-06). */
interface Attempt {
  of: Chosen;
  document: SavedFirst;
  addKey: string;
}

/** Saves a document and adds it to the patient. */
function useAdding(uId: number, onDone: () => void) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const giveUp = useRef<AbortController | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [mayBeSaved, setMayBeSaved] = useState(false);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);

  const begin = (of: Chosen): Attempt => {
    const { file, friendlyName } = of;
    const body = {
      company_id: companyId,
      uploaderOwned: false,
      filename: file.name,
      friendlyName,
      contentType: pdfType,
    } as const;
    const document = savedFirst({
      file,
      name: friendlyName,
      save: (data, way) => call(saveDocument, { body: { ...body, data } }, way),
    });
    return { of, document, addKey: newKey() };
  };

  const add = async (chosen: Chosen) => {
    if (giveUp.current) return;
    const stop = new AbortController();
    const { signal } = stop;
    giveUp.current = stop;
    setRefused(null);
    setSent(0);
    setAdding(true);
    const { file, friendlyName } = chosen;
    const before = attempt.current;
    try {
      const isOther = before && (before.of.file !== file || before.of.friendlyName !== friendlyName);
      if (before && (isOther || before.document.isLeft())) {
        // What is stored, or may be, must not be left behind under its first name.
        await before.document.takeBack(signal);
        attempt.current = null;
      }
      const { document, addKey } = (attempt.current ??= begin(chosen));
      const docId = await document.number({ signal, onSent: setSent });
      await call(attachToPatients, { body: { docId, u_id: uId, cascade: false } }, { signal, key: addKey });
      attempt.current = null;
      await client.invalidateQueries({ queryKey: [listPatientDocuments.path] });
      toastSuccess(`Document “${friendlyName}” was added.`);
      onDone();
    } catch (error) {
      const step = attempt.current?.document.isSaved() ? attachToPatients : saveDocument;
      if (!signal.aborted) setRefused(refusalOf(error, step));
    } finally {
      giveUp.current = null;
      setMayBeSaved(attempt.current?.document.mayBeSaved() ?? false);
      setAdding(false);
    }
  };

  return {
    add,
    throwAway: () => attempt.current?.document.throwAway(),
    cancel: () => giveUp.current?.abort(),
    isAdding,
    mayBeSaved,
    sent,
    refused,
  };
}

function refusalOf(error: unknown, { failure }: { failure?: string }): Refused {
  if (error instanceof Unreadable) return { title: 'The file could not be read.', text: 'Please choose it again.' };
  if (error instanceof NotTakenBack) return error.refused('Add');
  if (!isUnanswered(error)) return { title: failure, text: sentenceAndWayOn(error, 'Add', failure) };
  const lost = refusedAs(error, { of: 'The document was', done: 'added', press: 'Add', text: failure });
  // It is thrown away with the dialog.
  return { ...lost, leave: undefined };
}
