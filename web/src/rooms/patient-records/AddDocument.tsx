import { Button, Stack, Text } from '@mantine/core';
import { fetchDocument, saveDocument } from '@portal/contract/documents/endpoints.ts';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { mostPatientsAtOnce } from '@portal/contract/patient-records/rules.ts';
import { listToSign } from '@portal/contract/signing/endpoints.ts';
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
import { inPortions } from '#shared/in-portions.ts';
import { OfPatient } from '#shared/OfPatient.tsx';
import { FileField, longestName, nameAfter, NameField, problemOfFile, UploadProgress } from '#shared/PdfUpload.tsx';
import { NotTakenBack, savedFirst, type SavedFirst, Unreadable } from '#shared/saved-first.ts';
import { refusedAs, sentenceAndWayOn } from '#shared/way-on.ts';

interface Target {
  /** In whose records it is put. */
  uIds: readonly number[];
  /** The signed document that it corrects (P11-08). */
  corrects?: { docId: number; friendlyName: string };
}

/** An administrator uploads a PDF, which is then in the patient's record (APD-11, UPW-20), or in those that have what it corrects. */
export function AddDocument({ onClose, ...target }: Target & { onClose: () => void }) {
  const { uIds, corrects } = target;
  const [uId, ...others] = uIds;
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const { add, throwAway, cancel, isAdding, mayBeSaved, sent, refused } = useAdding(target, onClose);
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
      title={corrects ? 'Upload a correction' : 'Add document'}
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
          {uId !== undefined && others.length === 0 && <OfPatient uId={uId} />}
          {corrects && (
            <Text style={{ overflowWrap: 'anywhere' }}>
              It corrects “{corrects.friendlyName}”, which stays as it is and names the new document.{' '}
              {uIds.length === 1
                ? 'It is added to the record of the patient whose document it is.'
                : `It is added to the records of the ${uIds.length} patients whose document it is.`}
            </Text>
          )}
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
  /** As many patients as one call takes, each with the key of its call. */
  portions: { uIds: number[]; key: string }[];
}

/** Saves a document and adds it to the patients. */
function useAdding({ uIds, corrects }: Target, onDone: () => void) {
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
      ...(corrects && { corrects: corrects.docId }),
    } as const;
    const document = savedFirst({
      file,
      name: friendlyName,
      save: (data, way) => call(saveDocument, { body: { ...body, data } }, way),
    });
    const portions = inPortions(uIds, mostPatientsAtOnce).map((some) => ({ uIds: some, key: newKey() }));
    return { of, document, portions };
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
      const { document, portions } = (attempt.current ??= begin(chosen));
      const docId = await document.number({ signal, onSent: setSent });
      for (const { uIds: u_id, key } of portions)
        await call(attachToPatients, { body: { docId, u_id, cascade: false } }, { signal, key });
      attempt.current = null;
      for (const { path } of [listPatientDocuments, ...(corrects ? [listToSign, fetchDocument] : [])])
        await client.invalidateQueries({ queryKey: [path] });
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
