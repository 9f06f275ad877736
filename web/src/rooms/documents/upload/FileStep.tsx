import { Input, Stack, Text } from '@mantine/core';
import { documents } from '@portal/contract/documents/room.ts';
import { useRef, useState } from 'react';
import { FileField, nameAfter, NameField, problemOfFile } from '#shared/PdfUpload.tsx';
import { type Draft, fieldCount } from './draft.ts';
import { looksLikePdf } from './looks-like-pdf.ts';
import { type Lost, LostLine } from './LostLine.tsx';
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
  const field = useRef<HTMLInputElement>(null);
  /** What was chosen and refused: it takes the place of nothing. */
  const [refused, setRefused] = useState<File | null>(null);
  const [lost, setLost] = useState<(Lost & { before: Draft }) | null>(null);
  const take = (next: Pick<Draft, 'file' | 'isPdf' | 'fields'>) => {
    newest.current = next.file;
    setRefused(null);
    // What corrects a document of a request may be read by a wholesaler, and how a file is called may say whom it is about (PRV-04).
    onChange({ ...next, name: isCorrection ? name : nameAfter(next.file, draft) });
  };
  const pick = (next: File | null) => {
    // Who closes the browser's question without a choice keeps the file.
    if (!next) return;
    if (problemOfFile(next)) return setRefused(next);
    // Fields are of one file alone.
    const placed = fieldCount(draft);
    if (placed > 0) setLost({ words: goneWith(placed), before: draft });
    take({ file: next, isPdf: null, fields: null });
    void looksLikePdf(next)
      .catch(() => false)
      .then((isPdfNow) => newest.current === next && onChange({ isPdf: isPdfNow }));
  };
  const undo = ({ file: before, isPdf: wasPdf, fields }: Draft) => {
    setLost(null);
    take({ file: before, isPdf: wasPdf, fields });
    // The browser would go on showing the other one.
    if (field.current) field.current.value = '';
    field.current?.focus();
  };
  return (
    <div className={classes.beside}>
      <Stack gap="sm">
        <FileField
          ref={field}
          file={refused ?? file}
          onPick={pick}
          hint={isCorrection ? `${ofWholesaler} can open it.` : undefined}
        />
        {isPdf === false && !refused && (
          <Input.Error role="alert">{documents.failures['document.not_pdf'].message}</Input.Error>
        )}
        {file && (
          <Text c="gray.7" style={{ overflowWrap: 'anywhere' }}>
            {refused && 'Still chosen: '}
            {file.name}, {sizeOf(file)}
          </Text>
        )}
        <LostLine lost={lost} onUndo={() => lost && undo(lost.before)} />
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
      {file && isPdf && <Preview key={`${file.name} ${file.lastModified}`} file={file} label={file.name} />}
    </div>
  );
}

const goneWith = (placed: number): string =>
  placed === 1
    ? 'The placed field was removed with the file.'
    : `The ${placed} placed fields were removed with the file.`;

export const sizeOf = ({ size }: Blob): string =>
  size < 1_048_576 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`;
