import { Stack, TextInput } from '@mantine/core';
import { saveDocument } from '@portal/contract/documents/endpoints.ts';
import { fileProblem, pdfType } from '@portal/contract/documents/rules.ts';
import { attachToPatients } from '@portal/contract/patient-records/document-endpoints.ts';
import { listPatientDocuments } from '@portal/contract/patient-records/history-endpoints.ts';
import { useState } from 'react';
import { sentenceOf } from '#api/failure.ts';
import { useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { toBase64 } from '#kit/base64.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import { Refusal } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { documentWaitMs } from '#shared/document-file.ts';

const nameOf = (file: File | null): string => file?.name.replace(/\.pdf$/i, '') ?? '';
const unreadable = 'The file could not be read. Please choose it again.';

/** APD-11: an administrator uploads a PDF, which is then in the patient's record. */
export function AddDocument({ uId, onClose }: { uId: number; onClose: () => void }) {
  const { companyId } = useViewer();
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const [isSending, setSending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  // Saved already, where only adding it was refused: tried again, it is not saved twice (REL-06).
  const [saved, setSaved] = useState<{ file: File; name: string; docId: number } | null>(null);
  const save = useCall(saveDocument, { quiet: true, waitMs: documentWaitMs });
  const attach = useCall(attachToPatients, { quiet: true, refresh: [listPatientDocuments] });
  const problem = file && (file.size === 0 ? 'The file is empty.' : fileProblem(file));
  const friendlyName = name.trim();
  const isReady = file !== null && !problem && friendlyName !== '';

  const pick = (next: File | null) => {
    if (!next) return;
    // The name follows the file until somebody gives it another one.
    if (name === '' || name === nameOf(file)) setName(nameOf(next));
    setFile(next);
    setRefused(null);
  };
  const send = async (chosen: File) => {
    setSending(true);
    setRefused(null);
    try {
      const known = saved?.file === chosen && saved.name === friendlyName ? saved : { docId: await stored(chosen) };
      await attach.mutateAsync({ body: { docId: known.docId, u_id: uId } });
      toastSuccess(`Document “${friendlyName}” was added.`);
      onClose();
    } catch (error) {
      setRefused(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  const stored = async (chosen: File): Promise<number> => {
    const data = await toBase64(chosen).catch(() => {
      throw new Error(unreadable);
    });
    const body = {
      company_id: companyId,
      uploaderOwned: false,
      filename: chosen.name,
      friendlyName,
      contentType: pdfType,
      data,
    } as const;
    const { documentId } = await save.mutateAsync({ body });
    setSaved({ file: chosen, name: friendlyName, docId: documentId });
    return documentId;
  };

  return (
    <Dialog opened title="Add document" dirty={file !== null || name !== ''} mayClose={!isSending} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (file && isReady && !isSending) void send(file);
        }}
      >
        <Stack gap="sm">
          <TextInput
            type="file"
            label="File"
            description="PDF, up to 50 MB"
            required
            accept={`${pdfType},.pdf`}
            onChange={(event) => pick(event.currentTarget.files?.[0] ?? null)}
            error={problem}
            disabled={isSending}
            data-autofocus
          />
          <TextInput
            label="Name"
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            maxLength={500}
            autoComplete="off"
            disabled={isSending}
          />
          {refused && <Refusal title="The document was not added" text={refused} />}
        </Stack>
        <DialogFooter>
          <DialogCancel />
          <SubmitButton ready={isReady} busy={isSending}>
            Add
          </SubmitButton>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
