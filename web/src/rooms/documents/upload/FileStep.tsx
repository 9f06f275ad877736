import { Stack, Text, TextInput } from '@mantine/core';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { type Draft, problemOfFile } from './draft.ts';
import { Preview } from './Preview.tsx';
import classes from './Upload.module.css';

const nameOf = (file: File | null): string => file?.name.replace(/\.pdf$/i, '') ?? '';

/** The file, and what it shall be called (UPW-06, UPW-14, UPW-15). */
export function FileStep({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  const { file, name } = draft;
  const problem = problemOfFile(file);
  const pick = (next: File | null) => {
    // Who closes the browser's question without a choice keeps the file.
    if (!next) return;
    // The name follows the file until somebody gives it another one. Fields are of one file alone.
    onChange({ file: next, fields: null, ...(name === '' || name === nameOf(file) ? { name: nameOf(next) } : {}) });
  };
  return (
    <div className={classes.beside}>
      <Stack gap="sm">
        <TextInput
          type="file"
          label="File"
          description="PDF, up to 50 MB"
          required
          accept={`${pdfType},.pdf`}
          classNames={{ input: classes.file }}
          onChange={(event) => pick(event.currentTarget.files?.[0] ?? null)}
          error={problem}
        />
        {file && (
          <Text c="gray.7" style={{ overflowWrap: 'anywhere' }}>
            {file.name}, {sizeOf(file)}
          </Text>
        )}
        <TextInput
          label="Name"
          description="What the document is called in its lists"
          required
          value={name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          maxLength={500}
          autoComplete="off"
        />
      </Stack>
      {file && !problem && <Preview key={`${file.name} ${file.lastModified}`} file={file} label={file.name} />}
    </div>
  );
}

export const sizeOf = ({ size }: Blob): string =>
  size < 1_048_576 ? `${Math.max(1, Math.round(size / 1024))} KB` : `${(size / 1_048_576).toFixed(1)} MB`;
