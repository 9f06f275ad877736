import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { type CsvRow, csvOf, datedFileName, saveCsv } from '#kit/csv.ts';
import { toastFailure, toastSuccess } from '#kit/toast.ts';
import { today } from '#kit/today.ts';

/** What would be cut short does not become a file. */
export class TooManyRows extends Error {}

/** Makes a file of a number's rows. */
export function CsvButton(props: {
  /** What is in it, for a button among several. */
  of: string;
  file: string;
  disabled?: boolean;
  rows: () => CsvRow[] | Promise<CsvRow[]>;
}) {
  const { of, file, disabled, rows } = props;
  const download = useMutation({
    mutationFn: async () => {
      const name = datedFileName(file, today());
      saveCsv(await csvOf(await rows()), name);
      return name;
    },
    networkMode: 'always',
    onSuccess: (name) => toastSuccess(`${name} is downloaded.`),
    onError: (failure) => {
      if (failure instanceof CallFailure && failure.status === 401) return;
      toastFailure(failure instanceof TooManyRows ? failure.message : sentenceOf(failure));
    },
  });
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={`Export CSV: ${of}`}
      disabled={disabled}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      Export CSV
    </Button>
  );
}
