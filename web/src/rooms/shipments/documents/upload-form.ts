import { useEffect, useRef, useState } from 'react';
import { toastSuccess } from '#kit/toast.ts';
import { tooLong } from '#kit/too-long.ts';
import { longestName, nameAfter, problemOfFile } from '#shared/PdfUpload.tsx';
import { type Row, useIsReadByWholesaler } from '../sides.ts';
import { useUpload } from './documents.ts';

/** What is filled in to add a document to a request; all of it stays when the server refuses it. */
export function useUploadForm(
  row: Pick<Row, 'srId' | 'shipmentType'>,
  about: { category?: number; onDone?: () => void } = {},
) {
  const isReadByWholesaler = useIsReadByWholesaler(row);
  const [category, setCategory] = useState<number | null>(about.category ?? null);
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { send, sent, isPending, forget, refused } = useUpload();
  const wasPending = useRef(false);
  useEffect(() => {
    // The next document begins here, unless somebody has gone on to another one. What was refused has the focus.
    if (wasPending.current && !isPending && !refused && isStillAt(field.current?.form)) field.current?.focus();
    wasPending.current = isPending;
  }, [isPending, refused]);
  const friendlyName = name.trim();

  const pick = (next: File | null) => {
    // How a file is called on a computer may say whom it is about (PRV-04).
    if (!isReadByWholesaler) setName(nameAfter(next, { file, name }));
    setFile(next);
    forget();
  };
  const startAnew = () => {
    setFile(null);
    setName('');
    setCategory(about.category ?? null);
    if (field.current) field.current.value = '';
  };
  const isReady =
    category !== null && file !== null && !problemOfFile(file) && friendlyName !== '' && !tooLong(name, longestName);
  const submit = () => {
    if (!isReady || isPending) return;
    send({ srId: row.srId, category, friendlyName, file }, () => {
      toastSuccess(`Document “${friendlyName}” is uploaded to request ${row.srId}.`);
      startAnew();
      about.onDone?.();
    });
  };
  return {
    isReadByWholesaler,
    category,
    setCategory,
    file,
    pick,
    field,
    name,
    setName,
    isReady,
    isDirty: file !== null || name !== '',
    isPending,
    sent,
    refused,
    submit,
  };
}

const isStillAt = (form: HTMLFormElement | null | undefined): boolean =>
  document.activeElement === document.body || form?.contains(document.activeElement) === true;
