import { Stack, Text } from '@mantine/core';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { useRef, useState } from 'react';
import { CallFailure, isOwnChange, sentenceOf } from '#api/failure.ts';
import { Dialog, DialogCancel, DialogFooter } from '#kit/Dialog.tsx';
import type { Refused } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { toastSuccess } from '#kit/toast.ts';
import { refusedAs } from '#shared/way-on.ts';
import { whoChanged } from './alerts.ts';
import { brandNow, useChangeBrand, useUploadTerms } from './queries.ts';
import { TermsField } from './TermsField.tsx';

/** Gives a brand other terms (BST-02, BST-10). The ones before stay with the document that they are. */
export function TermsDialog({ brand, onClose }: { brand: BrandInfo; onClose: () => void }) {
  const changing = useChangeBrand();
  const upload = useUploadTerms();
  const [base, setBase] = useState(brand);
  const [file, setFile] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Refused | null>(null);
  const uploaded = useRef<{ file: File; documentId: number } | null>(null);

  const send = async (given: File) => {
    setBusy(true);
    setSaid(null);
    try {
      if (uploaded.current?.file !== given) uploaded.current = { file: given, documentId: await upload(given) };
      const { company_id, brandId, version } = base;
      await changing.mutateAsync({ body: { company_id, brandId, version, termDocId: uploaded.current.documentId } });
      toastSuccess(`The terms of ${base.companyName} were changed.`);
      onClose();
    } catch (failure) {
      await explain(failure);
    } finally {
      setBusy(false);
    }
  };
  const explain = async (failure: unknown) => {
    if (!(failure instanceof CallFailure)) throw failure;
    if (failure.status === 401) return;
    const current = failure.code === 'stale' ? await brandNow(base).catch(() => undefined) : undefined;
    if (current) setBase(current);
    const otherTerms = current && current.termDocId !== base.termDocId ? ' It has other terms now.' : '';
    const text = current
      ? `${whoChanged(isOwnChange(failure))}${otherTerms} Save again to give it these.`
      : sentenceOf(failure);
    setSaid(refusedAs(failure, { of: 'The terms were', done: 'changed', press: 'Save', text }));
  };

  return (
    <Dialog opened onClose={onClose} mayClose={!busy} dirty={file !== null} title="Update Terms">
      <form
        noValidate
        aria-label="Terms"
        onSubmit={(event) => {
          event.preventDefault();
          if (file) void send(file);
        }}
      >
        <Stack gap="md">
          <Text style={{ overflowWrap: 'anywhere' }}>
            {base.termDocId === null
              ? 'This brand has no document with its terms yet.'
              : 'This brand has a document with its terms. Uploading another one replaces it.'}
            {base.termsURL && ` Its terms at ${base.termsURL} stay.`}
          </Text>
          <TermsField value={file} onChange={setFile} />
          <DialogFooter refused={said}>
            <DialogCancel disabled={busy} />
            <SubmitButton busy={busy} ready={file !== null}>
              Save
            </SubmitButton>
          </DialogFooter>
        </Stack>
      </form>
    </Dialog>
  );
}
