import { Group, Select, Stack } from '@mantine/core';
import { uploadTypes } from '@portal/contract/shipments/rules.ts';
import type { ReactNode } from 'react';
import { Refusal } from '#kit/Refusal.tsx';
import { SubmitButton } from '#kit/SubmitButton.tsx';
import { FileField, NameField, UploadProgress } from '#shared/PdfUpload.tsx';
import { wholesalerOpens, wholesalerReads } from '../sentences.ts';
import type { useUploadForm } from './upload-form.ts';

const types = uploadTypes.map(({ category, label }) => ({ value: String(category), label }));

/** Adds a PDF to a request: what it is, the file, and what it shall be called (SDC-02, SDC-03). */
export function UploadForm({ form, cancel }: { form: ReturnType<typeof useUploadForm>; cancel?: ReactNode }) {
  const { isReadByWholesaler, category, file, field, isPending, isReady } = form;
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
        <FileField
          ref={field}
          file={file}
          onPick={form.pick}
          hint={isReadByWholesaler ? wholesalerOpens : undefined}
          disabled={isPending}
        />
        <NameField
          name={form.name}
          onName={form.setName}
          description={isReadByWholesaler ? wholesalerReads : undefined}
          disabled={isPending}
        />
        {isPending && file && <UploadProgress sent={form.sent} size={file.size} />}
        {form.refused && !isPending && <Refusal {...form.refused} />}
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
