import { Text } from '@mantine/core';
import { fileProblem, pdfType } from '@portal/contract/documents/rules.ts';
import { useState } from 'react';
import { FilePicker } from '#kit/FilePicker.tsx';
import { labels } from './form.ts';

/** The terms of a brand as a PDF (BST-04, BST-10). */
export function TermsField(props: {
  value: File | null;
  error?: string | undefined;
  onChange: (file: File | null) => void;
}) {
  const { value, error, onChange } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const pick = (file: File | undefined) => {
    // Who closes the browser's question without a choice keeps the file.
    if (!file) return;
    const wrong = fileProblem(file);
    setProblem(wrong);
    onChange(wrong ? null : file);
  };
  return (
    <div>
      <FilePicker
        label={labels.terms}
        description="PDF, up to 50 MB"
        required
        accept={`${pdfType},.pdf`}
        error={problem ?? error}
        onChange={(event) => pick(event.currentTarget.files?.[0])}
      />
      {value && (
        <Text size="sm" c="gray.7" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {value.name}
        </Text>
      )}
    </div>
  );
}
