/** What every upload of a PDF asks for: the file, and what it shall be called. */
import { Text } from '@mantine/core';
import { fileProblem, pdfType } from '@portal/contract/documents/rules.ts';
import type { Ref } from 'react';
import { FilePicker } from '#kit/FilePicker.tsx';
import { LimitedTextInput } from '#kit/LimitedTextInput.tsx';
import classes from './PdfUpload.module.css';

export const longestName = 500;
const nameOf = (file: File | null): string => file?.name.replace(/\.pdf$/i, '') ?? '';

/** The name follows the file until somebody gives it another one. */
export const nameAfter = (next: File | null, { file, name }: { file: File | null; name: string }): string =>
  name === '' || name === nameOf(file) ? nameOf(next) : name;

/** Said before anything is sent (SDC-03, UPW-14, OPS-53). */
export const problemOfFile = (file: File | null): string | null =>
  file && (file.size === 0 ? 'The file is empty.' : fileProblem(file));

export function FileField({
  file,
  onPick,
  hint,
  disabled,
  ref,
}: {
  file: File | null;
  /** What is to be known of it besides. */
  hint?: string | undefined;
  onPick: (next: File | null) => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  return (
    <FilePicker
      ref={ref}
      label="File"
      description={hint ? `PDF, up to 50 MB. ${hint}` : 'PDF, up to 50 MB'}
      required
      accept={`${pdfType},.pdf`}
      onChange={(event) => onPick(event.currentTarget.files?.[0] ?? null)}
      error={problemOfFile(file)}
      disabled={disabled}
    />
  );
}

export function NameField({
  name,
  onName,
  description,
  disabled,
}: {
  name: string;
  onName: (name: string) => void;
  description?: string | undefined;
  disabled?: boolean;
}) {
  return (
    <LimitedTextInput
      label="Name"
      description={description}
      required
      value={name}
      onChange={(event) => onName(event.currentTarget.value)}
      most={longestName}
      autoComplete="off"
      disabled={disabled}
    />
  );
}

/** How far a file has come: `sent` is the share that has left. Afterwards the server still looks into it. */
export function UploadProgress({ sent, size, saved }: { sent: number; size: number; saved?: string | false }) {
  const megabytes = (size / 1_048_576).toFixed(1);
  const sending =
    sent < 1 ? `Sending ${megabytes} MB: ${Math.floor(sent * 100)} %` : 'Sent. The document is being checked…';
  return (
    <div>
      <progress className={classes.progress} value={saved ? 1 : sent} aria-label="Upload" />
      <Text size="sm" c="gray.7">
        {saved || sending}
      </Text>
    </div>
  );
}
