import { fileProblem } from '@portal/contract/documents/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { toastSuccess } from '#kit/toast.ts';
import { useUpload } from './documents.ts';

const nameOf = (file: File | null): string => file?.name.replace(/\.pdf$/i, '') ?? '';

/** What is filled in to add a document to a request; all of it stays when the server refuses it. */
export function useUploadForm(about: { srId: number; category?: number; onDone?: () => void }) {
  const [category, setCategory] = useState<number | null>(about.category ?? null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { send, sent, isPending, forget, failure } = useUpload();
  const wasPending = useRef(false);
  useEffect(() => {
    // The next document begins here. What was refused has the focus.
    if (wasPending.current && !isPending && !failure) field.current?.focus();
    wasPending.current = isPending;
  }, [isPending, failure]);
  const friendlyName = name.trim();
  // SDC-03, OPS-53: said before anything is sent.
  const problem = file && (file.size === 0 ? 'The file is empty.' : fileProblem(file));

  /** The name follows the file until somebody gives it another one. */
  const pick = (next: File | null) => {
    if (name === '' || name === nameOf(file)) setName(nameOf(next));
    setFile(next);
    forget();
  };
  const startAnew = () => {
    setFile(null);
    setName('');
    setCategory(about.category ?? null);
    if (field.current) field.current.value = '';
  };
  const isReady = category !== null && file !== null && !problem && friendlyName !== '';
  const submit = () => {
    if (!isReady || isPending) return;
    send({ srId: about.srId, category, friendlyName, file }, () => {
      toastSuccess(`Document “${friendlyName}” is uploaded to request ${about.srId}.`);
      startAnew();
      about.onDone?.();
    });
  };
  return {
    category,
    setCategory,
    file,
    pick,
    problem,
    field,
    name,
    setName,
    isReady,
    isDirty: file !== null || name !== '',
    isPending,
    sent,
    failure,
    submit,
  };
}
