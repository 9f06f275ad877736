import { Input, Stack, Text } from '@mantine/core';
import { documents } from '@portal/contract/documents/room.ts';
import { useRef } from 'react';
import { FileField, nameAfter, NameField, problemOfFile } from '#shared/PdfUpload.tsx';
import type { Draft } from './draft.ts';
import { looksLikePdf } from './looks-like-pdf.ts';
import { Preview } from './Preview.tsx';
import classes from './Upload.module.css';

/** PRV-04: the screen does not know what kind of request the corrected document is of, if of any. */
const ofWholesaler = 'Where it corrects a document of a request to a wholesaler, wholesalers';

/** The file, and what it shall be called (UPW-06, UPW-14, UPW-15). */
export function FileStep(props: {
  draft: Draft;
  /** It corrects another one. */
  isCorrection: boolean;
  onChange: (part: Partial<Draft>) => void;
}) {
  const { draft, isCorrection, onChange } = props;
  const { file, isPdf, name } = draft;
  const newest = useRef(file);
  const pick = (next: File | null) => {
    // Who closes the browser's question without a choice keeps the file. Fields are of one file alone.
    if (!next) return;
    newest.current = next;
    // What corrects a document of a request may be read by a wholesaler, and how a file is called may say whom it is about (PRV-04).
    onChange({ file: next, isPdf: null, fields: null, name: isCorrection ? name : nameAfter(next, draft) });
    void looksLikePdf(next)
      .catch(() => false)
      .then((isPdfNow) => newest.current === next && onChange({ isPdf: isPdfNow }));
  };
  return (
    <div className={classes.beside}>
      <Stack gap="sm">
        <FileField file={file} onPick={pick} hint={isCorrection ? `${ofWholesaler} can open it.` : undefined} />
        {isPdf === false && !problemOfFile(file) && (
          <Input.Error role="alert">{documents.failures['document.not_pdf'].message}</Input.Error>
        )}
        {file && (
          <Text c="gray.7" style={{ overflowWrap: 'anywhere' }}>
            {file.name}, {sizeOf(file)}
          </Text>
        )}
        <NameField
          name={name}
          onName={(next) => onChange({ name: next })}
          description={
            isCorrection
              ? `${ofWholesaler} can read this. Do not enter names or subject numbers.`
              : 'What the document is called in its lists'
          }
        />
      </Stack>
      {file && isPdf && !problemOfFile(file) && (
        <Preview key={`${file.name} ${file.lastModified}`} file={file} label={file.name} />
      )}
    </div>
  );
}

export const sizeOf = ({ size }: Blob): string =>
  size < 1_048_576 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`;
