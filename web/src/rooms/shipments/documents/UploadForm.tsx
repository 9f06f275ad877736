import { Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { pdfType } from '@portal/contract/documents/rules.ts';
import { uploadTypes } from '@portal/contract/shipments/rules.ts';
import type { ReactNode } from 'react';
import { Refusal } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import classes from './Documents.module.css';
import type { useUploadForm } from './upload-form.ts';

const types = uploadTypes.map(({ category, label }) => ({ value: String(category), label }));

/** Adds a PDF to a request: what it is, the file, and what it shall be called (SDC-02, SDC-03). */
export function UploadForm({ form, cancel }: { form: ReturnType<typeof useUploadForm>; cancel?: ReactNode }) {
  const { category, file, field, isPending, isReady, problem } = form;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <Stack gap="sm">
        <Select
          label="Document type"
          required
          placeholder="Choose type"
          data={types}
          value={category === null ? null : String(category)}
          onChange={(value) => form.setCategory(Number(value))}
          allowDeselect={false}
          disabled={isPending}
          comboboxProps={{ transitionProps: { duration: 0 } }}
        />
        <TextInput
          ref={field}
          type="file"
          label="File"
          description="PDF, up to 50 MB"
          required
          accept={`${pdfType},.pdf`}
          classNames={{ input: classes.file }}
          onChange={(event) => form.pick(event.currentTarget.files?.[0] ?? null)}
          error={problem}
          disabled={isPending}
        />
        <TextInput
          label="Name"
          required
          value={form.name}
          onChange={(event) => form.setName(event.currentTarget.value)}
          maxLength={500}
          autoComplete="off"
          disabled={isPending}
        />
        {isPending && file && <Progress sent={form.sent} size={file.size} />}
        {form.failure && !isPending && <Refusal title="The document was not uploaded" text={form.failure} />}
        <Group justify="flex-end">
          {cancel}
          <SubmitButton ready={isReady} busy={isPending}>
            Upload
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

/** How far a large file has come; afterwards the server still looks into it. */
function Progress({ sent, size }: { sent: number; size: number }) {
  const megabytes = (size / 1_048_576).toFixed(1);
  return (
    <div>
      <progress className={classes.progress} value={sent} aria-label="Upload" />
      <Text size="sm" c="gray.7">
        {sent < 1 ? `Sending ${megabytes} MB: ${Math.floor(sent * 100)} %` : 'Sent. The document is being checked…'}
      </Text>
    </div>
  );
}
