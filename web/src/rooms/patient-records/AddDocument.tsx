import { Button, Stack } from '@mantine/core';
import { deleteDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '#api/call.ts';
import { fetchTelling } from '#api/fetch-telling.ts';
import { newKey } from '#api/new-key.ts';
import { isUnanswered } from '#api/unanswered.ts';
import { useViewer } from '#api/viewer.ts';
import { toBase64 } from '#kit/base64.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { documentWaitMs } from '#shared/document-file.ts';
import { FileField, nameAfter, NameField, problemOfFile, UploadProgress } from '#shared/PdfUpload.tsx';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';

/** An administrator uploads a PDF, which is then in the patient's record (APD-11, UPW-20). */
export function AddDocument({ uId, onClose }: { uId: number; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const { add, throwAway, cancel, isAdding, sent, refused } = useAdding(uId, onClose);
  const friendlyName = name.trim();
  const isReady = file !== null && !problemOfFile(file) && friendlyName !== '';
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
    <Dialog opened title="Add document" dirty={file !== null || name !== ''} mayClose={!isAdding} onClose={close}>
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
  saveKey: string;
  addKey: string;
  docId: number | null;
  /** Nobody knows whether it was saved. */
  isSaveLost: boolean;
}

/** Saves a document and adds it to the patient. */
function useAdding(uId: number, onDone: () => void) {
  const { companyId } = useViewer();
  const client = useQueryClient();
  const attempt = useRef<Attempt | null>(null);
  const giveUp = useRef<AbortController | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [sent, setSent] = useState(0);
  const [refused, setRefused] = useState<Refused | null>(null);

  const save = async ({ of: { file, friendlyName }, saveKey }: Attempt, signal: AbortSignal): Promise<number> => {
    const data = await toBase64(file).catch(() => null);
    if (data === null) throw new Unreadable();
    signal.throwIfAborted();
    const body = {
      company_id: companyId,
      uploaderOwned: false,
      filename: file.name,
      friendlyName,
      contentType: pdfType,
      data,
    } as const;
    const way = { signal, key: saveKey, waitMs: documentWaitMs, fetch: fetchTelling(setSent) };
    return (await call(saveDocument, { body }, way)).documentId;
  };

  const add = async (chosen: Chosen) => {
    if (giveUp.current) return;
    const stop = new AbortController();
    giveUp.current = stop;
    setRefused(null);
    setSent(0);
    setAdding(true);
    const { file, friendlyName } = chosen;
    const before = attempt.current;
    const isOther = before?.of.file !== file || before.of.friendlyName !== friendlyName;
    const fresh = () => ({ of: chosen, saveKey: newKey(), addKey: newKey(), docId: null, isSaveLost: false });
    let now = before ?? fresh();
    try {
      if (before && isOther) {
        // Known by its key alone: what may be stored must not be left behind under its first name.
        if (before.isSaveLost) before.docId = await save(before, stop.signal);
        throwAway();
        now = fresh();
      }
      attempt.current = now;
      now.docId ??= await save(now, stop.signal);
      const body = { docId: now.docId, u_id: uId, cascade: false };
      await call(attachToPatients, { body }, { signal: stop.signal, key: now.addKey });
      attempt.current = null;
      await client.invalidateQueries({ queryKey: [listPatientDocuments.path] });
      toastSuccess(`Document “${friendlyName}” was added.`);
      onDone();
    } catch (error) {
      if (now.docId === null) now.isSaveLost ||= isUnanswered(error);
      if (!stop.signal.aborted) setRefused(refusalOf(error, now.docId === null ? saveDocument : attachToPatients));
    } finally {
      giveUp.current = null;
      setAdding(false);
    }
  };

  /** What was saved and is in no record is of no use to anybody. */
  function throwAway(): void {
    const before = attempt.current;
    attempt.current = null;
    if (!before) return;
    const { docId, isSaveLost } = before;
    const stored = docId === null && isSaveLost ? save(before, new AbortController().signal) : Promise.resolve(docId);
    const remove = (one: number | null) => (one === null ? null : call(deleteDocument, { query: { docId: one } }));
    void stored.then(remove).catch(() => undefined);
  }

  return { add, throwAway, cancel: () => giveUp.current?.abort(), isAdding, sent, refused };
}

class Unreadable extends Error {}

function refusalOf(error: unknown, { failure }: { failure?: string }): Refused {
  if (error instanceof Unreadable) return { title: 'The file could not be read.', text: 'Please choose it again.' };
  if (!isUnanswered(error)) return { title: failure, text: sentenceAndWayOn(error, 'Add', failure) };
  const lost = refusedAs(error, { of: 'The document was', done: 'added', press: 'Add', text: failure });
  // It is thrown away with the dialog.
  return { ...lost, leave: undefined };
}
